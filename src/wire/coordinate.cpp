#include "wire/coordinate.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace callboard::wire {

std::optional<Coordinate> Codec<Coordinate>::read(const JsonValue& value, const Rule& rule,
                                                  Reading& reading) {
    if (value.kind() == JsonKind::number) {
        std::array<char, 32> digits{};
        const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value.number());
        return Coordinate{std::string{digits.data(), end}};
    }
    auto text = Codec<std::string>::read(value, {.max_length = 32, .about = rule.about}, reading);
    if (!text) return std::nullopt;
    return Coordinate{std::move(*text)};
}

bool is_within(const std::optional<Coordinate>& coordinate, double most) {
    if (!coordinate) return true;
    const char* const end = coordinate->text.data() + coordinate->text.size();
    double degrees = 0;
    const auto [stop, error] = std::from_chars(coordinate->text.data(), end, degrees);
    return error == std::errc{} && stop == end && degrees >= -most && degrees <= most;
}

}  // namespace callboard::wire
