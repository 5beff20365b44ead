// What a server reports about itself: its address, readiness, metrics and log.
#include <filesystem>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/cli/backup_fixture.h"
#include "integration/cli/operation_fixture.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/metric.h"
#include "support/program.h"

namespace callboard {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using test::job_input;
using test::joined;
using test::metric;
using test::Operation;
using test::Outcome;
using test::PostgresSession;
using test::ServerProcess;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

// Also for the tests of this suite in other files.
RUN_ON_EACH_DATABASE(Operation);

// --- version, health and readiness

TEST_P(Operation, AServerTellsWhereItListens) {
    const ServerProcess server{data_dir_, database()};

    EXPECT_THAT(server.output(),
                HasSubstr("listening on http://127.0.0.1:" + std::to_string(server.port()) +
                          "\nconsole at http://127.0.0.1:" + std::to_string(server.port()) + "/console\n"));
}

TEST_P(Operation, HealthAndReadinessNeedNoCredential) {
    const ServerProcess server{data_dir_, database()};

    const auto healthy = client(server).get("/healthz");
    const auto ready = client(server).get("/readyz");

    EXPECT_EQ(healthy.status, 200);
    EXPECT_TRUE(healthy.json().is_object());
    EXPECT_EQ(ready.status, 200);
    EXPECT_EQ(ready.json().at("status").as_string(), "ready");
    EXPECT_EQ(ready.header("content-type"), "application/json");
}

TEST_P(Operation, TheStartPageIsForPeople) {
    const ServerProcess server{data_dir_, database()};

    const auto page = client(server).get("/");

    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.header("content-type"), testing::StartsWith("text/html"));
    EXPECT_THAT(page.header("content-security-policy"), HasSubstr("default-src 'none'"));
    EXPECT_THAT(page.body, HasSubstr("Callboard"));
}

TEST_P(Operation, MetricsCountRequestsByOperationAndStatus) {
    const auto acme = tenant();
    const ServerProcess server{data_dir_, database()};
    auto caller = client(server, acme.api_key);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    EXPECT_EQ(caller.post("/jobs", "{}").status, 422);
    EXPECT_EQ(caller.get("/jobs/nonsense").status, 404);
    EXPECT_EQ(caller.get("/nowhere").status, 404);
    EXPECT_EQ(client(server).get("/jobs").status, 401);

    const auto count = [&](const std::string& operation, int status) {
        return metric(caller.get("/metrics").body, "callboard_http_requests_total{operation=\"" + operation +
                                                       "\",status=\"" + std::to_string(status) + "\"}");
    };
    EXPECT_TRUE(
        test::eventually([&] { return count("createJob", 201) == 3 && count("createJob", 422) == 1; }));
    EXPECT_TRUE(test::eventually([&] { return count("getJob", 404) == 1 && count("listJobs", 401) == 1; }));
    const auto page = caller.get("/metrics");
    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.header("content-type"), testing::StartsWith("text/plain"));
    EXPECT_EQ(metric(page.body, "callboard_http_request_duration_seconds_count{operation=\"createJob\"}"), 4);
    EXPECT_GT(metric(page.body, "callboard_http_request_duration_seconds_sum{operation=\"createJob\"}"), 0);
}

TEST_P(Operation, MetricsTellTheStateOfTheServer) {
    const auto acme = tenant();
    const ServerProcess server{data_dir_, database()};
    auto caller = client(server, acme.api_key);
    ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    const std::vector<std::unique_ptr<test::Connection>> open = [&] {
        std::vector<std::unique_ptr<test::Connection>> made;
        for (int i = 0; i < 3; ++i) made.push_back(std::make_unique<test::Connection>(server.port()));
        return made;
    }();

    for (const auto& [name, value] :
         {std::pair{"callboard_http_connections", 4}, {"callboard_store_queue", 0}})
        EXPECT_TRUE(test::eventually([&] { return metric(caller.get("/metrics").body, name) == value; }))
            << name;
    const std::string page = caller.get("/metrics").body;

    EXPECT_GE(metric(page, "callboard_store_commit_seconds_count"), 1);
    EXPECT_TRUE(metric(page, "callboard_loop_lag_seconds_count").has_value());
    for (const auto part : std::views::split(page, '\n')) {
        const std::string line{std::string_view{part}};
        EXPECT_THAT(line, MatchesRegex(
                              "(# (HELP|TYPE) callboard_[a-z_]+ .*|callboard_[a-z_]+(\\{[^}]*\\})? [^ ]+)?"));
    }
}

