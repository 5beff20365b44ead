// When what failed is tried again.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

namespace callboard::work {

// Up to a tenth is added to each delay, so that what failed together does not come back together.
inline constexpr int kMaxJitterPercent = 10;

// The delay after an attempt that failed, `attempts_before` of which were made before it. Nothing: the
// schedule has come to its end. `jitter` is from 0 to 1.
std::optional<std::chrono::milliseconds> retry_delay(std::span<const std::chrono::milliseconds> schedule,
                                                     std::int64_t attempts_before, double jitter);

double random_jitter();

}  // namespace callboard::work
