#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <sys/socket.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/program.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::Arguments;
using test::Outcome;
using test::ServerProcess;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

std::string job_input(const std::string& title, const std::string& ref_number = "") {
    json::object input{{"title", title},
                       {"industry", {{"id", "restaurants"}}},
                       {"function", {{"id", "production"}}},
                       {"experienceLevel", {{"id", "entry_level"}}},
                       {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
    if (!ref_number.empty()) input["refNumber"] = ref_number;
    return json::serialize(input);
}

std::string contents(const fs::path& file) {
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

// One value of a query on PostgreSQL.
class PostgresSession {
  public:
    explicit PostgresSession(const std::string& url) : connection_(PQconnectdb(url.c_str()), PQfinish) {}

    std::string ask(const std::string& sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection_.get(), sql.c_str()),
                                                                   PQclear};
        const auto status = PQresultStatus(result.get());
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            throw std::runtime_error(PQerrorMessage(connection_.get()));
        return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
    }

  private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

void sqlite_command(const fs::path& file, const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    sqlite3_busy_timeout(handle, 5000);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

std::optional<double> metric(const std::string& page, const std::string& name) {
    for (const auto part : std::views::split(page, '\n')) {
        const std::string_view line{part};
        if (!line.starts_with(name + " ")) continue;
        return std::stod(std::string{line.substr(name.size() + 1)});
    }
    return std::nullopt;
}

class Operation : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres_ ? Arguments{"--database", postgres_->url()} : Arguments{}; }
    Arguments where() const { return joined({"--data-dir", data_dir_}, database()); }
    Outcome command(const Arguments& arguments) const { return test::run(joined(arguments, where())); }
    test::Tenant tenant(const std::string& identifier = "acme") const {
        return test::add_tenant(where(), identifier);
    }
    static test::Client client(const ServerProcess& server, const std::string& key = "") {
        if (key.empty()) return test::Client{server.port()};
        return test::Client{server.port(), {{"X-SmartToken", key}}};
    }
    static std::string ended_output(ServerProcess& server) {
        server.terminate();
        EXPECT_EQ(server.wait(10s), 0);
        return server.output();
    }

    const test::TemporaryFolder folder_;
    const std::unique_ptr<test::PostgresDatabase> postgres_ =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const std::string data_dir_ = folder_.path() / "data";
};

// --- version, health and readiness

TEST_P(Operation, AServerTellsWhereItListens) {
    const ServerProcess server{data_dir_, database()};

    EXPECT_THAT(server.output(),
                HasSubstr("listening on http://127.0.0.1:" + std::to_string(server.port()) + "\n"));
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
        if (text.empty() || text.starts_with("listening on ")) continue;
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
        if (entry.is_regular_file()) stored += contents(entry.path());
    if (postgres_)
        stored += PostgresSession{postgres_->url()}.ask("SELECT database_to_xml(true, true, '')::text");
    EXPECT_THAT(stored.contains("needle-in-body"), testing::IsTrue());
    for (const std::string& secret : {acme.api_key, acme.api_key.substr(6), unknown,
                                      std::string{"a long enough password"}, generated.text("password")}) {
        EXPECT_FALSE(log.contains(secret)) << secret;
        EXPECT_FALSE(stored.contains(secret)) << secret;
    }
}

// --- shutdown

TEST_P(Operation, ASignalEndsAnIdleServerInGoodOrder) {
    for (const int signal : {SIGTERM, SIGINT}) {
        ServerProcess server{data_dir_, database()};
        auto idle = client(server);
        EXPECT_EQ(idle.get("/healthz").status, 200);
        const test::Connection silent{server.port()};

        ::kill(server.pid(), signal);

        EXPECT_EQ(server.wait(5s), 0);
    }
}

TEST_P(Operation, ASignalEndsAServerThatIsStillStarting) {
    if (!postgres_) return;
    PostgresSession migrating{postgres_->url()};
    migrating.ask("SELECT pg_advisory_lock(4919102)");  // that of the schema
    for (const int signal : {SIGTERM, SIGINT}) {
        test::BackgroundCommand server{
            joined({"serve", "--data-dir", data_dir_, "--listen", "127.0.0.1:0"}, database())};
        EXPECT_TRUE(test::eventually([&] { return server.output().contains("event=starting"); }));

        EXPECT_EQ(server.stop(signal), 128 + signal);
    }
}

TEST_P(Operation, ARequestThatIsStillComingIsFinished) {
    const auto acme = tenant();
    ServerProcess server{data_dir_, database()};
    const std::string body = job_input("Cook", "IN-FLIGHT-1");
    test::Connection connection{server.port()};
    connection.send("POST /jobs HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nX-SmartToken: " +
                    acme.api_key + "\r\nExpect: 100-continue\r\nContent-Length: " +
                    std::to_string(body.size()) + "\r\n\r\n");
    std::array<char, 25> proceed{};
    ASSERT_EQ(recv(connection.native_handle(), proceed.data(), proceed.size(), MSG_WAITALL), 25);
    ASSERT_EQ(std::string(proceed.data(), proceed.size()), "HTTP/1.1 100 Continue\r\n\r\n");
    connection.send(body.substr(0, 10));

    server.terminate();
    const bool stopped_accepting = test::eventually([&] {
        try {
            const test::Connection another{server.port()};
            return false;
        } catch (const std::runtime_error&) {
            return true;
        }
    });
    connection.send(body.substr(10));
    const auto answer = connection.receive();

    EXPECT_TRUE(stopped_accepting);
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_EQ(server.wait(10s), 0);
    const ServerProcess again{data_dir_, database()};
    EXPECT_EQ(client(again, acme.api_key).get("/jobs").json().at("content").at(0).at("refNumber"),
              "IN-FLIGHT-1");
}

TEST_P(Operation, ARestartKeepsEverything) {
    const auto acme = tenant();
    const Arguments flags = joined(database(), {"--public-url", "https://api.example.test"});
    std::string department;
    std::string page;
    {
        ServerProcess before{data_dir_, flags};
        auto caller = client(before, acme.api_key);
        department = caller.post("/configuration/departments", R"({"label":"Kitchen"})").body;
        for (int i = 0; i < 2; ++i) ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
        page = caller.get("/jobs?limit=1").body;
        before.terminate();
        ASSERT_EQ(before.wait(10s), 0);
    }

    const ServerProcess after{data_dir_, flags};
    auto caller = client(after, acme.api_key);

    EXPECT_EQ(caller.get("/jobs?limit=1").body, page);
    const std::string id{json::parse(department).at("id").as_string()};
    EXPECT_EQ(caller.get("/configuration/departments/" + id).body, department);
    const std::string cursor{json::parse(page).at("nextPageId").as_string()};
    EXPECT_EQ(caller.get("/jobs?limit=1&pageId=" + cursor).json().at("content").as_array().size(), 1U);
}

// --- beside commands

TEST_P(Operation, ARunningServerSeesANewKeyWithinASecond) {
    const ServerProcess server{data_dir_, database()};
    auto early = client(server);
    EXPECT_EQ(early.get("/users/me").status, 401);

    const auto acme = tenant();

    auto caller = client(server, acme.api_key);
    EXPECT_TRUE(test::eventually([&] { return caller.get("/users/me").status == 200; }));
}

TEST_P(Operation, ARunningServerRefusesARevokedKeyWithinASecond) {
    const auto acme = tenant();
    const ServerProcess server{data_dir_, database()};
    const Outcome other =
        command({"credential", "create", "--company", "acme", "--kind", "api-key", "--json"});
    auto caller = client(server, acme.api_key);
    auto other_client = client(server, other.text("api_key"));
    ASSERT_EQ(caller.get("/users/me").status, 200);
    ASSERT_TRUE(test::eventually([&] { return other_client.get("/users/me").status == 200; }));

    ASSERT_EQ(command({"credential", "revoke", acme.credential_id}).code, 0);

    EXPECT_TRUE(test::eventually([&] { return caller.get("/users/me").status == 401; }));
    EXPECT_EQ(other_client.get("/users/me").status, 200);
    for (int i = 0; i < 20; ++i) ASSERT_EQ(caller.get("/users/me").status, 401);
}

TEST_P(Operation, ADatabaseOfANewerVersionIsRefused) {
    ASSERT_EQ(command({"migrate"}).code, 0);
    const std::string newer =
        "INSERT INTO schema_file (number, name, applied_at) VALUES (9999, '9999_x.sql', 0)";
    if (postgres_) {
        test::postgres_command(postgres_->url(), newer);
    } else {
        sqlite_command(data_dir_ + "/callboard.db", newer);
    }

    const Outcome migrated = command({"migrate"});
    const Outcome added = command({"company", "add", "--name", "Acme"});
    std::string served;
    try {
        const ServerProcess server{data_dir_, database()};
        served = server.output();
    } catch (const std::runtime_error& error) {
        served = error.what();
    }

    EXPECT_EQ(migrated.code, 1);
    EXPECT_THAT(migrated.err, testing::AllOf(HasSubstr("9999"), HasSubstr("newer")));
    EXPECT_EQ(added.code, 1);
    EXPECT_THAT(served, testing::AllOf(HasSubstr("9999"), HasSubstr("newer"), Not(HasSubstr("listening"))));
}

TEST_P(Operation, AServerIsReadyOnANewerSchemaThanItsOwnButNotOnAnOlderOne) {
    const ServerProcess server{data_dir_, database()};
    auto caller = client(server);
    const auto change = [&](const std::string& sql) {
        if (postgres_) {
            test::postgres_command(postgres_->url(), sql);
        } else {
            sqlite_command(data_dir_ + "/callboard.db", sql);
        }
    };

    change("DELETE FROM schema_file WHERE number > 1");
    EXPECT_TRUE(test::eventually([&] { return caller.get("/readyz").status == 503; }));
    EXPECT_EQ(caller.get("/readyz").error_code(), "SERVICE_UNAVAILABLE");
    EXPECT_EQ(caller.get("/healthz").status, 200);
    // A newer version that migrates the database leaves it usable for those that still run.
    change("INSERT INTO schema_file (number, name, applied_at) VALUES (9999, '9999_x.sql', 0)");
    EXPECT_TRUE(test::eventually([&] { return caller.get("/readyz").status == 200; }));
}

RUN_ON_EACH_DATABASE(Operation);

// --- SQLite: one writer

TEST(OnSqlite, AWriteWaitsForAnotherProgramThatWritesAndReadsDoNot) {
    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const auto acme = test::add_tenant({"--data-dir", data_dir}, "acme");
    const ServerProcess server{data_dir};
    const test::Headers key{{"X-SmartToken", acme.api_key}};
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open((data_dir + "/callboard.db").c_str(), &handle), SQLITE_OK);
    sqlite3_busy_timeout(handle, 5000);
    ASSERT_EQ(sqlite3_exec(handle, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);

    test::Answer written;
    std::jthread writer{[&] { written = test::Client{server.port(), key}.post("/jobs", job_input("Cook")); }};
    test::Client reader{server.port(), key};
    for (int i = 0; i < 50; ++i) EXPECT_EQ(reader.get("/jobs").json().at("totalFound"), 0);
    EXPECT_EQ(sqlite3_exec(handle, "COMMIT", nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(handle);
    writer.join();

    EXPECT_EQ(written.status, 201);
    EXPECT_EQ(reader.get("/jobs").json().at("totalFound"), 1);
}

// --- PostgreSQL: several servers, and loss of the connection

class OnPostgres : public testing::Test {
  protected:
    const std::string name_of(const std::string& url) const { return url.substr(url.rfind('/') + 1); }
    static std::string administration() { return std::getenv("TEST_POSTGRES_URL"); }
    void end_sessions() const {
        test::postgres_command(administration(),
                               "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" +
                                   name_of(database_.url()) + "'");
    }
    void refuse_connections() const {
        test::postgres_command(administration(),
                               "ALTER DATABASE " + name_of(database_.url()) + " ALLOW_CONNECTIONS false");
        end_sessions();
    }
    void allow_connections() const {
        test::postgres_command(administration(),
                               "ALTER DATABASE " + name_of(database_.url()) + " ALLOW_CONNECTIONS true");
    }
    Arguments flags() const { return test::with_shared_key(folder_, {"--database", database_.url()}); }
    test::Tenant tenant(const std::string& identifier = "acme") const {
        return test::add_tenant({"--data-dir", folder_.path() / "tools", "--database", database_.url()},
                                identifier);
    }
    static test::Client client(const ServerProcess& server, const std::string& key) {
        return test::Client{server.port(), {{"X-SmartToken", key}}};
    }

    const test::PostgresDatabase database_;
    const test::TemporaryFolder folder_;
    ServerProcess server_{folder_.path() / "one", flags()};
};

TEST_F(OnPostgres, WithoutItsDatabaseAServerSaysSo) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    const auto job = caller.post("/jobs", job_input("Cook"));
    ASSERT_EQ(job.status, 201);
    const std::string path = "/jobs/" + std::string{job.json().at("id").as_string()};

    refuse_connections();

    EXPECT_EQ(caller.get("/healthz").status, 200);
    EXPECT_EQ(caller.get("/metrics").status, 200);
    const std::vector<test::Answer> refused{
        caller.get("/readyz"),
        caller.get("/users/me"),
        caller.get("/jobs"),
        caller.get(path),
        caller.post("/jobs", job_input("Baker")),
        caller.post(path + "/publication", "{}"),
        caller.post("/configuration/departments", R"({"label":"Kitchen"})"),
        client(server_, "a key that nobody knows yet").get("/users/me")};
    for (const auto& answer : refused) {
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.error_code(), "SERVICE_UNAVAILABLE");
        EXPECT_THAT(std::string{answer.json().at("message").as_string()}, Not(IsEmpty()));
        EXPECT_EQ(answer.header("content-type"), "application/json");
        EXPECT_THAT(answer.header("x-request-id"), Not(IsEmpty()));
        EXPECT_THAT(answer.body, Not(testing::AnyOf(HasSubstr(name_of(database_.url())),
                                                    HasSubstr("PostgreSQL"), HasSubstr("127.0.0.1"))));
    }
}

TEST_F(OnPostgres, AServerComesBackWithItsDatabaseByItself) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    refuse_connections();
    ASSERT_EQ(caller.get("/readyz").status, 503);
    ASSERT_EQ(caller.post("/jobs", job_input("Lost", "LOST-1")).status, 503);

    allow_connections();

    EXPECT_TRUE(test::eventually([&] { return caller.get("/readyz").status == 200; }));
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 1);
    EXPECT_EQ(caller.post("/jobs", job_input("Lost", "LOST-1")).status, 201);
}

