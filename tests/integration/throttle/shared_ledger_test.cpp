// Budgets shared by several servers through a real Redis, and the behaviour without it.
#include "throttle/shared_ledger.h"

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "integration/throttle/ledger_node.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/free_port.h"
#include "support/redis.h"

namespace callboard::throttle {
namespace {

using namespace std::chrono_literals;
using test::eventually;

class SharedBudgets : public testing::Test {
  protected:
    void SetUp() override {
        one.wait_until_shared();
        other.wait_until_shared();
    }

    std::unique_ptr<Permit> ask(Node& node, Claims claims, std::uint8_t user = 1) {
        Subject subject;
        subject.digest.fill(user);
        return node.admit(subject, claims);
    }

    const std::vector<Claim> customer{{.policy = Policy::customer_api, .limit = {.requests = 10}}};
    const std::vector<Claim> slots{{.policy = Policy::customer_api, .limit = {.concurrent = 2}}};
    const std::vector<Claim> publication{{.policy = Policy::customer_api, .limit = {.requests = 10}},
                                         {.policy = Policy::publication, .limit = {.requests = 2}}};
    test::RedisServer redis;
    Node one{redis.url()};
    Node other{redis.url()};
};

TEST_F(SharedBudgets, AreOneForAllServers) {
    for (int i = 0; i < 10; ++i) {
        const auto permit = ask(i % 2 == 0 ? one : other, customer);
        ASSERT_FALSE(permit->refused);
        EXPECT_EQ(permit->rate->remaining, 9 - i);
    }

    const auto refused = ask(other, customer);

    ASSERT_TRUE(refused->refused);
    EXPECT_EQ(refused->refused->policy, Policy::customer_api);
    EXPECT_EQ(refused->refused->reason, Reason::rate);
    EXPECT_EQ(refused->refused->retry_after, 1s);
    EXPECT_EQ(refused->rate->remaining, 0);
    EXPECT_FALSE(ask(one, customer, 2)->refused) << "another user";
}

TEST_F(SharedBudgets, ComeBackOnePeriodAfterTheRequestThatTookThem) {
    const std::vector<Claim> quick{{.policy = Policy::customer_api, .limit = {.requests = 1, .period = 1s}}};
    EXPECT_FALSE(ask(one, quick)->refused);
    EXPECT_TRUE(ask(other, quick)->refused);

    EXPECT_TRUE(eventually([&] { return !ask(other, quick)->refused; }));
}

TEST_F(SharedBudgets, AreChargedInAllPoliciesOrInNone) {
    for (int i = 0; i < 2; ++i) EXPECT_FALSE(ask(one, publication)->refused);
    const auto refused = ask(other, publication);
    EXPECT_EQ(refused->refused->policy, Policy::publication);
    EXPECT_EQ(refused->rate->limit, 2);

    EXPECT_EQ(ask(other, customer)->rate->remaining, 7);
}

TEST_F(SharedBudgets, SlotsAreTakenAndGivenBackOnEveryServer) {
    auto first = ask(one, slots);
    auto second = ask(other, slots);
    EXPECT_EQ(second->concurrency->remaining, 0);
    EXPECT_EQ(ask(one, slots)->refused->reason, Reason::concurrency);

    first.reset();

    EXPECT_TRUE(eventually([&] { return !ask(other, slots)->refused; }));
}

TEST_F(SharedBudgets, ASlotThatIsTakenAgainCounts) {
    auto first = ask(one, slots);
    first->release();
    first->reacquire();
    ASSERT_TRUE(eventually([&] { return ask(one, slots)->concurrency->remaining == 0; }));

    first->release();

    EXPECT_TRUE(eventually([&] { return ask(one, slots)->concurrency->remaining == 1; }));
}

TEST_F(SharedBudgets, SlotsAreLeasesThatEndWithoutTheirServer) {
    auto held = ask(one, slots);

    const std::string left = redis.ask("PTTL callboard:{01010101010101010101010101010101}:customer_api");

    const int ms = std::stoi(left.substr(1));
    EXPECT_GT(ms, 14'000);
    EXPECT_LE(ms, 15'000);
}

TEST_F(SharedBudgets, ABucketOverflowsForAllServers) {
    const std::vector<Claim> analytics{
        {.policy = Policy::analytics, .operation = 3, .limit = {.drained = 100'000, .bucket = 100'000}}};
    auto first = ask(one, analytics);
    first->charge(1'000'000);

    std::unique_ptr<Permit> refused;
    ASSERT_TRUE(eventually([&] { return (refused = ask(other, analytics))->refused.has_value(); }));
    EXPECT_EQ(refused->refused->reason, Reason::size);
    EXPECT_EQ(refused->refused->retry_after, 9s);
}

// The returned wait is sufficient, and one second less is not. Time passes by changing the account in Redis.
TEST_F(SharedBudgets, ABucketIsOpenAfterTheReturnedWaitAndNoSecondBefore) {
    const std::vector<Claim> analytics{
        {.policy = Policy::analytics, .operation = 3, .limit = {.drained = 100'000, .bucket = 100'000}}};
    const auto seconds_pass = [&](std::int64_t seconds) {
        return redis.ask(
            "EVAL \"for _, key in ipairs(redis.call('KEYS', '*:analytics*')) do "
            "local a = cmsgpack.unpack(redis.call('GET', key)) "
            "redis.call('SET', key, cmsgpack.pack({a[1], a[2], a[3] - ARGV[1] * 1000000}), 'KEEPTTL') end "
            "return 'moved'\" 0 " +
            std::to_string(seconds));
    };
    std::mt19937_64 random{99};
    for (std::uint8_t user = 1; user <= 20; ++user) {
        // The excess bytes take a few whole seconds and most of another one: more than the test itself takes.
        const auto whole = static_cast<std::int64_t>(random() % 200);
        const auto bytes = 100'000 + whole * 100'000 + 60'000 + static_cast<std::int64_t>(random() % 40'000);
        ask(one, analytics, user)->charge(bytes);

        std::unique_ptr<Permit> refused;
        ASSERT_TRUE(eventually([&] { return (refused = ask(other, analytics, user))->refused.has_value(); }));
        ASSERT_EQ(refused->refused->retry_after.count(), whole + 1) << bytes;
        ASSERT_EQ(seconds_pass(whole), "$5\r\nmoved\r\n");
        refused = ask(other, analytics, user);
        ASSERT_TRUE(refused->refused) << bytes;
        ASSERT_EQ(refused->refused->retry_after, 1s) << bytes;
        seconds_pass(1);
        ASSERT_FALSE(ask(one, analytics, user)->refused) << bytes;
    }
}

TEST_F(SharedBudgets, AllKeysOfAUserHaveOneHashTagAndAreForgotten) {
    ask(one, publication);
    EXPECT_EQ(redis.ask("EXISTS callboard:{01010101010101010101010101010101}:customer_api "
                        "callboard:{01010101010101010101010101010101}:publication"),
              ":2\r\n");

    EXPECT_TRUE(eventually([&] { return redis.ask("DBSIZE") == ":0\r\n"; }));
}

// Repeated for another user if Redis did not answer in time once, because the machine was slow.
TEST_F(SharedBudgets, AreNeverExceededWhenManyAskAtOnce) {
    const auto local_decisions = [&] {
        return one.ledger().local_decisions() + other.ledger().local_decisions();
    };
    const std::vector<Claim> claims{
        {.policy = Policy::customer_api, .limit = {.requests = 500, .period = std::chrono::minutes{10}}}};
    for (std::uint8_t user = 1; user <= 5; ++user) {
        std::atomic<int> admitted = 0;
        const auto before = local_decisions();
        {
            std::vector<std::jthread> threads;
            for (Node* node : {&one, &other, &one, &other})
                threads.emplace_back([&, node] {
                    for (int i = 0; i < 500; ++i)
                        if (!ask(*node, claims, user)->refused) ++admitted;
                });
        }
        if (local_decisions() != before) continue;
        EXPECT_EQ(admitted, 500);
        return;
    }
    FAIL() << "Redis never answered all in time";
}

TEST_F(SharedBudgets, WithoutRedisEachServerGoesOnAloneAndComesBack) {
    redis.kill();
    one.wait_until_alone();
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(ask(one, customer)->refused);
    EXPECT_TRUE(ask(one, customer)->refused) << "its own limits hold";
    EXPECT_GT(one.ledger().local_decisions(), 10U);

    redis.start();

    one.wait_until_shared();
    other.wait_until_shared();
    for (int i = 0; i < 5; ++i) ask(one, customer, 9);
    EXPECT_EQ(ask(other, customer, 9)->rate->remaining, 4) << "the function was loaded again";
}

TEST_F(SharedBudgets, ARedisThatDoesNotAnswerHoldsNobodyUpForLong) {
    redis.pause();

    EXPECT_FALSE(ask(one, customer)->refused) << "it does not wait for Redis to come back";

    one.wait_until_alone();
    EXPECT_FALSE(ask(one, customer)->refused);
    redis.proceed();
    one.wait_until_shared();
}

TEST_F(SharedBudgets, ASlotThatWasGivenBackWhileRedisWasAwayIsFreeWhenItReturns) {
    const std::vector<Claim> single{{.policy = Policy::candidate_list, .limit = {.concurrent = 1}}};
    auto held = ask(one, single);
    ASSERT_FALSE(held->refused);
    redis.pause();
    ask(one, customer);  // until the disconnection is noticed
    one.wait_until_alone();

    held->release();
    redis.proceed();

    one.wait_until_shared();
    EXPECT_TRUE(eventually([&] { return !ask(one, single)->refused; })) << "and not only when the lease ends";
}

TEST_F(SharedBudgets, AFunctionThatSomebodyRemovedIsLoadedAgain) {
    const auto decided_by_redis = [&](std::uint8_t user) {
        const auto before = one.ledger().local_decisions();
        EXPECT_FALSE(ask(one, customer, user)->refused);
        return one.ledger().local_decisions() == before;
    };
    redis.ask("FUNCTION FLUSH");

    EXPECT_FALSE(decided_by_redis(1));
    std::uint8_t user = 1;
    EXPECT_TRUE(eventually([&] { return decided_by_redis(++user); }));
}

TEST_F(SharedBudgets, ARedisThatBecomesAReplicaIsLikeOneThatIsAway) {
    redis.ask("REPLICAOF 127.0.0.1 1");
    EXPECT_FALSE(ask(one, customer)->refused);
    ASSERT_NO_FATAL_FAILURE(one.wait_until_alone());

    redis.ask("REPLICAOF NO ONE");
    one.wait_until_shared();
}

// During an update servers of two versions share a Redis, and each loads its own functions when it connects.
TEST_F(SharedBudgets, ServersOfAnotherVersionDoNotReplaceOurFunctions) {
    const auto load = [&](const std::string& library) {
        return redis.ask("FUNCTION LOAD REPLACE \"#!lua name=" + library + "\\nredis.register_function('" +
                         library + "_admit', function(keys, args) return 'of another version' end)\"");
    };
    const auto local_decisions = one.ledger().local_decisions() + other.ledger().local_decisions();
    for (const std::string library : {"callboard", "callboard_0123456789ab"}) {
        EXPECT_THAT(load(library), testing::HasSubstr(library));
        for (Node* node : {&one, &other}) EXPECT_FALSE(ask(*node, customer)->refused);
        EXPECT_THAT(redis.ask("FCALL " + library + "_admit 0"), testing::HasSubstr("of another version"))
            << "nor do we replace theirs";
    }

    const Node third{redis.url()};  // connects, and loads our functions again
    EXPECT_TRUE(eventually([&] { return third.is_shared(); }));
    EXPECT_THAT(redis.ask("FCALL callboard_admit 0"), testing::HasSubstr("of another version"));
    EXPECT_EQ(one.ledger().local_decisions() + other.ledger().local_decisions(), local_decisions)
        << "all were decided by Redis";
}

TEST_F(SharedBudgets, UnderLoadRedisMayComeAndGo) {
    std::atomic<bool> stop = false;
    std::atomic<int> answered = 0;
    {
        std::vector<std::jthread> threads;
        for (Node* node : {&one, &other})
            threads.emplace_back([&, node] {
                for (std::uint8_t user = 0; !stop; ++user) {
                    ask(*node, slots, user)->release();
                    ++answered;
                }
            });
        const auto some_more = [&] {
            return eventually([&, least = answered + 200] { return answered > least; });
        };
        EXPECT_TRUE(some_more());
        redis.kill();
        EXPECT_TRUE(some_more());
        redis.start();
        one.wait_until_shared();
        EXPECT_TRUE(some_more());
        redis.pause();
        EXPECT_TRUE(some_more());
        redis.proceed();
        one.wait_until_shared();
        EXPECT_TRUE(some_more());
        stop = true;
    }
    EXPECT_FALSE(ask(one, slots)->refused);
}

// Accepts a connection like a Redis that hangs, and never responds.
class SilentServer {
  public:
    SilentServer() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(port_);
        bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
        listen(listener_, 8);
    }
    ~SilentServer() {
        if (connection_ >= 0) close(connection_);
        close(listener_);
    }
    SilentServer(const SilentServer&) = delete;
    SilentServer& operator=(const SilentServer&) = delete;

    std::string url() const { return "redis://127.0.0.1:" + std::to_string(port_); }

    void wait_for_a_command() {
        connection_ = accept(listener_, nullptr, nullptr);
        char first = 0;
        ASSERT_EQ(recv(connection_, &first, 1, 0), 1);
    }

  private:
    const std::uint16_t port_ = test::free_port();
    const int listener_ = socket(AF_INET, SOCK_STREAM, 0);
    int connection_ = -1;
};

TEST(SharedLedgerStop, DoesNotWaitForARedisThatNeverResponds) {
    SilentServer silent;
    {
        Node node{silent.url()};
        silent.wait_for_a_command();
    }
    SUCCEED() << "the node was destroyed";
}

TEST(RedisAddress, IsReadFromItsUrl) {
    const auto plain = RedisAddress::parse("redis://cache.example").value();
    EXPECT_EQ(plain.server.host, "cache.example");
    EXPECT_EQ(plain.server.port, 6379);
    EXPECT_EQ(plain.database, 0);
    EXPECT_FALSE(plain.password);

    const auto full = RedisAddress::parse("redis://ada:s3c%40r%2Fet@10.0.0.1:7000/3").value();
    EXPECT_EQ(full.user, "ada");
    EXPECT_EQ(full.password->reveal(), "s3c@r/et");
    EXPECT_EQ(full.server.host, "10.0.0.1");
    EXPECT_EQ(full.server.port, 7000);
    EXPECT_EQ(full.database, 3);

    EXPECT_TRUE(RedisAddress::parse("redis://:secret@[::1]:7000"));
    EXPECT_TRUE(RedisAddress::parse("rediss://cache.example"));
    for (const std::string_view bad : {"", "redis", "redis://", "rediss://", "redis://x:port", "redis://x/y",
                                       "redis://secret@x", "redis://x/-1"})
        EXPECT_FALSE(RedisAddress::parse(bad)) << bad;
}

}  // namespace
}  // namespace callboard::throttle
