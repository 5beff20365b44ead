#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/doctor_checks.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(DoctorFiles, ADiskThatKeepsEveryChangeWaitingIsAWarning) {
    const Check fast = judged_latency("/data", 1'240us);
    EXPECT_EQ(fast.state, CheckState::ok);
    EXPECT_EQ(fast.message, "1.2 ms to write durably at /data");
    EXPECT_EQ(fast.remedy, "");
    EXPECT_EQ(judged_latency("/data", 30ms).state, CheckState::ok);

    const Check slow = judged_latency("/data", 30'001us);
    EXPECT_EQ(slow.state, CheckState::warning);
    EXPECT_THAT(slow.message, HasSubstr("30.0 ms"));
    EXPECT_NE(slow.remedy, "");
}

}  // namespace
}  // namespace callboard::app
