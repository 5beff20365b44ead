#include "base/thread_priority.h"

#include <thread>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

namespace callboard {
namespace {

TEST(ThreadPriority, IsLoweredForTheCallingThreadOnly) {
    const int before = getpriority(PRIO_PROCESS, 0);
    int policy = 0;
    int nice = 0;

    std::thread{[&] {
        lower_thread_priority();
        policy = sched_getscheduler(0);
        nice = getpriority(PRIO_PROCESS, 0);
    }}.join();

    EXPECT_EQ(policy, SCHED_BATCH);
    EXPECT_GE(nice, 10);
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), before);
}

}  // namespace
}  // namespace callboard
