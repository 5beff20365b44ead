#include "http/memory_budget.h"

#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

TEST(MemoryBudget, CountsWhatConnectionsHoldAndForgetsIt) {
    MemoryBudget budget{1'000};
    {
        MemoryShare one{budget, 10};
        MemoryShare other{budget, 10};
        EXPECT_EQ(budget.in_use(), 20U);

        EXPECT_TRUE(one.try_hold(500));
        other.hold(100);
        EXPECT_EQ(budget.in_use(), 620U);
        EXPECT_TRUE(one.try_hold(50));
        EXPECT_EQ(budget.in_use(), 170U);
        other.hold(0);
        EXPECT_EQ(budget.in_use(), 70U);
    }
    EXPECT_EQ(budget.in_use(), 0U);
}

TEST(MemoryBudget, RefusesWhatWouldGoOverIt) {
    MemoryBudget budget{1'000};
    MemoryShare one{budget, 0};
    MemoryShare other{budget, 0};
    EXPECT_TRUE(one.try_hold(600));

    EXPECT_FALSE(other.try_hold(401));
    EXPECT_EQ(budget.in_use(), 600U) << "who was refused holds nothing";
    EXPECT_FALSE(budget.has_room_for(401));
    EXPECT_TRUE(budget.has_room_for(400));
    EXPECT_TRUE(other.try_hold(400));
    EXPECT_FALSE(one.try_hold(601));
    EXPECT_TRUE(one.try_hold(600)) << "what it has it may keep";
    EXPECT_EQ(budget.in_use(), 1'000U);
}

TEST(MemoryBudget, CountsAlsoWhatWasNotAskedFor) {
    MemoryBudget budget{100};
    MemoryShare share{budget, 60};

    share.hold(1'000);

    EXPECT_EQ(budget.in_use(), 1'060U);
    EXPECT_TRUE(share.try_hold(500)) << "less is never refused";
    EXPECT_FALSE(share.try_hold(501));
}

TEST(MemoryBudget, MayBeWithoutLimit) {
    MemoryBudget budget{0};
    MemoryShare share{budget, 0};

    EXPECT_TRUE(share.try_hold(std::size_t{1} << 40U));
    EXPECT_TRUE(budget.has_room_for(std::size_t{1} << 40U));
    EXPECT_EQ(budget.in_use(), std::size_t{1} << 40U);
}

TEST(MemoryBudget, IsExactWhenManyThreadsShareIt) {
    MemoryBudget budget{5'000};
    std::atomic<bool> over = false;
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i <= 4; ++i) {
            threads.emplace_back([&, i] {
                for (std::size_t n = 0; n < 20'000; ++n) {
                    MemoryShare share{budget, 1};
                    if (share.try_hold(1'000 * i)) over = over || budget.in_use() > 5'000 + 4 * 4'001;
                    share.hold(n % 7);
                }
            });
        }
    }
    EXPECT_FALSE(over);
    EXPECT_EQ(budget.in_use(), 0U);
}

}  // namespace
}  // namespace callboard::http
