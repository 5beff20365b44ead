// Quotes client input for a message, truncated to 60 bytes at a character boundary.
#pragma once

#include <string>
#include <string_view>

namespace callboard {

inline std::string in_quotes(std::string_view text) {
    constexpr std::size_t kMostShown = 60;
    const auto continues_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
    std::size_t shown = text.size();
    if (shown > kMostShown) {
        shown = kMostShown;
        while (shown > 0 && continues_character(text[shown])) --shown;
    }
    return "'" + std::string{text.substr(0, shown)} + (shown < text.size() ? "…'" : "'");
}

}  // namespace callboard
