#include "throttle/failure_limit.h"

#include <gtest/gtest.h>

#include "support/manual_clock.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;

class FailureLimits : public testing::Test {
  protected:
    test::ManualStopwatch stopwatch;
    FailureLimit limit{3, 60s, stopwatch};
};

TEST_F(FailureLimits, LetSoManyFailInAnInterval) {
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(limit.begin("ada"));

    EXPECT_EQ(limit.begin("ada"), 60s);
    EXPECT_FALSE(limit.begin("bob"));
}

TEST_F(FailureLimits, CountFromEachFailure) {
    limit.begin("ada");
    stopwatch.advance(30s);
    limit.begin("ada");
    limit.begin("ada");

    stopwatch.advance(29s);
    EXPECT_EQ(limit.begin("ada"), 1s);
    stopwatch.advance(1s);
    EXPECT_FALSE(limit.begin("ada"));
    EXPECT_EQ(limit.begin("ada"), 30s);
}

TEST_F(FailureLimits, DoNotCountWhatSucceeded) {
    for (int i = 0; i < 10; ++i) {
        ASSERT_FALSE(limit.begin("ada"));
        limit.succeeded("ada");
    }
}

TEST_F(FailureLimits, DoNotCountWhatTheyRefused) {
    for (int i = 0; i < 3; ++i) limit.begin("ada");
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(limit.begin("ada"));

    stopwatch.advance(60s);

    EXPECT_FALSE(limit.begin("ada"));
}

}  // namespace
}  // namespace callboard::throttle