TEST_F(OnPostgres, AKeyRevokedDuringAnOutageIsRefusedAfterIt) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.get("/users/me").status, 200);
    refuse_connections();
    ASSERT_EQ(caller.get("/users/me").status, 503);
    allow_connections();

    ASSERT_EQ(test::run({"credential", "revoke", acme.credential_id, "--data-dir", folder_.path() / "tools",
                         "--database", database_.url()})
                  .code,
              0);

    EXPECT_TRUE(test::eventually([&] { return caller.get("/users/me").status == 401; }));
}

TEST_F(OnPostgres, LostConnectionsAreReplacedWithoutAnybodyNoticing) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.get("/jobs").status, 200);

    for (int i = 0; i < 5; ++i) {
        end_sessions();
        EXPECT_EQ(caller.get("/jobs").status, 200);
        end_sessions();
        EXPECT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    }
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound"), 5);
}

TEST_F(OnPostgres, WritesInTheMidstOfLostConnectionsAreDoneOnceOrNotAtAll) {
    const auto acme = tenant();
    constexpr int kWriters = 4;
    constexpr int kEach = 50;
    std::atomic<int> acknowledged{0};
    std::atomic<int> uncertain{0};
    std::atomic<int> wrong{0};
    std::atomic<int> running{kWriters};
    {
        std::vector<std::jthread> writers;
        for (int writer = 0; writer < kWriters; ++writer) {
            writers.emplace_back([&, writer] {
                auto caller = client(server_, acme.api_key);
                for (int i = 0; i < kEach; ++i) {
                    const auto answer = caller.post(
                        "/jobs", job_input("Cook", "W" + std::to_string(writer) + "-" + std::to_string(i)));
                    if (answer.status == 201) {
                        ++acknowledged;
                    } else if (answer.status == 503) {
                        ++uncertain;
                    } else {
                        ++wrong;
                    }
                }
                --running;
            });
        }
        while (running > 0) {
            end_sessions();
            std::this_thread::sleep_for(20ms);
        }
    }

    EXPECT_EQ(wrong, 0);
    PostgresSession session{database_.url()};
    const int jobs = std::stoi(session.ask("SELECT count(*) FROM job"));
    EXPECT_GE(jobs, acknowledged);
    EXPECT_LE(jobs, acknowledged + uncertain);
    EXPECT_EQ(session.ask("SELECT count(*) FROM event WHERE name = 'job.created'"), std::to_string(jobs));
    EXPECT_EQ(session.ask("SELECT count(*) FROM audit_record WHERE event_name = 'JOB_CREATED'"),
              std::to_string(jobs));
    EXPECT_EQ(session.ask("SELECT count(*) FROM job_member"), std::to_string(jobs));
}

