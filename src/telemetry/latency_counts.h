// How many calls took how long, in logarithmic buckets that can be stored and added up.
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace callboard::telemetry {

struct LatencyCounts {
    // The first bucket has what took less than 250 µs; each other one reaches twice as far as the one before.
    // The last has everything from 4,096 ms and counts as if it ended at 8,192 ms.
    static constexpr std::size_t kBuckets = 16;
    static constexpr std::chrono::microseconds kFirst{250};

    std::array<std::int64_t, kBuckets> counts{};

    static constexpr std::size_t bucket_of(std::chrono::nanoseconds took) {
        const auto firsts = static_cast<std::uint64_t>(took < took.zero() ? 0 : took / kFirst);
        const auto bucket = static_cast<std::size_t>(std::bit_width(firsts));
        return bucket < kBuckets ? bucket : kBuckets - 1;
    }

    void observe(std::chrono::nanoseconds took) { ++counts[bucket_of(took)]; }
    void add(const LatencyCounts& more) {
        for (std::size_t i = 0; i < kBuckets; ++i) counts[i] += more.counts[i];
    }

    // The time in ms within which this share of the calls finished (0.5: the median), interpolated within its
    // bucket. Nothing without calls.
    std::optional<double> quantile_ms(double share) const;

    bool operator==(const LatencyCounts&) const = default;
};

}  // namespace callboard::telemetry
