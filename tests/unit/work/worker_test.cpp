#include "work/worker.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/eventually.h"
#include "support/queue_table.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::eventually;
using testing::AnyOf;
using testing::ElementsAre;
using work::RowId;

// Runs the body of the test.
class Chores final : public work::Handler {
  public:
    explicit Chores(const work::Queue& queue) : queue_(queue) {}

    void run(work::Run& run) override {
        {
            const std::lock_guard lock{mutex_};
            began_.push_back(run.id());
        }
        body(run);
    }
    void fail(work::Run& run, std::string_view /*reason*/) override { finish(run, "FAILED"); }
    void note_retry(const work::Run& /*run*/, std::string_view /*reason*/) override { ++retries; }
    void clean_up(const work::Run& run) override { (run.is_lost() ? lost : cleaned)++; }
    void maintain(const std::stop_token& /*stop*/) override { ++rounds; }

    bool finish(work::Run& run, std::string_view status) {
        return run.finish([&](db::Tx& tx) { return queue_.finish(tx, run.id(), run.token(), status); });
    }
    std::vector<RowId> began() {
        const std::lock_guard lock{mutex_};
        return began_;
    }

    std::function<void(work::Run&)> body = [this](work::Run& run) { finish(run, "DONE"); };
    std::atomic<int> retries = 0;
    std::atomic<int> cleaned = 0;
    std::atomic<int> lost = 0;
    std::atomic<int> rounds = 0;

  private:
    const work::Queue& queue_;
    std::mutex mutex_;
    std::vector<RowId> began_;
};

class WorkWorker : public test::QueueTest {
  protected:
    std::unique_ptr<work::Worker> start(std::chrono::milliseconds lease = 60s) {
        return std::make_unique<work::Worker>(
            *db, clock, db.log, queue, chores,
            work::WorkerOptions{
                .node = "here", .lease_duration = lease, .poll_interval = 2ms, .retry_delays = {1ms, 4ms}});
    }
    bool becomes(const RowId& id, std::string_view status) {
        return eventually([&] { return find(id)->status == status; });
    }
    // Returns when the run is asked to stop.
    static void wait(work::Run& run) {
        EXPECT_TRUE(eventually([&] { return run.stop().stop_requested(); }));
        throw timed_out();
    }

    Chores chores{queue};
};

// So that requests do not wait for it.
TEST_P(WorkWorker, RunsWithALowPriorityAndAShortSlice) {
    struct Scheduling {
        std::uint32_t size, policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t slice, deadline, period;
    };
    Scheduling found{};
    chores.body = [&](work::Run& run) {
        EXPECT_EQ(syscall(SYS_sched_getattr, 0, &found, sizeof found, 0U), 0);
        chores.finish(run, "DONE");
    };
    const RowId id = given();
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "DONE"));
    EXPECT_EQ(found.policy, static_cast<std::uint32_t>(SCHED_BATCH));
    EXPECT_GE(found.nice, 10);
    EXPECT_THAT(found.slice, AnyOf(100'000U, 0U)) << "Linux before 6.12 does not tell it";
}

TEST_P(WorkWorker, WorksOffWhatIsThereAndWhatComes) {
    const RowId first = given();
    const auto worker = start();
    EXPECT_TRUE(becomes(first, "DONE"));
    const RowId second = given();
    EXPECT_TRUE(becomes(second, "DONE"));
    EXPECT_EQ(find(second)->attempts, 1);
    EXPECT_GT(chores.rounds, 0);
}

TEST_P(WorkWorker, ACompanyWithMuchWorkDoesNotHoldUpTheOthers) {
    std::vector<RowId> of_the_first;
    for (int i = 0; i < 3; ++i) of_the_first.push_back(given(1));
    const RowId of_the_second = given(2);
    const auto worker = start();
    EXPECT_TRUE(becomes(of_the_first[2], "DONE"));
    EXPECT_THAT(chores.began(),
                ElementsAre(of_the_first[0], of_the_second, of_the_first[1], of_the_first[2]));
}

// The clock of the database does not advance.
TEST_P(WorkWorker, TriesThreeTimesAndThenItHasFailed) {
    chores.body = [](work::Run&) { throw std::runtime_error("does not work"); };
    const RowId id = given();
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "FAILED"));
    EXPECT_EQ(find(id)->attempts, 3);
    EXPECT_EQ(chores.retries, 2);
    EXPECT_EQ(chores.cleaned, 3);
}

TEST_P(WorkWorker, WhatCannotSucceedIsNotTriedAgain) {
    chores.body = [](work::Run&) { throw internal("unreadable"); };
    const RowId id = given();
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "FAILED"));
    EXPECT_EQ(find(id)->attempts, 1);
}

