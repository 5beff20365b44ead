// Protocol names are compared case-insensitively, and only the ASCII letters A to Z have a case there.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace callboard {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

inline std::string lowered(std::string_view text) {
    std::string lower_text{text};
    std::ranges::transform(lower_text, lower_text.begin(), lower);
    return lower_text;
}

constexpr bool same_name(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::ranges::equal(a, b, {}, lower, lower);
}

// Trims leading and trailing characters of `blanks`.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace callboard
