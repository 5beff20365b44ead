// Small questions about header values.
#pragma once

#include <algorithm>
#include <string_view>

namespace callboard::http {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr bool same_name(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::ranges::equal(a, b, {}, lower, lower);
}

constexpr std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The weight of an entry by its parameters, ";q=0.5"; without one it is 1.
double quality(std::string_view parameters);

// Does the list of an Accept, Accept-Encoding … header allow it? `names` are the ways to name it, the most
// exact one first; the first that is listed decides. An entry with q=0 forbids.
bool allows(std::string_view list, std::initializer_list<std::string_view> names);

}  // namespace callboard::http
