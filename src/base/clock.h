// Timestamps and the two clocks. Clocks are passed in wherever time matters, so that tests and the sandbox
// control them.
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

// The wall clock, for everything that is stored or sent.
class Clock {
  public:
    virtual ~Clock() = default;
    virtual Timestamp now() const = 0;
};

// The monotonic clock, for time-outs and deadlines: adjustments of the wall clock do not affect it.
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

// Parses ISO 8601: a date, then optionally a time of day, fractions of a second and a UTC offset (Z, +02:00,
// +0200 or +02). Without an offset it is UTC; a date alone is 00:00.
std::optional<Timestamp> parse_iso(std::string_view text);

}  // namespace callboard
