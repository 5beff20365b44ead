// Limits of the real program: from its settings, and with two servers that share a Redis.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/redis.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::eventually;

// All ten must be sent within one second, otherwise the test is repeated: the machine may be slow.
constexpr int kAttempts = 5;

std::string remaining(const test::Answer& answer) {
    return answer.header("x-ratelimit-remaining");
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
    for (int attempt = 0; attempt < kAttempts && left.size() < 11; ++attempt) {
        left.clear();
        const auto began = std::chrono::steady_clock::now();
        while (left.size() < 10)
            left.push_back(remaining((left.size() % 2 == 0 ? first : second).get("/users/me")));
        const int eleventh = second.get("/users/me").status;
        if (std::chrono::steady_clock::now() - began >= 1s) {
            std::this_thread::sleep_for(1s);
            continue;
        }
        left.push_back(std::to_string(eleventh));
    }

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

    EXPECT_EQ(third.wait(10s), 0);
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
             {"--redis", "redis://:secret@host:port"}}) {
        const auto outcome = test::run({"serve", "--data-dir", folder.path() / "data", flag, value});
        EXPECT_EQ(outcome.code, 2) << flag << " " << value;
        EXPECT_TRUE(outcome.err.contains(flag)) << outcome.err;
        EXPECT_FALSE(outcome.err.contains("secret")) << outcome.err;
    }
}

}  // namespace
}  // namespace callboard
