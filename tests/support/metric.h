// A value of the metrics page of a server.
#pragma once

#include <optional>
#include <ranges>
#include <string>
#include <string_view>

namespace callboard::test {

// `name` with its labels; nothing if the page does not show it.
inline std::optional<double> metric(std::string_view page, const std::string& name) {
    for (const auto part : std::views::split(page, '\n')) {
        const std::string_view line{part};
        if (!line.starts_with(name + " ")) continue;
        return std::stod(std::string{line.substr(name.size() + 1)});
    }
    return std::nullopt;
}

}  // namespace callboard::test
