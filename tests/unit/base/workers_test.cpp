#include "base/workers.h"

#include <atomic>
#include <filesystem>
#include <future>
#include <iterator>
#include <latch>
#include <memory>

#include <gtest/gtest.h>

namespace callboard {
namespace {

// Blocks the only thread of the workers until it is released. Constructed before the workers, to outlive
// them.
class Obstacle {
  public:
    void occupy(Workers& workers) {
        EXPECT_TRUE(workers.accept([this] {
            busy_.count_down();
            released_.wait();
        }));
        busy_.wait();
    }
    void release() { released_.count_down(); }

  private:
    std::latch busy_{1};
    std::latch released_{1};
};

TEST(Workers, DoWhatTheyAccept) {
    std::promise<int> done;
    Workers workers{2, 10};

    EXPECT_TRUE(workers.accept([&] { done.set_value(42); }));

    EXPECT_EQ(done.get_future().get(), 42);
}

TEST(Workers, WorkSideBySide) {
    std::latch together{3};
    std::latch done{3};
    Workers workers{3, 10};

    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(workers.accept([&] {
            together.arrive_and_wait();
            done.count_down();
        }));
    }

    done.wait();
}

TEST(Workers, MayBeStartedWhenTheyAreNeeded) {
    std::latch together{3};
    std::latch done{3};
    Workers workers{3, 10, Workers::Start::when_needed};
    const auto threads = [] {
        const std::filesystem::directory_iterator all{"/proc/self/task"};
        return std::distance(begin(all), end(all));
    };
    const auto before = threads();
    for (int i = 0; i < 10; ++i) {
        std::promise<void> one;
        EXPECT_TRUE(workers.accept([&] { one.set_value(); }));
        one.get_future().wait();
    }
    EXPECT_LE(threads(), before + 3);

    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(workers.accept([&] {
            together.arrive_and_wait();
            done.count_down();
        }));
    }

    done.wait();
    EXPECT_EQ(threads(), before + 3);
}

TEST(Workers, RefuseWhatDoesNotFitIntoTheQueue) {
    Obstacle obstacle;
    Workers workers{1, 2};
    obstacle.occupy(workers);

    EXPECT_EQ(workers.waiting(), 0U);
    EXPECT_TRUE(workers.accept([] {}));
    EXPECT_TRUE(workers.accept([] {}));
    EXPECT_FALSE(workers.accept([] { ADD_FAILURE() << "refused work was done"; }));
    EXPECT_EQ(workers.waiting(), 2U);

    obstacle.release();
}

TEST(Workers, AcceptAgainWhenThereIsRoom) {
    Obstacle first;
    std::promise<void> second_began;
    Workers workers{1, 1};
    first.occupy(workers);
    EXPECT_TRUE(workers.accept([&] { second_began.set_value(); }));
    EXPECT_FALSE(workers.accept([] {}));

    first.release();
    second_began.get_future().wait();

    EXPECT_TRUE(workers.accept([] {}));
}

TEST(Workers, FinishWhatTheyAcceptedBeforeTheyGo) {
    std::atomic<int> done = 0;
    Obstacle obstacle;
    {
        Workers workers{1, 100};
        obstacle.occupy(workers);
        for (int i = 0; i < 100; ++i) EXPECT_TRUE(workers.accept([&] { ++done; }));
        obstacle.release();
    }

    EXPECT_EQ(done, 100);
}

TEST(Workers, LetGoOfWorkThatIsDone) {
    const auto held = std::make_shared<int>(1);
    {
        Workers workers{1, 10};
        EXPECT_TRUE(workers.accept([held] {}));
    }

    EXPECT_EQ(held.use_count(), 1);
}

}  // namespace
}  // namespace callboard
