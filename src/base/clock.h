// Time, and the two clocks it comes from. Both are passed in wherever time matters, so that a test, or the
// sandbox, holds it in its hand.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace callboard {

// Milliseconds since 1970-01-01T00:00Z: the form in which time is stored, compared and sent.
struct Timestamp {
    std::int64_t ms = 0;
    auto operator<=>(const Timestamp&) const = default;
    friend Timestamp operator+(Timestamp t, std::chrono::milliseconds d) { return {t.ms + d.count()}; }
    friend Timestamp operator-(Timestamp t, std::chrono::milliseconds d) { return {t.ms - d.count()}; }
    friend std::chrono::milliseconds operator-(Timestamp a, Timestamp b) {
        return std::chrono::milliseconds{a.ms - b.ms};
    }
};

// What the calendar says: for everything that is stored or sent.
class Clock {
  public:
    virtual ~Clock() = default;
    virtual Timestamp now() const = 0;
};

// What a stop-watch says: for time-outs and deadlines, which no change of the calendar may move.
class Stopwatch {
  public:
    using Instant = std::chrono::steady_clock::time_point;
    virtual ~Stopwatch() = default;
    virtual Instant now() const = 0;
};

class SystemClock final : public Clock {
  public:
    Timestamp now() const override;
};

class SystemStopwatch final : public Stopwatch {
  public:
    Instant now() const override;
};

// 2021-10-13T18:04:52.562Z
void append_iso(std::string& out, Timestamp time);
std::string to_iso(Timestamp time);

// A date, and after it a time of day, fractions of a second and a zone (Z, +02:00, +0200 or +02), each of
// them optional: without a zone it is UTC, a date alone is its first moment there.
std::optional<Timestamp> parse_iso(std::string_view text);

}  // namespace callboard