TEST_P(Operation, MetricsForgetConnectionsThatAreClosed) {
    const ServerProcess server{data_dir_, database()};
    auto caller = client(server);
    const auto open = [&] { return metric(caller.get("/metrics").body, "callboard_http_connections"); };
    {
        const test::Connection one{server.port()};
        const test::Connection two{server.port()};
        EXPECT_TRUE(test::eventually([&] { return open() == 3; }));
    }

    EXPECT_TRUE(test::eventually([&] { return open() == 1; }));
}

// --- log

TEST_P(Operation, ALogLineHasTheRequestIdTheRouteAndTheStatus) {
    const auto acme = tenant();
    ServerProcess server{data_dir_, database()};
    auto caller = client(server, acme.api_key);
    const std::string job = std::string{caller.post("/jobs", job_input("Cook")).json().at("id").as_string()};

    caller.get("/jobs/" + job, {{"X-Request-Id", "my-request-1"}});
    const std::string made = caller.get("/jobs/" + job).header("x-request-id");
    caller.request("HEAD", "/jobs/" + job, "", {{"X-Request-Id", "my-request-2"}});
    caller.get("/nowhere", {{"X-Request-Id", "my-request-3"}});
    caller.request("DELETE", "/jobs", "", {{"X-Request-Id", "my-request-4"}});
    const std::string log = ended_output(server);

    const auto line = [&](const std::string& id) -> std::string {
        for (const auto part : std::views::split(log, '\n'))
            if (const std::string text{std::string_view{part}}; text.contains("request=" + id + " "))
                return text;
        return "";
    };
    EXPECT_THAT(line("my-request-1"),
                testing::AllOf(HasSubstr("method=GET"), HasSubstr("route=/jobs/{jobId} "),
                               HasSubstr("status=200"), HasSubstr("client=127.0.0.1")));
    EXPECT_THAT(line("my-request-1"),
                MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z info event=request .*"));
    EXPECT_THAT(line(made), HasSubstr("status=200"));
    EXPECT_THAT(line("my-request-2"), testing::AllOf(HasSubstr("method=HEAD"), HasSubstr("status=200")));
    EXPECT_THAT(line("my-request-3"), HasSubstr("status=404"));
    EXPECT_THAT(line("my-request-4"), testing::AllOf(HasSubstr("method=DELETE"), HasSubstr("status=405")));
    EXPECT_THAT(log, Not(HasSubstr(job)));
}

TEST_P(Operation, ALogInJsonHasOneObjectPerLine) {
    const auto acme = tenant();
    ServerProcess server{data_dir_, joined(database(), {"--log-format", "json"})};
    auto caller = client(server, acme.api_key);
    caller.get("/jobs?limit=3", {{"X-Request-Id", "my-request-1"}});
    caller.post("/jobs", "{}", {{"X-Request-Id", "my-request-2"}});
    const std::string log = ended_output(server);

    std::vector<std::string> seen;
    for (const auto part : std::views::split(log, '\n')) {
        const std::string text{std::string_view{part}};
        if (text.empty() || text.starts_with("listening on ") || text.starts_with("console at ")) continue;
        ASSERT_NO_THROW(json::parse(text)) << text;
        const json::object line = json::parse(text).as_object();
        for (const auto* key : {"time", "level", "event"}) EXPECT_TRUE(line.contains(key)) << text;
        if (line.at("event") != "request") continue;
        EXPECT_TRUE(line.at("status").is_int64());
        seen.push_back(std::string{line.at("request").as_string()} + " " +
                       std::string{line.at("route").as_string()} + " " +
                       std::to_string(line.at("status").as_int64()));
    }
    EXPECT_THAT(seen, testing::ElementsAre("my-request-1 /jobs 200", "my-request-2 /jobs 422"));
}

TEST_P(Operation, NeitherLogNorStoreHoldsASecretOrWhatClientsSay) {
    const auto acme = tenant();
    const Outcome generated =
        command({"user", "add", "--company", "acme", "--email", "sam@acme.test", "--first-name", "Sam",
                 "--last-name", "Smith", "--role", "STANDARD", "--json"});
    const std::string unknown = "DCRA1-unknown-but-still-a-secret-0000000000000";
    ServerProcess server{data_dir_, joined(database(), {"--log-level", "debug"})};
    auto caller = client(server, acme.api_key);
    auto stranger = client(server, unknown);
    auto nobody = client(server);
    EXPECT_EQ(caller.post("/jobs", job_input("needle-in-body")).status, 201);
    EXPECT_EQ(caller.get("/jobs?limit=3&q=needle-in-query&apiKey=" + acme.api_key).status, 200);
    EXPECT_EQ(caller.get("/jobs?limit=needle-in-query").status, 400);
    EXPECT_EQ(caller.get("/jobs?pageId=needle-in-query").status, 400);
    EXPECT_EQ(caller.get("/jobs/needle-in-path").status, 404);
    EXPECT_EQ(caller.get("/needle-in-path/" + acme.api_key).status, 404);
    EXPECT_EQ(caller.post("/jobs", R"({"title": "needle-in-body)" + acme.api_key).status, 400);
    EXPECT_EQ(caller.post("/jobs", R"({"title": 1, "needle-in-body": "x"})").status, 422);
    EXPECT_EQ(
        caller.post("/configuration/departments?needle-in-query", R"({"label":"needle-in-body"})").status,
        201);
    EXPECT_EQ(caller.post("/configuration/departments", R"({"label":"needle-in-body"})").status, 400);
    EXPECT_EQ(stranger.get("/users/me").status, 401);
    EXPECT_EQ(stranger.post("/jobs", job_input("needle-in-body")).status, 401);
    EXPECT_EQ(nobody.get("/users/me?access_token=" + acme.api_key).status, 401);
    EXPECT_EQ(nobody.get("/users/me", {{"Authorization", "Bearer " + acme.api_key}}).status, 401);
    test::Connection broken{server.port()};
    broken.send("GET /needle-in-path HTTP/1.1\r\nX-SmartToken: " + acme.api_key + "\nHost: x\r\n\r\n");
    EXPECT_EQ(broken.receive().status, 400);
    const std::string log = ended_output(server);

    EXPECT_THAT(log, HasSubstr("route=/jobs/{jobId}"));
    EXPECT_THAT(log, Not(HasSubstr("needle")));
    std::string stored;
    for (const auto& entry : fs::recursive_directory_iterator{data_dir_})
        if (entry.is_regular_file()) stored += test::bytes_of(entry.path());
    if (postgres_)
        stored += PostgresSession{postgres_->url()}.ask("SELECT database_to_xml(true, true, '')::text");
    EXPECT_THAT(stored.contains("needle-in-body"), testing::IsTrue());
    for (const std::string& secret : {acme.api_key, acme.api_key.substr(6), unknown,
                                      std::string{"a long enough password"}, generated.text("password")}) {
        EXPECT_FALSE(log.contains(secret)) << secret;
        EXPECT_FALSE(stored.contains(secret)) << secret;
    }
}

}  // namespace
}  // namespace callboard
