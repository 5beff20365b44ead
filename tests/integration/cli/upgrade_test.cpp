// Upgrades: a recorded installation of the previous version, several programs that migrate at once, servers
// that run while the database is migrated, and servers that are replaced one after the other.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/embedded.h"
#include "db/migrate.h"
#include "db/postgres_connection.h"
#include "integration/cli/backup_fixture.h"
#include "support/browser.h"
#include "support/eventually.h"
#include "support/shared_key.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::Arguments;
using test::joined;
using test::ServerProcess;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

// Not limited: these clients are busy.
const Arguments kUnlimited{"--customer-requests", "0", "--customer-concurrency", "0"};

int schema_count() {
    std::set<std::string_view> numbers;
    for (const EmbeddedFile& file : db::schema_files()) numbers.insert(file.name.substr(0, 3));
    return static_cast<int>(numbers.size());
}

std::string id_of(const test::Answer& made) {
    return std::string{made.json().at("id").as_string()};
}

class Upgrade : public testing::TestWithParam<test::Engine> {
  protected:
    static bool on_postgres() { return GetParam() == test::Engine::postgres; }

    // Restores what tests/upgrade/record.py recorded.
    void install_previous_version() {
        const fs::path recorded = fs::path{CALLBOARD_SOURCE} / "tests" / "upgrade";
        const std::string name = on_postgres() ? "postgres" : "sqlite";
        const fs::path key = folder.path() / "backup.key";
        fs::copy_file(recorded / "backup.key", key);
        fs::permissions(key, fs::perms::owner_read);
        const auto restored = test::run(
            joined({"restore", recorded / "0.1.0" / (name + ".backup"), "--decrypt-with", key, "--json"},
                   place.where()));
        ASSERT_EQ(restored.code, 0) << restored.err;
        ASSERT_EQ(restored.json().at("schema").as_int64(), 14);
        ASSERT_TRUE(restored.json().at("needs_migration").as_bool());
        facts = boost::json::parse(test::bytes_of(recorded / "0.1.0" / (name + ".json")));
    }
    std::string fact(const char* name) const { return std::string{facts.at(name).as_string()}; }

    // Starts servers, where several may run, and commands, all at once.
    void start_all_at_once() const {
        std::vector<std::future<int>> codes;
        for (int i = 0; i < 3; ++i)
            codes.push_back(std::async(
                std::launch::async, [this] { return test::run(joined({"migrate"}, place.where())).code; }));
        for (int i = 0; i < (on_postgres() ? 3 : 1); ++i)
            codes.push_back(std::async(std::launch::async, [this, i] {
                const fs::path data_dir =
                    i == 0 ? place.data_dir() : folder.path() / ("data" + std::to_string(i));
                const ServerProcess server{data_dir, test::with_shared_key(folder, place.database())};
                return test::Client{server.port()}.get("/readyz").status == 200 ? 0 : 1;
            }));
        for (auto& code : codes) EXPECT_EQ(code.get(), 0);
    }

    const test::TemporaryFolder folder;
    const test::Place place{GetParam()};
    boost::json::value facts;
};

TEST_P(Upgrade, KeepsWhatThePreviousVersionWrote) {
    install_previous_version();

    const ServerProcess server{place.data_dir(), joined(place.database(), kUnlimited)};

    EXPECT_TRUE(test::eventually([&] { return server.output().contains("schema_changed"); }));
    test::Client ada{server.port(), {{"X-SmartToken", fact("api_key")}}};
    const auto job = ada.get("/jobs/" + fact("job"));
    EXPECT_EQ(job.status, 200);
    EXPECT_EQ(job.json().at("title").as_string(), "Line Cook");
    EXPECT_EQ(job.json().at("postingStatus").as_string(), "PUBLIC");
    EXPECT_EQ(ada.get("/candidates?q=grace").json().at("totalFound"), 1) << "found by its text";
    EXPECT_EQ(ada.get("/candidates?status=IN_REVIEW&jobId=" + fact("job")).json().at("totalFound"), 1);
    const std::string hook = "/webhooks-api/v201907/subscriptions/" + fact("subscription");
    EXPECT_EQ(ada.get(hook + "/secret-key").json().at("secretKey").as_string(), fact("secret_key"))
        << "the sealed values open";
    EXPECT_EQ(test::Browser{server.port()}.sign_in("ada@acme.example", fact("password")).status, 303);
    EXPECT_EQ(test::run(joined({"report", "download", "Jobs", "--company", "acme", "--output",
                                folder.path() / "jobs.csv"},
                               place.where()))
                  .code,
              0);

    const auto moved =
        ada.request("PUT", "/candidates/" + fact("candidate") + "/jobs/" + fact("job") + "/status",
                    R"({"status":"INTERVIEW"})", {{"Content-Type", "application/json"}});
    EXPECT_EQ(moved.status / 100, 2) << moved.body;
    EXPECT_EQ(ada.get("/candidates?status=INTERVIEW&jobId=" + fact("job")).json().at("totalFound"), 1);
    const auto made = ada.post("/jobs", kJob);
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(ada.post("/jobs/" + id_of(made) + "/candidates",
                       R"({"firstName":"Alan","lastName":"Turing","email":"alan@example.com"})")
                  .status,
              201);
    EXPECT_EQ(ada.get("/jobs").json().at("totalFound"), 2);
}

