// Enums whose members have one spelling in the database, in JSON, on the command line and in the
// documentation. Specialise Names with the list, once, next to the enum.
#pragma once

#include <array>
#include <concepts>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

namespace callboard {

template <class Enum>
struct Names;  // static constexpr std::array<std::pair<Enum, std::string_view>, n> kList

template <class Enum>
concept Named = requires { Names<Enum>::kList; };

template <Named Enum>
constexpr std::string_view name_of(Enum member) {
    for (const auto& [known, name] : Names<Enum>::kList)
        if (known == member) return name;
    std::abort();  // unreachable: every member has a name
}

template <Named Enum>
constexpr std::optional<Enum> named(std::string_view name) {
    for (const auto& [member, known] : Names<Enum>::kList)
        if (known == name) return member;
    return std::nullopt;
}

}  // namespace callboard