TEST_F(OnPostgres, ARequestThatWaitsForTheDatabaseIsFinishedBeforeTheEnd) {
    const auto acme = tenant();
    PostgresSession holder{database_.url()};
    holder.ask("BEGIN");
    holder.ask("LOCK TABLE job IN ACCESS EXCLUSIVE MODE");
    test::Answer answer;
    std::jthread writer{[&] { answer = client(server_, acme.api_key).post("/jobs", job_input("Cook")); }};
    PostgresSession watcher{database_.url()};
    ASSERT_TRUE(test::eventually([&] {
        return watcher.ask(
                   "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
                   "current_database()") != "0";
    }));

    server_.terminate();
    ASSERT_TRUE(test::eventually([&] {
        try {
            const test::Connection another{server_.port()};
            return false;
        } catch (const std::runtime_error&) {
            return true;
        }
    }));
    holder.ask("COMMIT");
    writer.join();

    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(server_.wait(10s), 0);
    EXPECT_EQ(watcher.ask("SELECT count(*) FROM job"), "1");
}

TEST_F(OnPostgres, ADatabaseThatCannotBeWrittenIsStillRead) {
    const auto acme = tenant();
    auto caller = client(server_, acme.api_key);
    ASSERT_EQ(caller.post("/jobs", job_input("Cook")).status, 201);
    test::postgres_command(administration(), "ALTER DATABASE " + name_of(database_.url()) +
                                                 " SET default_transaction_read_only = on");
    end_sessions();

    const auto read = caller.get("/jobs");
    const auto refused = caller.post("/jobs", job_input("Baker"));

    EXPECT_EQ(read.status, 200);
    EXPECT_EQ(refused.status, 503);
    EXPECT_EQ(refused.error_code(), "SERVICE_UNAVAILABLE");
}

