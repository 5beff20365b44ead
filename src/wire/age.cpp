#include "wire/age.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace callboard::wire {
namespace {

using namespace std::chrono_literals;

struct Unit {
    std::string_view name;
    std::chrono::milliseconds length;
};

// A month is 30 days and a year 365, so that the length of an age does not depend on the date.
constexpr std::array<Unit, 6> kUnits{{{"minute", 1min},
                                      {"hour", 1h},
                                      {"day", 24h},
                                      {"week", 7 * 24h},
                                      {"month", 30 * 24h},
                                      {"year", 365 * 24h}}};

constexpr std::int64_t kMaxCount = 99'999;  // of any unit, so that adding an age to a time cannot overflow

const Unit* find_unit(std::string_view name) {
    if (name.ends_with('s')) name.remove_suffix(1);
    for (const Unit& unit : kUnits)
        if (unit.name == name) return &unit;
    return nullptr;
}

std::optional<Age> age_in(std::string_view text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || number < 1 || number > kMaxCount) return std::nullopt;
    const std::string_view rest{stop, end};
    if (!rest.starts_with(' ')) return std::nullopt;
    const Unit* const unit = find_unit(rest.substr(1));
    if (!unit) return std::nullopt;
    return Age{number * unit->length};
}

}  // namespace

std::optional<Age> Codec<Age>::parse(std::string_view text, const Rule&, Reading& reading) {
    const auto age = age_in(text);
    if (!age)
        reading.fault("must be a number and minutes, hours, days, weeks, months or years, such as 10 days");
    return age;
}

}  // namespace callboard::wire
