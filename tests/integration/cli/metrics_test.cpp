// Access to the metrics of a server.
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/temporary_folder.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Answer;
using test::Arguments;
using test::Client;
using test::Headers;
using test::ServerProcess;
using testing::HasSubstr;
using testing::Not;

const std::string kToken = "a-long-enough-token";

class ProgramMetrics : public testing::Test {
  protected:
    void start(const Arguments& flags) {
        server = std::make_unique<ServerProcess>(folder_.path() / "data", flags);
    }
    Answer metrics(const Headers& headers = {}) const {
        return Client{server->port()}.get("/metrics", headers);
    }

    // The port of --admin-listen, from the log.
    std::uint16_t admin_port() const {
        const std::string before = "event=admin_ready address=http://127.0.0.1:";
        EXPECT_TRUE(test::eventually([&] { return server->output().contains(before); }));
        const std::string log = server->output();
        return static_cast<std::uint16_t>(std::stoi(log.substr(log.find(before) + before.size())));
    }

    const test::TemporaryFolder folder_;
    std::unique_ptr<ServerProcess> server;
};

TEST_F(ProgramMetrics, AreOpenOnLoopbackButNotThroughAProxy) {
    start({});

    EXPECT_EQ(metrics().status, 200);
    const Answer forwarded = metrics({{"X-Forwarded-For", "203.0.113.7"}});
    EXPECT_EQ(forwarded.status, 404);
    EXPECT_THAT(forwarded.body, testing::AllOf(HasSubstr("--admin-listen"), HasSubstr("--metrics-token")));
}

TEST_F(ProgramMetrics, AreNotServedWhereAProxyStandsInFront) {
    start({"--behind-proxy", "127.0.0.1", "--public-url", "https://api.example.test"});

    EXPECT_EQ(metrics().status, 404);
    EXPECT_EQ(metrics({{"X-Forwarded-For", "127.0.0.1"}}).status, 404);
}

TEST_F(ProgramMetrics, AreNotServedAtAnAddressThatOthersReach) {
    start(
        {"--listen", "0.0.0.0:0", "--behind-proxy", "192.0.2.1", "--public-url", "https://api.example.test"});

    EXPECT_EQ(metrics().status, 404);
    EXPECT_EQ(Client{server->port()}.get("/healthz").status, 200);
}

TEST_F(ProgramMetrics, AreGivenToWhoeverHasTheToken) {
    start({"--listen", "0.0.0.0:0", "--behind-proxy", "192.0.2.1", "--public-url", "https://api.example.test",
           "--metrics-token", kToken});

    EXPECT_EQ(metrics({{"Authorization", "Bearer " + kToken}}).status, 200);
    for (const Headers& headers :
         {Headers{}, Headers{{"Authorization", "Bearer " + kToken + "x"}},
          Headers{{"Authorization", "Basic " + kToken}}, Headers{{"X-SmartToken", kToken}}}) {
        const Answer refused = metrics(headers);
        EXPECT_EQ(refused.status, 401);
        EXPECT_EQ(refused.error_code(), "UNAUTHORIZED");
        EXPECT_THAT(refused.header("www-authenticate"), HasSubstr("Bearer"));
        EXPECT_THAT(refused.body, HasSubstr("--metrics-token"));
        EXPECT_THAT(refused.body, Not(HasSubstr("callboard_")));
    }
    EXPECT_THAT(server->output(), Not(HasSubstr(kToken)));
}

TEST_F(ProgramMetrics, LetNobodyGuessTheToken) {
    start({"--metrics-token", kToken, "--failed-authentications", "1"});

    bool refused = false;
    for (int i = 0; i < 10 && !refused; ++i) {
        const Answer answer = metrics({{"Authorization", "Bearer wrong-" + std::to_string(i)}});
        refused = answer.status == 429 && answer.header("retry-after") != "";
    }

    EXPECT_TRUE(refused);
    EXPECT_EQ(metrics({{"Authorization", "Bearer " + kToken}}).status, 200);
}

TEST_F(ProgramMetrics, HaveAnAddressOfTheirOwn) {
    const auto acme = test::add_tenant({"--data-dir", folder_.path() / "data"}, "acme");
    start({"--admin-listen", "127.0.0.1:0"});
    Client admin{admin_port()};

    EXPECT_EQ(metrics().status, 404);
    Answer page;
    // A request is counted after its response was sent.
    EXPECT_TRUE(test::eventually([&] {
        page = admin.get("/metrics", {{"X-Forwarded-For", "203.0.113.7"}});
        return page.body.contains(R"(callboard_http_requests_total{operation="metrics",status="404"} 1)");
    })) << page.body;
    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.body, HasSubstr("callboard_http_connections"));
    EXPECT_EQ(admin.get("/healthz").status, 200);
    EXPECT_EQ(admin.get("/readyz").status, 200);
    EXPECT_EQ(page.body.find("# TYPE callboard_loop_lag_seconds"),
              page.body.rfind("# TYPE callboard_loop_lag_seconds"));
    // No other paths, with or without a credential.
    for (const std::string path :
         {"/", "/jobs", "/users/me", "/identity/sign-in", "/openapi.json", "/nowhere"}) {
        for (const Headers& headers : {Headers{}, Headers{{"X-SmartToken", acme.api_key}}}) {
            const Answer refused = admin.get(path, headers);
            EXPECT_EQ(refused.status, 404) << path;
            EXPECT_THAT(refused.body, HasSubstr("GET /metrics")) << path;
        }
    }
    EXPECT_EQ(admin.request("POST", "/metrics", "x").status, 404);
    EXPECT_EQ(Client(server->port(), {{"X-SmartToken", acme.api_key}}).get("/jobs").status, 200);
}

TEST_F(ProgramMetrics, DoNotHoldUpAServerThatStops) {
    start({"--admin-listen", "127.0.0.1:0"});
    Client admin{admin_port()};
    ASSERT_EQ(admin.get("/metrics").status, 200);

    server->terminate();

    EXPECT_EQ(server->wait(), 0);
}

TEST_F(ProgramMetrics, NeedAnAddressThatIsFree) {
    start({});

    const auto outcome =
        test::run({"serve", "--data-dir", folder_.path() / "other", "--listen", "127.0.0.1:0",
                   "--admin-listen", "127.0.0.1:" + std::to_string(server->port())});

    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("127.0.0.1:" + std::to_string(server->port())));
}

}  // namespace
}  // namespace callboard