TEST_F(OnPostgres, TwoServersSeeEachOthersWritesAtOnce) {
    const ServerProcess second{folder_.path() / "two", flags()};
    const auto acme = tenant();
    auto here = client(server_, acme.api_key);
    auto there = client(second, acme.api_key);

    for (int i = 0; i < 20; ++i) {
        auto& writer = i % 2 == 0 ? here : there;
        auto& reader = i % 2 == 0 ? there : here;
        const auto made = writer.post("/jobs", job_input("Cook " + std::to_string(i)));
        ASSERT_EQ(made.status, 201);
        const std::string path = "/jobs/" + std::string{made.json().at("id").as_string()};
        EXPECT_EQ(reader.get(path).json().at("title"), made.json().at("title"));
        EXPECT_EQ(reader.get("/jobs").json().at("totalFound"), i + 1);
        EXPECT_EQ(reader.post(path + "/publication", "").status, 204);
        EXPECT_EQ(writer.get(path).json().at("postingStatus"), "PUBLIC");
    }
}

TEST_F(OnPostgres, OfParallelJobsWithOneNumberOnTwoServersExactlyOneIsMade) {
    const ServerProcess second{folder_.path() / "two", flags()};
    const auto acme = tenant();

    for (int round = 0; round < 10; ++round) {
        std::atomic<int> made{0};
        std::atomic<int> refused{0};
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&, i] {
                    auto caller = client(i % 2 == 0 ? server_ : second, acme.api_key);
                    const int status =
                        caller.post("/jobs", job_input("Cook", "ONE-" + std::to_string(round))).status;
                    if (status == 201) ++made;
                    if (status == 409) ++refused;
                });
            }
        }
        EXPECT_EQ(made, 1);
        EXPECT_EQ(refused, 3);
    }
}