TEST_P(WorkWorker, TroubleThatPassesDoesNotCountAsAnAttempt) {
    chores.body = [&](work::Run& run) {
        if (chores.retries < 5) throw unavailable("the disk is full");
        chores.finish(run, "DONE");
    };
    const RowId id = given();
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "DONE"));
    EXPECT_EQ(find(id)->attempts, 1);
}

TEST_P(WorkWorker, ButNotForEver) {
    chores.body = [](work::Run&) { throw unavailable("the disk is full"); };
    const RowId id = given();
    clock.advance(1h);
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "FAILED"));
    EXPECT_EQ(find(id)->attempts, 3);
}

TEST_P(WorkWorker, WhatThreeServersDidNotSurviveIsNotBegun) {
    const RowId id = given();
    for (int i = 0; i < 3; ++i)
        db->write(std::nullopt, [&](db::Tx& tx) {
            queue.claim(tx, {.node = "here", .token = "t", .duration = 60s}, {});
            queue.make_all_due(tx, "here");
        });
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "FAILED"));
    EXPECT_TRUE(chores.began().empty());
}

TEST_P(WorkWorker, RenewsTheLeaseWhileItWorks) {
    std::atomic<bool> may_end = false;
    chores.body = [&](work::Run& run) {
        run.set_progress(42);
        EXPECT_TRUE(eventually([&] { return may_end.load(); }));
        chores.finish(run, "DONE");
    };
    const RowId id = given();
    const auto worker = start(40ms);  // renewed every 10 ms
    EXPECT_TRUE(eventually([&] { return find(id)->done == 42; }));
    clock.advance(30ms);
    EXPECT_TRUE(eventually([&] { return find(id)->leased_until == clock.now() + 40ms; }));
    may_end = true;
    EXPECT_TRUE(becomes(id, "DONE"));
}

TEST_P(WorkWorker, ARunThatLostItsLeaseIsStoppedAndCannotReport) {
    std::atomic<int> reported = 0;
    chores.body = [&](work::Run& run) {
        EXPECT_TRUE(eventually([&] { return run.stop().stop_requested(); }));
        EXPECT_TRUE(run.is_lost());
        if (chores.finish(run, "DONE")) ++reported;
        throw timed_out();
    };
    const RowId id = given();
    const auto worker = start(40ms);
    EXPECT_TRUE(eventually([&] { return !chores.began().empty(); }));
    remove(id);
    EXPECT_TRUE(eventually([&] { return chores.lost == 1; }));
    EXPECT_EQ(reported, 0);
}

TEST_P(WorkWorker, WritesTheOutcomeOnceTheDatabaseIsBack) {
    int failures = 0;
    chores.body = [&](work::Run& run) {
        run.finish([&](db::Tx& tx) {
            if (++failures < 10) throw unavailable("the database is away");
            return queue.finish(tx, run.id(), run.token(), "DONE");
        });
    };
    const RowId id = given();
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "DONE"));
    EXPECT_EQ(find(id)->attempts, 1);
}

TEST_P(WorkWorker, AnOutcomeThatCannotBeWrittenHoldsUpNoOtherRow) {
    const RowId unwritable = given();
    const RowId other = given();
    chores.body = [&](work::Run& run) {
        if (run.id() == other) {
            chores.finish(run, "DONE");
            return;
        }
        EXPECT_FALSE(run.finish([](db::Tx&) -> bool { throw internal("a fault of the program"); }));
    };
    const auto worker = start();
    EXPECT_TRUE(becomes(other, "DONE"));
    EXPECT_EQ(find(unwritable)->node, "here") << "until its lease has run out";
}

TEST_P(WorkWorker, ReleasesWhatItDoesWhenTheServerEnds) {
    chores.body = wait;
    const RowId begun = given();
    const RowId waiting = given();
    auto worker = start();
    EXPECT_TRUE(eventually([&] { return !chores.began().empty(); }));
    worker.reset();
    EXPECT_THAT(chores.began(), ElementsAre(begun));
    for (const RowId& id : {begun, waiting}) {
        EXPECT_EQ(find(id)->status, "PENDING");
        EXPECT_EQ(find(id)->attempts, 0);
        EXPECT_EQ(find(id)->node, "");
    }
    EXPECT_EQ(chores.cleaned, 1);
}

TEST_P(WorkWorker, TakesBackWhatItHeldWhenItWasKilled) {
    const RowId id = given();
    db->write(std::nullopt,
              [&](db::Tx& tx) { queue.claim(tx, {.node = "here", .token = "dead", .duration = 60s}, {}); });
    const auto worker = start();
    EXPECT_TRUE(becomes(id, "DONE"));
    EXPECT_EQ(find(id)->attempts, 2);
}

RUN_ON_EACH_DATABASE(WorkWorker);

}  // namespace
}  // namespace callboard
