#include "throttle/load_guard.h"

#include <deque>

#include <gtest/gtest.h>

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

constexpr Stopwatch::Instant kNow{1h};

class LoadGuards : public testing::Test {
  protected:
    static bool enter(LoadGuard& guard, LoadClass load_class, std::deque<LoadGuard::Ticket>& tickets) {
        return guard.enter(load_class, tickets.emplace_back());
    }
    static void work(LoadGuard& guard, LoadClass load_class, std::chrono::nanoseconds took,
                     Stopwatch::Instant now) {
        LoadGuard::Ticket ticket;
        guard.enter(load_class, ticket);
        ticket.done(took, now);
    }
};

TEST_F(LoadGuards, TurnHeavyReadsAwayFirstThenWritesThenTheRest) {
    LoadGuard guard{8};
    std::deque<LoadGuard::Ticket> tickets;

    for (int i = 0; i < 2; ++i) EXPECT_TRUE(enter(guard, LoadClass::public_read, tickets));
    EXPECT_FALSE(enter(guard, LoadClass::public_read, tickets));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(enter(guard, LoadClass::heavy_read, tickets));
    EXPECT_FALSE(enter(guard, LoadClass::heavy_read, tickets));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(enter(guard, LoadClass::write, tickets));
    EXPECT_FALSE(enter(guard, LoadClass::write, tickets));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(enter(guard, LoadClass::light_read, tickets));
    EXPECT_FALSE(enter(guard, LoadClass::light_read, tickets));
    EXPECT_EQ(guard.in_flight(), 8U);
}

TEST_F(LoadGuards, LetInAgainWhenATicketIsGone) {
    LoadGuard guard{1};
    {
        LoadGuard::Ticket first;
        LoadGuard::Ticket second;
        EXPECT_TRUE(guard.enter(LoadClass::light_read, first));
        EXPECT_FALSE(guard.enter(LoadClass::light_read, second));
        first.leave();
        first.leave();
        EXPECT_TRUE(guard.enter(LoadClass::light_read, second));
    }
    EXPECT_EQ(guard.in_flight(), 0U);
}

TEST_F(LoadGuards, AlwaysLetOneListIn) {
    LoadGuard guard{1};
    LoadGuard::Ticket ticket;
    EXPECT_TRUE(guard.enter(LoadClass::heavy_read, ticket));
}

TEST_F(LoadGuards, LetLessInWhileLightWorkIsSlowAndMoreWhenItIsQuickAgain) {
    LoadGuard guard{1000};
    auto now = kNow;
    for (int i = 0; i < 100; ++i) work(guard, LoadClass::light_read, 2s, now += 100ms);
    EXPECT_EQ(guard.bound(), 32U) << "and never less";

    for (int i = 0; i < 2000; ++i) work(guard, LoadClass::light_read, 1ms, now);
    EXPECT_EQ(guard.bound(), 1000U);
}

TEST_F(LoadGuards, LetHeavyWorkTakeLong) {
    LoadGuard guard{1000};
    work(guard, LoadClass::heavy_read, 100s, kNow);

    EXPECT_EQ(guard.bound(), 1000U);
}

TEST_F(LoadGuards, CountManySlowOnesAtOnceAsOne) {
    LoadGuard guard{1000};
    for (int i = 0; i < 100; ++i) work(guard, LoadClass::light_read, 2s, kNow);

    EXPECT_EQ(guard.bound(), 938U);
}

TEST_F(LoadGuards, WithoutABoundLetEverythingIn) {
    LoadGuard guard{0};
    std::deque<LoadGuard::Ticket> tickets;
    for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(enter(guard, LoadClass::heavy_read, tickets));
}

TEST_F(LoadGuards, KeepTheirBoundIfTheLimitIsTheSame) {
    LoadGuard guard{1000};
    work(guard, LoadClass::light_read, 2s, kNow);
    const auto lowered = guard.bound();
    ASSERT_LT(lowered, 1000U);

    guard.set_most(1000);
    EXPECT_EQ(guard.bound(), lowered);
    guard.set_most(999);
    EXPECT_EQ(guard.bound(), 999U);
}

TEST_F(LoadGuards, TakeAnotherLimitWhileRequestsRun) {
    LoadGuard guard{8};
    std::deque<LoadGuard::Ticket> tickets;
    for (int i = 0; i < 8; ++i) EXPECT_TRUE(enter(guard, LoadClass::light_read, tickets));

    guard.set_most(4);
    EXPECT_EQ(guard.bound(), 4U);
    tickets.clear();
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(enter(guard, LoadClass::light_read, tickets));
    EXPECT_FALSE(enter(guard, LoadClass::light_read, tickets));

    guard.set_most(0);
    EXPECT_TRUE(enter(guard, LoadClass::light_read, tickets));
    guard.set_most(5);
    EXPECT_TRUE(enter(guard, LoadClass::light_read, tickets)) << "what ran without a limit is not counted";
    EXPECT_FALSE(enter(guard, LoadClass::light_read, tickets));
    tickets.clear();
    EXPECT_EQ(guard.in_flight(), 0U);
}

}  // namespace
}  // namespace callboard::throttle
