#include "work/retry_schedule.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace callboard::work {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::chrono::milliseconds, 3> kSchedule{1min, 3min, 10min};

TEST(RetrySchedule, HasADelayForEachAttemptAndThenEnds) {
    EXPECT_EQ(retry_delay(kSchedule, 0, 0.0), 1min);
    EXPECT_EQ(retry_delay(kSchedule, 1, 0.0), 3min);
    EXPECT_EQ(retry_delay(kSchedule, 2, 0.0), 10min);
    EXPECT_FALSE(retry_delay(kSchedule, 3, 0.0));
    EXPECT_FALSE(retry_delay(kSchedule, 1'000, 0.0));
    EXPECT_FALSE(retry_delay({}, 0, 0.0));
}

TEST(RetrySchedule, AddsUpToATenth) {
    EXPECT_EQ(retry_delay(kSchedule, 0, 0.5), 63s);
    EXPECT_EQ(retry_delay(kSchedule, 2, 1.0), 11min);
}

TEST(RetrySchedule, JitterIsAFraction) {
    double least = 1.0;
    double most = 0.0;
    for (int i = 0; i < 1'000; ++i) {
        const double jitter = random_jitter();
        least = std::min(least, jitter);
        most = std::max(most, jitter);
    }
    EXPECT_GE(least, 0.0);
    EXPECT_LE(most, 1.0);
    EXPECT_LT(least, 0.1);
    EXPECT_GT(most, 0.9);
}

}  // namespace
}  // namespace callboard::work
