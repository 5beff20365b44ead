// A server whose database is also used by commands, by other versions, and by other servers.
#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "integration/cli/operation_fixture.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/shared_key.h"
#include "support/temporary_folder.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::job_input;
using test::OnPostgres;
using test::Operation;
using test::Outcome;
using test::ServerProcess;
using testing::HasSubstr;
using testing::Not;

void sqlite_command(const fs::path& file, const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    sqlite3_busy_timeout(handle, 5000);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
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

// --- PostgreSQL: several servers

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
