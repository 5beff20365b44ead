// Limits of the real program: from its settings, and with two servers that share a Redis.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/child_server.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/free_port.h"
#include "support/http_client.h"
#include "support/metric.h"
#include "support/program.h"
#include "support/redis.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::eventually;
using testing::AllOf;
using testing::HasSubstr;

std::string remaining(const test::Answer& answer) {
    return answer.header("x-ratelimit-remaining");
}

double decided_alone(const test::ServerProcess& server) {
    return test::metric(test::Client{server.port()}.get("/metrics").body, "callboard_throttle_made_alone")
        .value();
}

std::string readiness(const test::ServerProcess& server) {
    return std::string{test::Client{server.port()}.get("/readyz").json().at("status").as_string()};
}

class TwoThrottledServers : public testing::Test {
  protected:
    test::Arguments flags() const {
        return test::with_shared_key(
            folder, {"--database", postgres.url(), "--redis", redis.url(), "--customer-requests", "10"});
    }
    test::Client client_of(const test::ServerProcess& server) const {
        return test::Client{server.port(), {{"X-SmartToken", tenant.api_key}}};
    }

    const test::TemporaryFolder folder;
    const test::PostgresDatabase postgres;
    test::RedisServer redis;
    const test::Arguments where{"--data-dir", folder.path() / "one", "--database", postgres.url()};
    const test::Tenant tenant = test::add_tenant(where, "acme");
    test::ServerProcess one{folder.path() / "one", flags()};
    test::ServerProcess two{folder.path() / "two", flags()};
};

