#include "work/retry_schedule.h"

#include "base/random.h"

namespace callboard::work {

std::optional<std::chrono::milliseconds> retry_delay(std::span<const std::chrono::milliseconds> schedule,
                                                     std::int64_t attempts_before, double jitter) {
    const auto step = static_cast<std::size_t>(attempts_before);
    if (step >= schedule.size()) return std::nullopt;
    const std::chrono::milliseconds delay = schedule[step];
    const std::chrono::duration<double, std::milli> added = delay * jitter * kMaxJitterPercent / 100;
    return delay + std::chrono::duration_cast<std::chrono::milliseconds>(added);
}

double random_jitter() {
    constexpr std::uint64_t kSteps = 1'000;
    return static_cast<double>(random_below(kSteps + 1)) / kSteps;
}

}  // namespace callboard::work
