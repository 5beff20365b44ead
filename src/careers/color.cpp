#include "careers/color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace callboard::careers {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::optional<std::uint8_t> byte_in(std::string_view two) {
    unsigned value = 0;
    for (const char c : two) {
        const auto digit = kDigits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c);
        if (digit == std::string_view::npos) return std::nullopt;
        value = value * 16 + static_cast<unsigned>(digit);
    }
    return static_cast<std::uint8_t>(value);
}

double linear(std::uint8_t channel) {
    const double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

double luminance(const Color& color) {
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

std::uint8_t mixed(std::uint8_t one, std::uint8_t other, double share) {
    return static_cast<std::uint8_t>(std::lround(one + (other - one) * share));
}

}  // namespace

std::optional<Color> Color::parse(std::string_view text) {
    if (text.size() != 7 || text.front() != '#') return std::nullopt;
    const auto red = byte_in(text.substr(1, 2));
    const auto green = byte_in(text.substr(3, 2));
    const auto blue = byte_in(text.substr(5, 2));
    if (!red || !green || !blue) return std::nullopt;
    return Color{*red, *green, *blue};
}

std::string Color::text() const {
    std::string text = "#";
    for (const std::uint8_t channel : {red, green, blue}) {
        text += kDigits[channel / 16];
        text += kDigits[channel % 16];
    }
    return text;
}

double contrast(const Color& one, const Color& other) {
    const auto [low, high] = std::minmax({luminance(one), luminance(other)});
    return (high + 0.05) / (low + 0.05);
}

Color text_on(const Color& background) {
    return contrast(kWhite, background) >= contrast(kBlack, background) ? kWhite : kBlack;
}

Color readable_on(const Color& wanted, const Color& background) {
    constexpr int kSteps = 50;
    const Color end = text_on(background);
    for (int step = 0; step < kSteps; ++step) {
        const Color color = mixed(wanted, end, static_cast<double>(step) / kSteps);
        if (contrast(color, background) >= kReadable) return color;
    }
    return end;
}

Color mixed(const Color& one, const Color& other, double share) {
    return {mixed(one.red, other.red, share), mixed(one.green, other.green, share),
            mixed(one.blue, other.blue, share)};
}

}  // namespace callboard::careers