TEST_P(Upgrade, HappensOnceWhenSeveralProgramsStart) {
    install_previous_version();
    fs::copy_file(place.data_dir() / "secrets.key", folder.path() / "shared.key");
    fs::permissions(folder.path() / "shared.key", fs::perms::owner_read);

    start_all_at_once();

    EXPECT_EQ(place.number("SELECT count(*) FROM schema_file"), schema_count());
    EXPECT_EQ(place.number("SELECT count(*) FROM job"), 1);
}

TEST_P(Upgrade, ANewDatabaseIsMadeOnceWhenSeveralProgramsStart) {
    start_all_at_once();

    EXPECT_EQ(place.number("SELECT count(*) FROM schema_file"), schema_count());
}

RUN_ON_EACH_DATABASE(Upgrade);

// A client that never stops, and repeats a call at another server if one is gone.
class BusyClient {
  public:
    using Ports = std::function<std::vector<std::uint16_t>()>;

    BusyClient(const std::string& key, int number, Ports ports)
        : key_(key),
          name_("client-" + std::to_string(number) + "-"),
          ports_(std::move(ports)),
          thread_([this](const std::stop_token& stop) { run(stop); }) {}

    void wait_for_more(std::size_t count) const {
        const std::size_t wanted = done_ + count;
        ASSERT_TRUE(test::eventually([&] { return done_ >= wanted; }));
    }
    // The ids of the jobs that it made, after its end.
    std::set<std::string> stop() {
        thread_.request_stop();
        thread_.join();
        return made_;
    }
    std::set<std::string> failures() const {
        const std::lock_guard lock{mutex_};
        return failures_;
    }

  private:
    void run(const std::stop_token& stop) {
        for (int i = 0; !stop.stop_requested(); ++i) {
            const auto made = call([&](test::Client& client) {
                return client.post("/jobs", kJob, {{"Idempotency-Key", name_ + std::to_string(i)}});
            });
            if (made.status == 201) made_.insert(id_of(made));
            if (made.status != 201) fail(made);
            const auto list = call([](test::Client& client) { return client.get("/jobs?limit=1"); });
            if (list.status != 200) fail(list);
            ++done_;
        }
    }
    // 409: the first attempt is still running.
    test::Answer call(const std::function<test::Answer(test::Client&)>& ask) {
        test::Answer last;
        for (int attempt = 0; attempt < 200; ++attempt) {
            for (const std::uint16_t port : ports_()) {
                try {
                    test::Client client{port, {{"X-SmartToken", key_}}};
                    last = ask(client);
                    if (last.status != 503 && last.status != 409) return last;
                } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
                    // This server is being replaced; the next one answers.
                }
            }
            std::this_thread::sleep_for(5ms);
        }
        return last;
    }
    void fail(const test::Answer& answer) {
        const std::lock_guard lock{mutex_};
        failures_.insert(std::to_string(answer.status) + " " + answer.body);
    }

    const std::string key_;
    const std::string name_;
    const Ports ports_;
    mutable std::mutex mutex_;
    std::set<std::string> failures_;
    std::set<std::string> made_;
    std::atomic<std::size_t> done_{0};
    std::jthread thread_;
};

