// When a delivery that failed is tried again.
#pragma once

#include <array>
#include <chrono>

namespace callboard::webhooks {

inline constexpr std::array<std::chrono::minutes, 10> kRetryWaits{
    std::chrono::minutes{1},   std::chrono::minutes{3},   std::chrono::minutes{10},
    std::chrono::minutes{45},  std::chrono::minutes{120}, std::chrono::minutes{240},
    std::chrono::minutes{480}, std::chrono::minutes{960}, std::chrono::minutes{1440},
    std::chrono::minutes{1440}};

// To each wait up to a tenth is added, so that those that failed together do not come back together.
inline constexpr int kMostJitterPercent = 10;

}  // namespace callboard::webhooks
