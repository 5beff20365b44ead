// The retry delays of failed deliveries; jitter is added (work/retry_schedule.h).
#pragma once

#include <array>
#include <chrono>

namespace callboard::webhooks {

inline constexpr std::array<std::chrono::milliseconds, 10> kRetryDelays{
    std::chrono::minutes{1},   std::chrono::minutes{3},   std::chrono::minutes{10},
    std::chrono::minutes{45},  std::chrono::minutes{120}, std::chrono::minutes{240},
    std::chrono::minutes{480}, std::chrono::minutes{960}, std::chrono::minutes{1440},
    std::chrono::minutes{1440}};

}  // namespace callboard::webhooks
