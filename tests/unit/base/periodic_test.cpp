#include "base/periodic.h"

#include <atomic>
#include <future>
#include <thread>

#include <gtest/gtest.h>

namespace callboard {
namespace {

using namespace std::chrono_literals;

TEST(Periodic, DoesItAgainAndAgain) {
    std::atomic<int> times = 0;
    std::promise<void> three_times;

    const Periodic periodic{1ms, [&] {
                                if (++times == 3) three_times.set_value();
                            }};

    three_times.get_future().wait();
    EXPECT_GE(times, 3);
}

TEST(Periodic, DoesNothingMoreOnceItIsGone) {
    std::atomic<bool> gone = false;
    std::atomic<bool> late = false;
    std::promise<void> began;
    std::atomic<bool> has_begun = false;

    {
        const Periodic periodic{1ms, [&] {
                                    if (!has_begun.exchange(true)) began.set_value();
                                    if (gone) late = true;
                                }};
        began.get_future().wait();
    }
    gone = true;

    EXPECT_FALSE(late);
}

TEST(Periodic, NeedNotWaitForItsTimeToGo) {
    bool called = false;

    {
        const Periodic periodic{24h, [&] { called = true; }};
    }

    EXPECT_FALSE(called);
}

TEST(Periodic, WorksOnAThreadOfItsOwn) {
    std::promise<std::thread::id> worker;
    bool has_begun = false;

    const Periodic periodic{1ms, [&] {
                                if (!std::exchange(has_begun, true))
                                    worker.set_value(std::this_thread::get_id());
                            }};

    EXPECT_NE(worker.get_future().get(), std::this_thread::get_id());
}

}  // namespace
}  // namespace callboard
