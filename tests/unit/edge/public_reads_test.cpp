#include "edge/public_reads.h"

#include <array>
#include <atomic>
#include <future>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"

namespace callboard::edge {
namespace {

IpAddress address(std::string_view text) {
    return IpAddress::parse(text).value();
}

const IpAddress kOne = address("203.0.113.1");
const IpAddress kOther = address("203.0.113.2");

// Runs until it is released.
class Read final : public db::ReadWork {
  public:
    Read(std::shared_future<void> until, std::atomic<int>& order)
        : db::ReadWork(std::nullopt), until_(std::move(until)), order_(order) {}

    void run(db::Snapshot&) override {
        thread = std::this_thread::get_id();
        position = ++order_;
        begun = true;
        begun.notify_all();
        until_.wait();
        if (fails) throw internal("as the test wants");
    }
    void done(std::exception_ptr failure) noexcept override { outcome_.set_value(std::move(failure)); }

    // Waits for its end. Nothing: it succeeded.
    std::optional<ErrorKind> failure() {
        const std::exception_ptr outcome = outcome_.get_future().get();
        if (!outcome) return std::nullopt;
        try {
            std::rethrow_exception(outcome);
        } catch (const Error& error) {
            return error.kind;
        }
    }

    std::thread::id thread;
    int position = 0;  // among all reads, in the order in which they began
    std::atomic<bool> begun = false;
    bool fails = false;

  private:
    const std::shared_future<void> until_;
    std::atomic<int>& order_;
    std::promise<std::exception_ptr> outcome_;
};

class PublicReadsTest : public testing::TestWithParam<test::Engine> {
  protected:
    ~PublicReadsTest() override {
        if (!is_released_) release();
        reads_.finish();
    }
    Read& start(const IpAddress& client, bool fails = false) {
        Read& started = all_.emplace_back(until_, order_);
        newest_.insert_or_assign(client, &started);
        started.fails = fails;
        reads_.start(started, client);
        return started;
    }
    Read& last_of(const IpAddress& client) { return *newest_.at(client); }
    // Occupies the thread.
    void start_first() {
        const Read& first = start(address("192.0.2.1"));
        first.begun.wait(false);
    }
    void start_most(const IpAddress& client) {
        for (std::size_t i = 0; i < PublicReads::kMostOfNetwork; ++i) start(client);
    }
    void release() {
        is_released_ = true;
        released_.set_value();
    }

    test::TestDatabase db{GetParam()};
    throttle::LoadGuard guard{0};

  private:
    bool is_released_ = false;
    std::promise<void> released_;
    const std::shared_future<void> until_ = released_.get_future().share();
    std::atomic<int> order_ = 0;
    std::list<Read> all_;
    std::map<IpAddress, Read*> newest_;  // of each client
    PublicReads reads_{*db, 1, &guard};
};

TEST_P(PublicReadsTest, RunOnThreadsOfTheirOwn) {
    release();
    Read& read = start(kOne);

    EXPECT_EQ(read.failure(), std::nullopt);
    EXPECT_NE(read.thread, std::this_thread::get_id());
}

TEST_P(PublicReadsTest, ReportTheirFailure) {
    release();

    EXPECT_EQ(start(kOne, true).failure(), ErrorKind::internal);
}

TEST_P(PublicReadsTest, OfDifferentAddressesTakeTurns) {
    start_first();
    start_most(kOne);
    Read& of_other = start(kOther);
    release();

    EXPECT_EQ(of_other.failure(), std::nullopt);
    EXPECT_EQ(of_other.position, 3) << "after the first one and one of the other address";
}

TEST_P(PublicReadsTest, OfOneNetworkAreLimited) {
    start_first();
    start_most(kOne);

    EXPECT_EQ(start(kOne).failure(), ErrorKind::too_many);
    Read& of_other = start(kOther);
    release();
    EXPECT_EQ(of_other.failure(), std::nullopt);
}

TEST_P(PublicReadsTest, OfOneIpv6SiteAreThoseOfOneNetwork) {
    start_first();
    start_most(address("2001:db8::1"));

    EXPECT_EQ(start(address("2001:db8:0:1::1")).failure(), ErrorKind::too_many);
    Read& of_other = start(address("2001:db8:1::1"));
    release();
    EXPECT_EQ(of_other.failure(), std::nullopt);
}

TEST_P(PublicReadsTest, OfANewNetworkDisplaceTheNewestOfTheOneWithMost) {
    start_first();
    for (std::size_t i = 1; i < PublicReads::kMost / PublicReads::kMostOfNetwork; ++i)
        start_most(address("203.0.113." + std::to_string(i)));
    for (std::size_t i = 1; i < PublicReads::kMostOfNetwork; ++i) start(address("198.51.100.1"));
    start(address("198.51.100.2"));
    Read& newest = last_of(address("203.0.113.1"));

    Read& of_new = start(address("198.51.100.3"));

    EXPECT_EQ(newest.failure(), ErrorKind::overloaded);
    release();
    EXPECT_EQ(of_new.failure(), std::nullopt);
}

TEST_P(PublicReadsTest, AreRefusedIfNoNetworkHasMore) {
    start_first();
    for (std::size_t i = 0; i < PublicReads::kMost; ++i) start(address("203.0.113." + std::to_string(i)));

    EXPECT_EQ(start(address("198.51.100.1")).failure(), ErrorKind::overloaded);
    EXPECT_EQ(start(address("203.0.113.7")).failure(), ErrorKind::overloaded);
}

TEST_P(PublicReadsTest, AreFewerWhileTheServerIsOverloaded) {
    guard.set_most(32);
    start_first();
    start(kOne);
    EXPECT_EQ(start(kOne).failure(), ErrorKind::too_many) << "one of four places";

    std::array<throttle::LoadGuard::Ticket, 5> waiting;
    for (throttle::LoadGuard::Ticket& each : waiting)
        EXPECT_TRUE(guard.enter(throttle::LoadClass::public_read, each));
    throttle::LoadGuard::Ticket of_another;
    EXPECT_TRUE(guard.enter(throttle::LoadClass::public_read, of_another)) << "with all that wait and run";

    guard.set_most(0);
    Read& later = start(kOne);
    release();
    EXPECT_EQ(later.failure(), std::nullopt) << "without a bound more wait";
}

TEST_P(PublicReadsTest, AreAllRunWhenSomeWereDisplaced) {
    start_first();
    for (std::size_t i = 1; i <= PublicReads::kMost / PublicReads::kMostOfNetwork; ++i)
        start_most(address("203.0.113." + std::to_string(i)));
    std::vector<Read*> later;
    for (int i = 1; i <= 20; ++i) later.push_back(&start(address("198.51.100." + std::to_string(i))));
    release();

    for (Read* const each : later) EXPECT_EQ(each->failure(), std::nullopt);
    EXPECT_EQ(start(kOne).failure(), std::nullopt);
}

RUN_ON_EACH_DATABASE(PublicReadsTest);

}  // namespace
}  // namespace callboard::edge