TEST_F(OnPostgres, EveryServerRefusesARevokedKeyWithinASecond) {
    const ServerProcess second{folder_.path() / "two", flags()};
    const auto acme = tenant();
    auto here = client(server_, acme.api_key);
    auto there = client(second, acme.api_key);
    ASSERT_EQ(here.get("/users/me").status, 200);
    ASSERT_EQ(there.get("/users/me").status, 200);

    ASSERT_EQ(test::run({"credential", "revoke", acme.credential_id, "--data-dir", folder_.path() / "tools",
                         "--database", database_.url()})
                  .code,
              0);

    EXPECT_TRUE(test::eventually(
        [&] { return here.get("/users/me").status == 401 && there.get("/users/me").status == 401; }));
}

TEST_F(OnPostgres, AServerMakesTheSchemaInAnEmptyDatabase) {
    const test::PostgresDatabase empty{test::PostgresDatabase::Schema::none};

    const ServerProcess server{folder_.path() / "two", {"--database", empty.url()}};

    EXPECT_EQ(client(server, "").get("/readyz").status, 200);
}

TEST_F(OnPostgres, TwoServersThatStartTogetherMakeOneSchema) {
    const test::PostgresDatabase empty{test::PostgresDatabase::Schema::none};
    const Arguments flags = test::with_shared_key(folder_, {"--database", empty.url()});
    std::atomic<int> ready{0};
    {
        std::vector<std::jthread> threads;
        for (const std::string name : {"two", "three"}) {
            threads.emplace_back([&, name] {
                const ServerProcess server{folder_.path() / name, flags};
                if (test::Client{server.port()}.get("/readyz").status == 200) ++ready;
            });
        }
    }

    EXPECT_EQ(ready, 2);
}

}  // namespace
}  // namespace callboard
