#include "analytics/date_pattern.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

namespace callboard::analytics {
namespace {

constexpr std::size_t kLongest = 100;
constexpr std::string_view kLetters = "GyYMLwWDdFEuaHkKhmsSzZX";

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                "Thursday", "Friday", "Saturday"};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The fields of a UTC time. Weeks are those of the US locale: they begin on Sunday, and week 1 contains
// January 1.
class Parts {
  public:
    explicit Parts(Timestamp time) {
        const std::chrono::sys_time<std::chrono::milliseconds> point{std::chrono::milliseconds{time.ms}};
        day_ = std::chrono::floor<std::chrono::days>(point);
        date_ = std::chrono::year_month_day{day_};
        ms = static_cast<int>((point - day_).count());
    }

    int ms = 0;  // of the day

    bool is_before_christ() const { return signed_year() <= 0; }
    int year() const { return is_before_christ() ? 1 - signed_year() : signed_year(); }
    int month() const { return static_cast<int>(static_cast<unsigned>(date_.month())); }
    int day() const { return static_cast<int>(static_cast<unsigned>(date_.day())); }
    int weekday() const { return weekday_of(day_); }  // 0: Sunday
    int day_of_year() const { return static_cast<int>((day_ - first_of(date_.year())).count()) + 1; }
    int hour() const { return ms / 3'600'000; }

    // The year of the week's Saturday.
    int week_year() const { return static_cast<int>(saturday_year()); }
    int week_of_year() const {
        if (saturday_year() != date_.year()) return 1;
        return (day_of_year() - 1 + weekday_of(first_of(date_.year()))) / 7 + 1;
    }
    int week_of_month() const {
        const std::chrono::sys_days first{date_.year() / date_.month() / 1};
        return (day() - 1 + weekday_of(first)) / 7 + 1;
    }

  private:
    static std::chrono::sys_days first_of(std::chrono::year year) { return {year / 1 / 1}; }
    static int weekday_of(std::chrono::sys_days day) {
        return static_cast<int>(std::chrono::weekday{day}.c_encoding());
    }
    int signed_year() const { return static_cast<int>(date_.year()); }
    std::chrono::year saturday_year() const {
        return std::chrono::year_month_day{day_ + std::chrono::days{6 - weekday()}}.year();
    }

    std::chrono::sys_days day_;
    std::chrono::year_month_day date_{};
};

void append_number(std::string& out, int value, std::size_t at_least) {
    std::array<char, 12> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    const auto size = static_cast<std::size_t>(end - digits.data());
    if (size < at_least) out.append(at_least - size, '0');
    out.append(digits.data(), size);
}

void append_year(std::string& out, int year, std::size_t count) {
    append_number(out, count == 2 ? year % 100 : year, count);
}

void append_name(std::string& out, std::string_view name, std::size_t count) {
    out += count >= 4 ? name : name.substr(0, 3);
}

void append_month(std::string& out, int month, std::size_t count) {
    if (count < 3) return append_number(out, month, count);
    append_name(out, kMonths[static_cast<std::size_t>(month - 1)], count);
}

void append_part(std::string& out, char letter, std::size_t count, const Parts& parts) {
    switch (letter) {
        case 'G': out += parts.is_before_christ() ? "BC" : "AD"; break;
        case 'y': append_year(out, parts.year(), count); break;
        case 'Y': append_year(out, parts.week_year(), count); break;
        case 'M':
        case 'L': append_month(out, parts.month(), count); break;
        case 'w': append_number(out, parts.week_of_year(), count); break;
        case 'W': append_number(out, parts.week_of_month(), count); break;
        case 'D': append_number(out, parts.day_of_year(), count); break;
        case 'd': append_number(out, parts.day(), count); break;
        case 'F': append_number(out, (parts.day() - 1) / 7 + 1, count); break;
        case 'E': append_name(out, kDays[static_cast<std::size_t>(parts.weekday())], count); break;
        case 'u': append_number(out, (parts.weekday() + 6) % 7 + 1, count); break;
        case 'a': out += parts.hour() < 12 ? "AM" : "PM"; break;
        case 'H': append_number(out, parts.hour(), count); break;
        case 'k': append_number(out, parts.hour() == 0 ? 24 : parts.hour(), count); break;
        case 'K': append_number(out, parts.hour() % 12, count); break;
        case 'h': append_number(out, (parts.hour() + 11) % 12 + 1, count); break;
        case 'm': append_number(out, parts.ms / 60'000 % 60, count); break;
        case 's': append_number(out, parts.ms / 1000 % 60, count); break;
        case 'S': append_number(out, parts.ms % 1000, count); break;
        case 'z': out += count >= 4 ? "Coordinated Universal Time" : "UTC"; break;
        case 'Z': out += "+0000"; break;
        default: out += 'Z'; break;  // X, the last of kLetters
    }
}

}  // namespace

std::optional<DatePattern> DatePattern::parse(std::string_view pattern) {
    if (characters(pattern) > kLongest) return std::nullopt;
    DatePattern made;
    const auto add_text = [&](char c) {
        if (made.pieces_.empty() || made.pieces_.back().letter != 0) made.pieces_.emplace_back();
        made.pieces_.back().text += c;
    };
    bool quoted = false;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char c = pattern[at];
        if (c == '\'') {
            if (pattern.substr(at + 1).starts_with('\'')) {
                add_text('\'');
                ++at;
            } else {
                quoted = !quoted;
            }
        } else if (quoted || !is_letter(c)) {
            add_text(c);
        } else {
            const std::size_t end = std::min(pattern.find_first_not_of(c, at), pattern.size());
            const std::size_t count = end - at;
            if (!kLetters.contains(c) || (c == 'X' && count > 3)) return std::nullopt;
            made.pieces_.push_back({.letter = c, .count = count, .text = {}});
            at = end - 1;
        }
    }
    if (quoted) return std::nullopt;
    return made;
}

void DatePattern::append(std::string& out, Timestamp time) const {
    const Parts parts{time};
    for (const Piece& piece : pieces_) {
        if (piece.letter == 0) {
            out += piece.text;
        } else {
            append_part(out, piece.letter, piece.count, parts);
        }
    }
}

}  // namespace callboard::analytics
