// Colours that a company chooses, made readable: contrast as defined by WCAG 2.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace callboard::careers {

inline constexpr double kReadable = 4.5;  // the contrast of text (WCAG 2, level AA)

struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    static std::optional<Color> parse(std::string_view text);  // "#0b6b4f"
    std::string text() const;

    bool operator==(const Color&) const = default;
};

inline constexpr Color kWhite{255, 255, 255};
inline constexpr Color kBlack{0, 0, 0};

// From 1 to 21.
double contrast(const Color& one, const Color& other);

// White or black, whichever is easier to read on it. Both are never below 4.5.
Color text_on(const Color& background);

// The colour itself, or the nearest one between it and black or white that text on the background can have.
Color readable_on(const Color& wanted, const Color& background);

// `share` of the other colour, from 0 to 1.
Color mixed(const Color& one, const Color& other, double share);

}  // namespace callboard::careers
