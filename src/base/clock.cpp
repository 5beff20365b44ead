#include "base/clock.h"

#include <array>
#include <charconv>

namespace callboard {
namespace {

using namespace std::chrono_literals;

// Reads a date from the front of a text; after the first surprise everything it returns is meaningless.
class Reader {
  public:
    explicit Reader(std::string_view text) : rest_(text) {}

    int number(std::size_t digits) {
        int value = 0;
        const auto* const end = rest_.data() + std::min(digits, rest_.size());
        const auto [stop, error] = std::from_chars(rest_.data(), end, value);
        if (rest_.size() < digits || error != std::errc{} || stop != end || rest_.front() == '-')
            good_ = false;
        if (good_) rest_.remove_prefix(digits);
        return value;
    }
    bool take(char wanted) {
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char wanted) { good_ = take(wanted) && good_; }

    // The digits after the point, cut to milliseconds.
    int milliseconds() {
        constexpr std::size_t kMost = 9;
        int value = 0;
        std::size_t seen = 0;
        for (; !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; rest_.remove_prefix(1), ++seen)
            if (seen < 3) value = value * 10 + (rest_.front() - '0');
        if (seen == 0 || seen > kMost) good_ = false;
        for (; seen < 3; ++seen) value *= 10;
        return value;
    }
    std::chrono::minutes zone() {
        if (take('Z') || take('z')) return 0min;
        const bool west = rest_.starts_with('-');
        if (!take('+') && !take('-')) good_ = false;
        const int hours = number(2);
        const bool colon = take(':');
        const int minutes = colon || !rest_.empty() ? number(2) : 0;
        if (hours > 23 || minutes > 59) good_ = false;
        const std::chrono::minutes offset = std::chrono::hours{hours} + std::chrono::minutes{minutes};
        return west ? -offset : offset;
    }
    bool finished() const { return good_ && rest_.empty(); }

  private:
    std::string_view rest_;
    bool good_ = true;
};

void append_padded(std::string& out, int value, int width) {
    std::array<char, 8> digits{};
    for (int i = width - 1; i >= 0; --i, value /= 10)
        digits[static_cast<std::size_t>(i)] = static_cast<char>('0' + value % 10);
    out.append(digits.data(), static_cast<std::size_t>(width));
}

}  // namespace

Timestamp SystemClock::now() const {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

Stopwatch::Instant SystemStopwatch::now() const {
    return std::chrono::steady_clock::now();
}

void append_iso(std::string& out, Timestamp time) {
    const std::chrono::sys_time<std::chrono::milliseconds> point{std::chrono::milliseconds{time.ms}};
    const auto day = std::chrono::floor<std::chrono::days>(point);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss<std::chrono::milliseconds> clock{point - day};
    append_padded(out, static_cast<int>(date.year()), 4);
    out += '-';
    append_padded(out, static_cast<int>(static_cast<unsigned>(date.month())), 2);
    out += '-';
    append_padded(out, static_cast<int>(static_cast<unsigned>(date.day())), 2);
    out += 'T';
    append_padded(out, static_cast<int>(clock.hours().count()), 2);
    out += ':';
    append_padded(out, static_cast<int>(clock.minutes().count()), 2);
    out += ':';
    append_padded(out, static_cast<int>(clock.seconds().count()), 2);
    out += '.';
    append_padded(out, static_cast<int>(clock.subseconds().count()), 3);
    out += 'Z';
}

std::string to_iso(Timestamp time) {
    std::string text;
    append_iso(text, time);
    return text;
}

std::optional<Timestamp> parse_iso(std::string_view text) {
    Reader reader{text};
    const std::chrono::year year{reader.number(4)};
    reader.expect('-');
    const std::chrono::month month{static_cast<unsigned>(reader.number(2))};
    reader.expect('-');
    const std::chrono::day day{static_cast<unsigned>(reader.number(2))};
    if (!reader.take('t')) reader.expect('T');
    const int hour = reader.number(2);
    reader.expect(':');
    const int minute = reader.number(2);
    reader.expect(':');
    const int second = reader.number(2);
    const int fraction = reader.take('.') ? reader.milliseconds() : 0;
    const auto zone = reader.zone();

    const std::chrono::year_month_day date{year, month, day};
    if (!reader.finished() || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    const auto point = std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
                       std::chrono::seconds{second} + std::chrono::milliseconds{fraction} - zone;
    return Timestamp{point.time_since_epoch().count()};
}

}  // namespace callboard
