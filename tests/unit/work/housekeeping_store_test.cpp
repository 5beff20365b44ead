#include "work/housekeeping_store.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

class Housekeeping : public test::EachDatabase {
  protected:
    bool may_clean(const std::string& node, std::string_view task = "dishes") {
        return work::may_clean(*db, {.task = task, .node = node, .lease_duration = 3min});
    }
};

TEST_P(Housekeeping, IsDoneByOneServer) {
    EXPECT_TRUE(may_clean("first"));
    EXPECT_FALSE(may_clean("second"));
    EXPECT_TRUE(may_clean("first"));
}

TEST_P(Housekeeping, IsKeptByTheServerThatDoesItRegularly) {
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(may_clean("first"));
        EXPECT_FALSE(may_clean("second"));
        clock.advance(1min);
    }
}

TEST_P(Housekeeping, IsTakenOverFromAServerThatEnded) {
    EXPECT_TRUE(may_clean("first"));
    clock.advance(3min - 1ms);
    EXPECT_FALSE(may_clean("second"));
    clock.advance(1ms);
    EXPECT_TRUE(may_clean("second"));
    EXPECT_FALSE(may_clean("first"));
}

TEST_P(Housekeeping, OtherTasksAreOtherLeases) {
    EXPECT_TRUE(may_clean("first", "dishes"));
    EXPECT_TRUE(may_clean("second", "windows"));
    EXPECT_FALSE(may_clean("first", "windows"));
}

TEST_P(Housekeeping, IsTakenOverAfterAClockWasMovedBack) {
    EXPECT_TRUE(may_clean("first"));
    clock.advance(-24h);
    EXPECT_TRUE(may_clean("second"));
    EXPECT_FALSE(may_clean("first"));
}

RUN_ON_EACH_DATABASE(Housekeeping);

}  // namespace
}  // namespace callboard
