// Clients that disconnect while their requests are executed do not harm those who come after them. In a
// benchmark, one POST of 3,551 failed: a request of the load before it was cancelled, and too late.
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/http_client.h"
#include "support/tenant.h"

namespace callboard {
namespace {

constexpr std::size_t kConnections = 16;
constexpr int kRounds = 60;
constexpr int kJobsBeforeTheEnd = 4;  // of each connection

constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

class AbandonedRequests : public testing::TestWithParam<test::Engine> {
  protected:
    test::Arguments database() const {
        return postgres ? test::Arguments{"--database", postgres->url()} : test::Arguments{};
    }
    test::Arguments where() const {
        test::Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    test::Arguments server_flags() const {
        test::Arguments flags = database();
        flags.insert(flags.end(), {"--customer-requests", "0", "--customer-concurrency", "0"});
        return flags;
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
    const test::ServerProcess server{data_dir, server_flags()};
    const std::string post = test::request_text(
        "POST", "/jobs", {{"X-SmartToken", tenant.api_key}, {"Content-Type", "application/json"}}, kJob);
};

TEST_P(AbandonedRequests, DoNotEndThoseThatFollow) {
    for (int round = 0; round < kRounds; ++round) {
        std::vector<test::Connection> connections;
        for (std::size_t i = 0; i < kConnections; ++i) connections.emplace_back(server.port());
        for (int i = 0; i < kJobsBeforeTheEnd; ++i) {
            for (auto& connection : connections) connection.send(post);
            for (auto& connection : connections) {
                const auto answer = connection.receive();
                ASSERT_EQ(answer.status, 201) << "in round " << round << ": " << answer.body;
            }
        }
        for (auto& connection : connections) connection.send(post);
        std::this_thread::sleep_for(std::chrono::milliseconds{round % 4});
        connections.clear();  // with most requests in flight; that is likely, and not needed to pass
    }
}

INSTANTIATE_TEST_SUITE_P(Db, AbandonedRequests, testing::Values(test::Engine::sqlite, test::Engine::postgres),
                         [](const auto& each) {
                             return each.param == test::Engine::sqlite ? "sqlite" : "postgres";
                         });

}  // namespace
}  // namespace callboard
