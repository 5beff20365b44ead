#include "throttle/load_guard.h"

#include <gtest/gtest.h>

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr Stopwatch::Instant kNow{1h};

TEST(LoadGuard, TurnsHeavyReadsAwayFirstThenWritesThenTheRest) {
    LoadGuard guard{8};

    for (int i = 0; i < 4; ++i) EXPECT_TRUE(guard.enter(Burden::heavy_read));
    EXPECT_FALSE(guard.enter(Burden::heavy_read));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(guard.enter(Burden::write));
    EXPECT_FALSE(guard.enter(Burden::write));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(guard.enter(Burden::light_read));
    EXPECT_FALSE(guard.enter(Burden::light_read));
    EXPECT_EQ(guard.in_flight(), 8U);
}

TEST(LoadGuard, LetsInAgainWhenSomebodyLeft) {
    LoadGuard guard{1};
    EXPECT_TRUE(guard.enter(Burden::light_read));
    EXPECT_FALSE(guard.enter(Burden::light_read));

    guard.leave(Burden::light_read, 1ms, kNow);

    EXPECT_TRUE(guard.enter(Burden::light_read));
}

TEST(LoadGuard, LetsLessInWhileLightWorkIsSlowAndMoreWhenItIsQuickAgain) {
    LoadGuard guard{1000};
    auto now = kNow;
    for (int i = 0; i < 100; ++i) {
        guard.enter(Burden::light_read);
        guard.leave(Burden::light_read, 2s, now += 100ms);
    }
    EXPECT_EQ(guard.bound(), 32U) << "and never less";

    for (int i = 0; i < 2000; ++i) {
        guard.enter(Burden::light_read);
        guard.leave(Burden::light_read, 1ms, now);
    }
    EXPECT_EQ(guard.bound(), 1000U);
}

TEST(LoadGuard, HeavyWorkMayTakeLong) {
    LoadGuard guard{1000};
    guard.enter(Burden::heavy_read);
    guard.leave(Burden::heavy_read, 100s, kNow);

    EXPECT_EQ(guard.bound(), 1000U);
}

TEST(LoadGuard, ManySlowOnesAtOnceCountOnce) {
    LoadGuard guard{1000};
    for (int i = 0; i < 100; ++i) guard.enter(Burden::light_read);
    for (int i = 0; i < 100; ++i) guard.leave(Burden::light_read, 2s, kNow);

    EXPECT_EQ(guard.bound(), 938U);
}

TEST(LoadGuard, WithoutABoundLetsEverythingIn) {
    LoadGuard guard{0};
    for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(guard.enter(Burden::heavy_read));
}

}  // namespace
}  // namespace callboard::throttle
