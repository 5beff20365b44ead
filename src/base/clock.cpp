#include "base/clock.h"

#include <array>
#include <charconv>

namespace callboard {
namespace {

using namespace std::chrono_literals;

// Parses a date from the front of a text. After the first mismatch finished() is false and the values
// returned are meaningless.
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

    // The fractional digits, truncated to milliseconds.
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

constexpr Timestamp start_of(int year) {
    const std::chrono::sys_days day{std::chrono::year{year} / 1 / 1};
    return {std::chrono::duration_cast<std::chrono::milliseconds>(day.time_since_epoch()).count()};
}
constexpr Timestamp kYear0 = start_of(0);
constexpr Timestamp kYear10000 = start_of(10'000);

// Writes `value` in decimal, zero-padded, into the `places` characters before `end`.
void put_digits(char* end, int places, unsigned value) {
    for (; places > 0; --places, value /= 10) *--end = static_cast<char>('0' + value % 10);
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
    const auto ms = static_cast<unsigned>((point - day).count());
    std::array<char, 25> text{"0000-00-00T00:00:00.000Z"};
    char* const at = text.data();
    put_digits(at + 4, 4, static_cast<unsigned>(static_cast<int>(date.year())));
    put_digits(at + 7, 2, static_cast<unsigned>(date.month()));
    put_digits(at + 10, 2, static_cast<unsigned>(date.day()));
    put_digits(at + 13, 2, ms / 3'600'000);
    put_digits(at + 16, 2, ms / 60'000 % 60);
    put_digits(at + 19, 2, ms / 1000 % 60);
    put_digits(at + 23, 3, ms % 1000);
    out.append(at, text.size() - 1);
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
    int hour = 0;
    int minute = 0;
    int second = 0;
    int fraction = 0;
    std::chrono::minutes zone{0};
    if (!reader.finished()) {
        if (!reader.take('t')) reader.expect('T');
        hour = reader.number(2);
        reader.expect(':');
        minute = reader.number(2);
        reader.expect(':');
        second = reader.number(2);
        if (reader.take('.')) fraction = reader.milliseconds();
        if (!reader.finished()) zone = reader.zone();
    }

    const std::chrono::year_month_day date{year, month, day};
    if (!reader.finished() || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    const auto point = std::chrono::sys_days{date} + std::chrono::hours{hour} + std::chrono::minutes{minute} +
                       std::chrono::seconds{second} + std::chrono::milliseconds{fraction} - zone;
    const Timestamp time{point.time_since_epoch().count()};
    if (time < kYear0 || time >= kYear10000)
        return std::nullopt;  // a UTC offset can move a date out of the years 0 to 9999
    return time;
}

}  // namespace callboard
