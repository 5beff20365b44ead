// Retry delays.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>

namespace callboard::work {

// Up to a tenth is added to each delay, so that retries of simultaneous failures are spread.
inline constexpr int kMaxJitterPercent = 10;

// The delay after a failed attempt with `attempts_before` attempts before it; nullopt at the end of the
// schedule. `jitter` is from 0 to 1.
std::optional<std::chrono::milliseconds> retry_delay(std::span<const std::chrono::milliseconds> schedule,
                                                     std::int64_t attempts_before, double jitter);

double random_jitter();

}  // namespace callboard::work
