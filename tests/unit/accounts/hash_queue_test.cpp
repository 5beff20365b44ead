#include "accounts/hash_queue.h"

#include <algorithm>
#include <future>
#include <latch>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace callboard::accounts {
namespace {

using testing::ElementsAre;

int nice_value() {
    return getpriority(PRIO_PROCESS, 0);  // of the calling thread
}

// The first item blocks the queue until the test releases it.
class HashQueues : public testing::Test {
  protected:
    void block(HashQueue& queue) {
        EXPECT_TRUE(queue.accept({.failures = 0,
                                  .kibibytes = 8,
                                  .compute =
                                      [this](const HashMemory&) {
                                          busy_.count_down();
                                          released_.wait();
                                      },
                                  .done = [](bool) {}}));
        busy_.wait();
    }
    void release() { released_.count_down(); }

    bool add(HashQueue& queue, const std::string& name, int failures) {
        return queue.accept(
            {.failures = failures,
             .kibibytes = 8,
             .compute = [](const HashMemory&) {},
             .done = [this, name](bool computed) { done.push_back(name + (computed ? "" : " refused")); }});
    }

    std::vector<std::string> done;

  private:
    std::latch busy_{1};
    std::latch released_{1};
};

TEST_F(HashQueues, ComputeWithTheMemoryThatWasAskedFor) {
    HashQueue queue{10};
    std::promise<bool> matched;
    auto job =
        std::make_shared<HashJob>(HashJob::for_comparison(Secret{"right"}, hash_password(Secret{"right"})));

    ASSERT_TRUE(
        queue.accept({.failures = 0,
                      .kibibytes = job->kibibytes(),
                      .compute = [job](const HashMemory& memory) { job->run(memory); },
                      .done = [&](bool computed) { matched.set_value(computed && job->matches()); }}));

    EXPECT_TRUE(matched.get_future().get());
}

// Priority inversion: a thread that waits for a lock waits until its holder is scheduled, so the low-priority
// thread must hold none.
TEST_F(HashQueues, DoNothingButComputeAtLowPriority) {
    HashQueue queue{10};
    std::promise<int> computing;
    std::promise<int> afterwards;

    ASSERT_TRUE(queue.accept({.failures = 0,
                              .kibibytes = 8,
                              .compute = [&](const HashMemory&) { computing.set_value(nice_value()); },
                              .done = [&](bool) { afterwards.set_value(nice_value()); }}));

    EXPECT_EQ(computing.get_future().get(), std::min(nice_value() + 10, 19));
    EXPECT_EQ(afterwards.get_future().get(), nice_value());
}

TEST_F(HashQueues, LetThoseWithFewerFailuresGoFirst) {
    HashQueue queue{10};
    block(queue);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(add(queue, "guesser", 30));
    EXPECT_TRUE(add(queue, "first", 1));
    EXPECT_TRUE(add(queue, "second", 1));

    release();
    queue.finish();

    EXPECT_THAT(done, ElementsAre("first", "second", "guesser", "guesser", "guesser"));
}

TEST_F(HashQueues, ThatAreFullMakeRoomForThoseWithFewerFailures) {
    HashQueue queue{2};
    block(queue);
    EXPECT_TRUE(add(queue, "guesser", 30));
    EXPECT_TRUE(add(queue, "another", 20));

    EXPECT_FALSE(add(queue, "third", 30)) << "all that wait have as few";
    EXPECT_TRUE(add(queue, "ada", 1));
    EXPECT_THAT(done, ElementsAre("guesser refused"));

    release();
    queue.finish();
    EXPECT_THAT(done, ElementsAre("guesser refused", "ada", "another"));
}

TEST_F(HashQueues, FinishWhatTheyAcceptedAndTakeNoMore) {
    HashQueue queue{10};
    block(queue);
    EXPECT_TRUE(add(queue, "last", 1));

    release();
    queue.finish();

    EXPECT_THAT(done, ElementsAre("last"));
    EXPECT_FALSE(add(queue, "late", 1));
    EXPECT_EQ(queue.waiting(), 0U);
}

}  // namespace
}  // namespace callboard::accounts
