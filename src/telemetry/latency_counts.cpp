#include "telemetry/latency_counts.h"

#include <algorithm>
#include <numeric>

namespace callboard::telemetry {
namespace {

double upper_bound_ms(std::size_t bucket) {
    constexpr double kFirstMs = std::chrono::duration<double, std::milli>(LatencyCounts::kFirst).count();
    return kFirstMs * static_cast<double>(std::uint64_t{1} << bucket);
}

}  // namespace

std::optional<double> LatencyCounts::quantile_ms(double share) const {
    const auto calls = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    if (calls <= 0) return std::nullopt;
    const double rank = std::clamp(share, 0.0, 1.0) * static_cast<double>(calls);
    double below = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        if (counts[i] == 0) continue;
        const auto here = static_cast<double>(counts[i]);
        if (below + here >= rank) {
            const double from = i == 0 ? 0 : upper_bound_ms(i - 1);
            return from + (upper_bound_ms(i) - from) * (rank - below) / here;
        }
        below += here;
    }
    return upper_bound_ms(kBuckets - 1);
}

}  // namespace callboard::telemetry
