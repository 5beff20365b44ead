// How the API was used: calls of each client to each operation, by minute and by hour.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/id.h"
#include "telemetry/latency_counts.h"

namespace callboard::usage {

// Clients that have no id.
inline constexpr std::string_view kConsole = "console";  // sessions of browsers
inline constexpr std::string_view kOther = "other";      // client and operation of what was not told apart

inline constexpr std::chrono::seconds kMinute{60};
inline constexpr std::chrono::seconds kHour{3'600};
inline constexpr std::chrono::hours kMinuteRetention{26};  // then rolled up into hours
inline constexpr std::chrono::days kHourRetention{31};

struct Counts {
    std::int64_t calls = 0;
    std::int64_t refused = 0;          // 429
    std::int64_t failed = 0;           // 5xx
    telemetry::LatencyCounts latency;  // of calls that were neither refused nor live

    void add(const Counts& more) {
        calls += more.calls;
        refused += more.refused;
        failed += more.failed;
        latency.add(more.latency);
    }
};

// The calls of one client to one operation since the last write.
struct ClientUsage {
    CompanyId company;
    std::string client;  // the id of an application or credential, kConsole or kOther
    std::string operation;
    Counts counts;
};

// The start of the interval that contains the time.
constexpr Timestamp start_of(Timestamp time, std::chrono::milliseconds interval) {
    const std::int64_t within = time.ms % interval.count();
    return {time.ms - (within < 0 ? within + interval.count() : within)};
}

}  // namespace callboard::usage