TEST_F(TwoThrottledServers, HaveOneBudgetForAUser) {
    ASSERT_TRUE(eventually([&] { return readiness(one) == "ready" && readiness(two) == "ready"; }));
    test::Client first = client_of(one);
    test::Client second = client_of(two);
    std::vector<std::string> left;
    // All must be sent within one second, and Redis must answer each within 50 ms; otherwise they are sent
    // again: the machine may be slow.
    ASSERT_TRUE(eventually([&] {
        redis.ask("FLUSHALL");
        left.clear();
        const auto alone = decided_alone(one) + decided_alone(two);
        const auto began = std::chrono::steady_clock::now();
        while (left.size() < 10)
            left.push_back(remaining((left.size() % 2 == 0 ? first : second).get("/users/me")));
        left.push_back(std::to_string(second.get("/users/me").status));
        const bool in_time = std::chrono::steady_clock::now() - began < 1s;
        return in_time && decided_alone(one) + decided_alone(two) == alone;
    }));

    EXPECT_EQ(left, (std::vector<std::string>{"9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "429"}));
}

TEST_F(TwoThrottledServers, GoOnWithoutRedisAndSayThatTheyAreAlone) {
    ASSERT_TRUE(eventually([&] { return readiness(one) == "ready"; }));

    redis.kill();

    EXPECT_TRUE(eventually([&] { return readiness(one) == "degraded"; }));
    EXPECT_EQ(client_of(one).get("/users/me").status, 200);
    EXPECT_TRUE(test::Client{one.port()}.get("/metrics").body.contains("callboard_throttle_shared 0"));
    EXPECT_TRUE(eventually([&] { return one.output().contains("budgets_are_not_shared"); }));
    redis.start();
    EXPECT_TRUE(eventually([&] { return readiness(one) == "ready"; }));
    EXPECT_TRUE(one.output().contains("budgets_are_shared"));
}

TEST_F(TwoThrottledServers, StartAndStopWithoutRedis) {
    redis.kill();
    test::ServerProcess third{folder.path() / "three", flags()};
    EXPECT_EQ(client_of(third).get("/users/me").status, 200);
    EXPECT_EQ(readiness(third), "degraded");
    EXPECT_TRUE(eventually([&] { return third.output().contains("budgets_are_not_shared"); }));

    third.terminate();

    EXPECT_EQ(third.wait(), 0);
}

TEST(ThrottleSettings, GiveOneClientNumbersOfItsOwn) {
    const test::TemporaryFolder folder;
    const test::Arguments where{"--data-dir", folder.path() / "data"};
    const test::Tenant usual = test::add_tenant(where, "usual");
    const test::Tenant special = test::add_tenant(where, "special");
    const test::ServerProcess server{folder.path() / "data",
                                     {"--customer-requests", "10", "--limit-exception",
                                      "client:" + special.credential_id + " customer-requests=50"}};

    const auto limit_of = [&](const test::Tenant& tenant) {
        return test::Client{server.port(), {{"X-SmartToken", tenant.api_key}}}
            .get("/users/me")
            .header("x-ratelimit-limit");
    };

    EXPECT_EQ(limit_of(usual), "10");
    EXPECT_EQ(limit_of(special), "50");
}

TEST(ThrottleSettings, ThatCannotBeMeantAreRefusedByName) {
    const test::TemporaryFolder folder;
    for (const auto& [flag, value] : std::vector<std::pair<std::string, std::string>>{
             {"--customer-requests", "-1"},
             {"--customer-requests", "many"},
             {"--reporting-interval", "1801"},
             {"--limit-exception", "customer-requests=5"},
             {"--limit-exception", "client:x"},
             {"--limit-exception", "client:x nonsense=5"},
             {"--limit-exception", "client:x customer-requests=-5"},
             {"--limit-exception", "client: customer-requests=5"},
             {"--limit-exception", "company:acme customer-requests=5"},
             {"--redis", "http://localhost"},
             {"--redis", "rediss://:hunter2@host:port"},
             {"--redis", "redis://:hunter2@host:port"}}) {
        const auto outcome = test::run({"serve", "--data-dir", folder.path() / "data", flag, value});
        EXPECT_EQ(outcome.code, 2) << flag << " " << value;
        EXPECT_TRUE(outcome.err.contains(flag)) << outcome.err;
        EXPECT_FALSE(outcome.err.contains("hunter2")) << outcome.err;
    }
}

class RedisModes : public testing::Test {
  protected:
    test::Outcome run_with(const test::Arguments& command, std::uint16_t port) const {
        test::Arguments words = command;
        words.insert(words.end(),
                     {"--data-dir", data_dir, "--redis", "redis://127.0.0.1:" + std::to_string(port)});
        return test::run(words);
    }
    void expect_refused(std::uint16_t port, const std::string& reason) const {
        const auto served = run_with({"serve", "--listen", "127.0.0.1:0"}, port);
        EXPECT_EQ(served.code, 2) << served.err;
        EXPECT_THAT(served.err,
                    AllOf(HasSubstr("--redis"), HasSubstr(std::to_string(port)), HasSubstr(reason)));
        expect_found_by_doctor(port, reason);
    }
    void expect_found_by_doctor(std::uint16_t port, const std::string& reason) const {
        const auto checked = run_with({"doctor"}, port);
        EXPECT_EQ(checked.code, 1);
        EXPECT_THAT(checked.out, HasSubstr(reason));
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
};

TEST_F(RedisModes, AClusterIsRefused) {
    const test::RedisServer cluster{{"--cluster-enabled", "yes"}};

    expect_refused(cluster.port(), "Redis Cluster");
}

TEST_F(RedisModes, AClusterIsRefusedAlsoIfItsUserMayNotAskForInformation) {
    const test::RedisServer cluster{
        {"--cluster-enabled", "yes", "--user", "default", "on", "nopass", "~*", "&*", "+@all", "-info"}};

    expect_refused(cluster.port(), "Redis Cluster");
}

TEST_F(RedisModes, ASentinelIsRefused) {
    const std::uint16_t port = test::free_port();
    const std::string file = folder.path() / "sentinel.conf";
    std::ofstream{file} << "port " << port << "\nbind 127.0.0.1\ndir " << folder.path().string() << "\n";
    const test::ChildServer sentinel{{"redis-server", file, "--sentinel"}, port, folder.path() / "log"};

    expect_refused(port, "Redis Sentinel");
}

TEST_F(RedisModes, AReplicaIsLikeARedisThatIsAway) {
    const test::RedisServer primary;
    const test::RedisServer replica{{"--replicaof", "127.0.0.1 " + std::to_string(primary.port())}};

    const test::ServerProcess server{data_dir, {"--redis", replica.url()}};

    EXPECT_TRUE(eventually([&] { return server.output().contains("this Redis is a replica"); }));
    EXPECT_EQ(readiness(server), "degraded");
    expect_found_by_doctor(replica.port(), "this Redis is a replica");
}

// Before it accepts connections, so that no request is decided without the others.
TEST_F(RedisModes, AServerSharesBudgetsFromItsFirstRequestOn) {
    const test::RedisServer redis;

    const test::ServerProcess server{data_dir, {"--redis", redis.url()}};

    EXPECT_EQ(readiness(server), "ready");
}

}  // namespace
}  // namespace callboard