class UpgradeOfServers : public testing::Test {
  protected:
    std::unique_ptr<ServerProcess> start(const std::string& name) const {
        return std::make_unique<ServerProcess>(
            folder.path() / name,
            test::with_shared_key(folder, joined({"--database", postgres.url()}, kUnlimited)));
    }
    std::vector<std::string> migrate(const std::vector<EmbeddedFile>& more) const {
        std::vector<EmbeddedFile> files{db::schema_files().begin(), db::schema_files().end()};
        files.insert(files.end(), more.begin(), more.end());
        std::vector<std::string> all;
        for (db::PgConnection connection{Secret{postgres.url()}};;) {
            connection.begin(db::PgConnection::Mode::write);
            const auto applied = db::apply_next(connection, files, {});
            connection.commit();
            if (applied.empty()) return all;
            all.insert(all.end(), applied.begin(), applied.end());
        }
    }

    const test::TemporaryFolder folder;
    const test::PostgresDatabase postgres;
    const test::Tenant tenant =
        test::add_tenant({"--data-dir", folder.path() / "tools", "--database", postgres.url()}, "acme");
};

// The schema of a version that does not exist yet.
TEST_F(UpgradeOfServers, AMigrationDoesNotDisturbAServerOfThePreviousVersion) {
    const auto server = start("one");
    const auto port = server->port();
    std::vector<std::unique_ptr<BusyClient>> clients;
    for (int i = 0; i < 4; ++i)
        clients.push_back(
            std::make_unique<BusyClient>(tenant.api_key, i, [port] { return std::vector{port}; }));
    for (const auto& client : clients) client->wait_for_more(3);

    const auto applied =
        migrate({{"900_columns.sql",
                  "ALTER TABLE job ADD COLUMN future TEXT; ALTER TABLE candidate ADD COLUMN future "
                  "BIGINT NOT NULL DEFAULT 0; ALTER TABLE event ADD COLUMN future TEXT"},
                 {"901_table.sql", "CREATE TABLE future (id TEXT PRIMARY KEY)"},
                 {"902_index.concurrent.postgres.sql",
                  "DROP INDEX CONCURRENTLY IF EXISTS job_by_future; "
                  "CREATE INDEX CONCURRENTLY job_by_future ON job (company_id, future)"}});

    EXPECT_EQ(applied.size(), 3U);
    for (const auto& client : clients) client->wait_for_more(3);
    std::set<std::string> made;
    for (const auto& client : clients) {
        made.merge(client->stop());
        EXPECT_THAT(client->failures(), IsEmpty());
    }
    test::Client caller{port, {{"X-SmartToken", tenant.api_key}}};
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound").as_int64(), std::ssize(made));
    EXPECT_EQ(caller.get("/readyz").status, 200) << "a load balancer keeps it until it is replaced";
    try {
        start("two");
        FAIL() << "the previous version starts with the new schema";
    } catch (const std::runtime_error& refusal) {
        EXPECT_THAT(refusal.what(), HasSubstr("newer version of callboard"));
    }
}

// As docs/operations.md says, with clients that try the next server if one does not accept connections.
TEST_F(UpgradeOfServers, OneAfterTheOtherFailsNoRequest) {
    std::mutex mutex;
    std::vector<std::unique_ptr<ServerProcess>> servers;
    servers.push_back(start("one"));
    servers.push_back(start("two"));
    std::vector<std::uint16_t> ports{servers[0]->port(), servers[1]->port()};
    const auto current = [&] {
        const std::lock_guard lock{mutex};
        return ports;
    };
    std::vector<std::unique_ptr<BusyClient>> clients;
    for (int i = 0; i < 4; ++i) clients.push_back(std::make_unique<BusyClient>(tenant.api_key, i, current));
    for (const auto& client : clients) client->wait_for_more(3);

    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
        servers[i]->terminate();
        ASSERT_EQ(servers[i]->wait(), 0);
        for (const auto& client : clients) client->wait_for_more(2);  // the other one serves
        servers[i] = start(i == 0 ? "one" : "two");
        ASSERT_EQ(test::Client{servers[i]->port()}.get("/readyz").status, 200);
        {
            const std::lock_guard lock{mutex};
            ports[i] = servers[i]->port();
        }
        for (const auto& client : clients) client->wait_for_more(2);
    }

    std::set<std::string> made;
    for (const auto& client : clients) {
        made.merge(client->stop());
        EXPECT_THAT(client->failures(), IsEmpty());
    }
    test::Client caller{servers[0]->port(), {{"X-SmartToken", tenant.api_key}}};
    EXPECT_EQ(caller.get("/jobs").json().at("totalFound").as_int64(), std::ssize(made))
        << "every job was made once";
}

}  // namespace
}  // namespace callboard
