// `callboard move`: everything, from SQLite to PostgreSQL and back, or nothing.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/cli/backup_fixture.h"
#include "integration/cli/move_fixture.h"
#include "support/documents.h"
#include "support/http_client.h"
#include "support/program_failure.h"
#include "support/rows.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;
using test::Arguments;
using test::bytes_of;
using test::expect_failure;
using test::Outcome;
using test::PostgresDatabase;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Outcome move(const std::string& from, const std::string& to, const Arguments& more = {}) {
    return test::run(test::joined({"move", "--from", from, "--to", to, "--json"}, more));
}

// Every row of every table, by table; without the index that the engine makes of them.
std::map<std::string, std::vector<std::string>> contents(const fs::path& file) {
    const test::Rows database{file, nullptr};
    std::map<std::string, std::vector<std::string>> found;
    for (const std::string& table :
         database.select("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', "
                         "'virtual') AND name NOT IN ('schema_file', 'sqlite_schema')")) {
        found[table] = database.select("SELECT * FROM " + table);
        std::ranges::sort(found[table]);
    }
    return found;
}

// What a server tells of the data, by path.
std::map<std::string, std::string> answers(const test::Installation& installation, std::uint16_t port) {
    static const std::vector<std::string> kChapters{
        "/user-api/",      "/users",      "/configuration/",
        "/jobs",           "/candidates", "/job-applications-api/",
        "/offers",         "/audit-api/", "/webhooks-api/",
        "/reporting-api/", "/analytics/"};
    std::map<std::string, std::string> found;
    test::Client sample{port, {{"X-SmartToken", installation.key}}};
    const json::value document = json::parse(bytes_of(std::string{CALLBOARD_SOURCE} + "/docs/openapi.json"));
    for (const auto& [path, operations] : document.at("paths").as_object()) {
        const std::string name{path};
        const bool is_wanted = std::ranges::any_of(
            kChapters, [&](const std::string& chapter) { return name.starts_with(chapter); });
        if (!is_wanted || !operations.as_object().contains("get")) continue;
        const auto answer = sample.get(test::filled(name, installation.ids));
        found[name] = std::to_string(answer.status) + " " + answer.body;
    }
    test::Client demo{port, {{"X-SmartToken", installation.demo_key}}};
    for (const char* const path :
         {"/jobs?limit=100", "/candidates?limit=100", "/candidates?q=engineer&limit=100",
          "/candidates?q=london%20manager&limit=100", "/offers?limit=100"}) {
        const auto answer = demo.get(path);
        EXPECT_EQ(answer.status, 200) << path << answer.body;
        EXPECT_THAT(answer.body, Not(IsEmpty()));
        found[path] = answer.body;
    }
    return found;
}

// One installation for all tests, which copy it.
class MoveCommand : public testing::Test {
  protected:
    static void SetUpTestSuite() { installation = new test::Installation; }
    static void TearDownTestSuite() { delete installation; }

    MoveCommand() { fs::copy(installation->data_dir(), source, fs::copy_options::recursive); }

    static std::map<std::string, std::string> answers_at(const fs::path& data_dir,
                                                         const Arguments& database = {}) {
        const test::ServerProcess server{
            data_dir,
            test::joined(database, {"--public-url", "https://callboard.test", "--reporting-interval", "0"})};
        return answers(*installation, server.port());
    }
    bool is_empty(const PostgresDatabase& database) const {
        return test::Rows{"", &database}.select(
                   "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") ==
               std::vector<std::string>{"0"};
    }

    static inline test::Installation* installation = nullptr;

    const test::TemporaryFolder folder;
    const fs::path source = folder.path() / "source";
    const fs::path other = folder.path() / "other";  // the data directory of servers on PostgreSQL
    const fs::path back = folder.path() / "back";
    const PostgresDatabase postgres{PostgresDatabase::Schema::none};
};

TEST_F(MoveCommand, MovesEveryRowOfEveryTableThereAndBack) {
    const auto there = move(source, postgres.url(), {"--data-dir", other});
    ASSERT_EQ(there.code, 0) << there.err;
    const auto returned = move(postgres.url(), back, {"--data-dir", other});
    ASSERT_EQ(returned.code, 0) << returned.err;

    EXPECT_EQ(there.json(), returned.json());
    const auto before = contents(source / "callboard.db");
    EXPECT_EQ(before, contents(back / "callboard.db"));
    std::set<std::string> moved;
    for (const auto& table : there.json().at("tables").as_array()) {
        moved.emplace(table.at("table").as_string());
        EXPECT_GT(table.at("rows").as_int64(), 0)
            << table << " has no row in this test; give it one in move_fixture.h";
    }
    for (const auto& [table, rows] : before)
        EXPECT_TRUE(moved.contains(table) || table.starts_with("candidate_text") ||
                    table.starts_with("sqlite_"))
            << table;
    for (const fs::path& place : {other, back}) {
        EXPECT_EQ(bytes_of(place / "secrets.key"), test::Installation::kSecretsKey);
        EXPECT_EQ(std::distance(fs::directory_iterator{place / "reports"}, {}), 1);
    }
    EXPECT_TRUE(there.json().at("secrets_key").as_bool());
    EXPECT_EQ(there.json().at("reports").as_int64(), 1);
}

TEST_F(MoveCommand, LetsServersAnswerTheSame) {
    ASSERT_EQ(move(source, postgres.url(), {"--data-dir", other}).code, 0);
    ASSERT_EQ(move(postgres.url(), back, {"--data-dir", other}).code, 0);

    const auto before = answers_at(source);
    const auto there = answers_at(other, {"--database", postgres.url()});
    const auto returned = answers_at(back);

    EXPECT_GT(before.size(), 60U);
    for (const auto& [path, answer] : before) {
        EXPECT_EQ(there.at(path), answer) << path;
        EXPECT_EQ(returned.at(path), answer) << path;
    }
    for (const Arguments& where :
         {Arguments{"--data-dir", other, "--database", postgres.url()}, Arguments{"--data-dir", back}}) {
        const auto checked = test::run(test::joined({"doctor", "--json"}, where));
        EXPECT_THAT(checked.out, HasSubstr("the secrets key decrypts all of 2 encrypted values"));
    }
}

TEST_F(MoveCommand, LetsNewCandidatesBeTheNewest) {
    ASSERT_EQ(move(source, postgres.url(), {"--data-dir", other}).code, 0);
    ASSERT_EQ(move(postgres.url(), back, {"--data-dir", other}).code, 0);
    const auto newest = [&](const fs::path& data_dir, const Arguments& database) {
        const test::ServerProcess server{data_dir, database};
        test::Client demo{server.port(), {{"X-SmartToken", installation->demo_key}}};
        const auto jobs = demo.get("/jobs?limit=1").json();
        const std::string job{jobs.at("content").at(0).at("id").as_string()};
        const auto made = demo.post(
            "/jobs/" + job + "/candidates",
            R"({"firstName":"Zoe","lastName":"Newcomer","email":"zoe@example.com","location":{"city":"London"}})");
        EXPECT_EQ(made.status, 201) << made.body;
        const auto found = demo.get("/candidates?q=newcomer%20london&limit=1").json();
        return std::string{found.at("content").at(0).at("lastName").as_string()};
    };

    EXPECT_EQ(newest(other, {"--database", postgres.url()}), "Newcomer");
    EXPECT_EQ(newest(back, {}), "Newcomer");
}

TEST_F(MoveCommand, CopiesNoFilesWithinOneDataDirectory) {
    const auto moved = move(source, postgres.url(), {"--data-dir", source});

    ASSERT_EQ(moved.code, 0) << moved.err;
    EXPECT_EQ(moved.json().at("reports").as_int64(), 0);
    EXPECT_TRUE(moved.json().at("secrets_key").as_bool());
    const auto shown = test::run({"move", "--from", postgres.url(), "--to", back, "--data-dir", source});
    EXPECT_THAT(shown.out, AllOf(HasSubstr("candidate "), HasSubstr("Do not start a server on it again"),
                                 HasSubstr("Copied 1 report files")));
}

TEST_F(MoveCommand, RefusesATargetThatIsNotEmpty) {
    const PostgresDatabase used;
    expect_failure(move(source, used.url(), {"--data-dir", source}), 1, "empty place");

    ASSERT_EQ(move(source, postgres.url(), {"--data-dir", source}).code, 0);
    expect_failure(move(postgres.url(), source, {"--data-dir", source}), 1, "callboard.db already exists");
    fs::create_directory(back);
    std::ofstream{back / "callboard.db-wal"} << "of another database";
    expect_failure(move(postgres.url(), back, {"--data-dir", source}), 1, "callboard.db-wal already exists");
}

TEST_F(MoveCommand, RefusesTwoPlacesOfOneKindAndPlacesThatAreNone) {
    expect_failure(move(source, source), 1, "'callboard backup'");
    expect_failure(move(postgres.url(), postgres.url()), 1, "'callboard backup'");
    expect_failure(move(folder.path() / "nothing", postgres.url()), 1, "there is no database");
    expect_failure(move(postgres.url(), back), 1, "no callboard tables");
    EXPECT_FALSE(fs::exists(folder.path() / "nothing"));
    EXPECT_FALSE(fs::exists(back));
    EXPECT_TRUE(is_empty(postgres));
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{source, "mysql://user:s3cret@host/name"},
                                                          {"mysql://user:s3cret@host/name", source},
                                                          {source, "postgresql:/user:s3cret@host/name"},
                                                          {source, "host=db password=s3cret"},
                                                          {"", source}}) {
        const auto refused = move(from, to);
        expect_failure(refused, 2, "postgresql://");
        EXPECT_THAT(refused.err, Not(HasSubstr("s3cret")));
    }
    const auto unreachable =
        move(source, "postgresql://user:s3cret@127.0.0.1:1/name", {"--data-dir", source});
    expect_failure(unreachable, 1, "127.0.0.1:1");
    EXPECT_THAT(unreachable.err, Not(HasSubstr("s3cret")));
}

TEST_F(MoveCommand, RefusesWhileAServerRuns) {
    {
        const test::ServerProcess server{source};
        expect_failure(move(source, postgres.url(), {"--data-dir", source}), 1, "another server uses");
    }
    ASSERT_EQ(move(source, postgres.url(), {"--data-dir", source}).code, 0)
        << "a killed server is no obstacle";
    {
        const test::ServerProcess server{
            other, {"--database", postgres.url(), "--secrets-key-file", source / "secrets.key"}};
        expect_failure(move(postgres.url(), back, {"--data-dir", source}), 1, "stop all servers");
        EXPECT_FALSE(fs::exists(back));
    }
    {
        const test::ServerProcess server{other,
                                         {"--database", postgres.url() + "?application_name=node-1",
                                          "--secrets-key-file", source / "secrets.key"}};
        expect_failure(move(postgres.url(), back, {"--data-dir", source}), 1, "'node-1'");
    }
    EXPECT_EQ(move(postgres.url(), back, {"--data-dir", source}).code, 0);
}

TEST_F(MoveCommand, RefusesAnotherSchema) {
    ASSERT_EQ(move(source, postgres.url(), {"--data-dir", source}).code, 0);
    const PostgresDatabase target{PostgresDatabase::Schema::none};
    struct Case {
        std::string sql;
        std::string reason;
    };
    for (const auto& [sql, reason] :
         {Case{"UPDATE schema_file SET number = 0 WHERE number = (SELECT max(number) FROM schema_file)",
               "'callboard migrate'"},
          Case{"INSERT INTO schema_file (number, name, applied_at) VALUES (100000, 'x', 0)", "newer schema"},
          Case{"DROP TABLE schema_file", "no callboard tables"}}) {
        test::execute_sqlite(source / "callboard.db", sql);
        test::postgres_command(postgres.url(), sql);
        expect_failure(move(source, target.url(), {"--data-dir", source}), 1, reason);
        expect_failure(move(postgres.url(), back, {"--data-dir", source}), 1, reason);
    }
    EXPECT_TRUE(is_empty(target));
    EXPECT_FALSE(fs::exists(back));
}

// A server could write to the file while it is moved from its own directory.
TEST_F(MoveCommand, RefusesADatabaseFileThatIsALinkAndSoDoServers) {
    fs::create_directory(other);
    fs::create_symlink(source / "callboard.db", other / "callboard.db");

    const Outcome served = test::run({"serve", "--listen", "127.0.0.1:0", "--data-dir", other});
    EXPECT_EQ(served.code, 1);
    EXPECT_THAT(served.err, HasSubstr("symbolic link"));
    expect_failure(move(other, postgres.url(), {"--data-dir", source}), 1, "symbolic link");
    EXPECT_TRUE(is_empty(postgres));
}

void write_key(const fs::path& data_dir, char digit) {
    fs::create_directories(data_dir);
    std::ofstream{data_dir / "secrets.key"} << std::string(64, digit) << "\n";
    fs::permissions(data_dir / "secrets.key", fs::perms::owner_read | fs::perms::owner_write);
}

// Even if there is nothing that the other one could fail to decrypt.
TEST_F(MoveCommand, NeedsTheKeyThatServersHaveRecorded) {
    {
        const test::ServerProcess server{source};
    }
    test::execute_sqlite(source / "callboard.db", "DELETE FROM webhook_key");
    write_key(source, 'a');
    expect_failure(move(source, postgres.url(), {"--data-dir", source}), 1, "'callboard secrets-key accept'");
    fs::remove(source / "secrets.key");
    expect_failure(move(source, postgres.url(), {"--data-dir", source}), 1, "there is no secrets key");
    write_key(other, 'a');
    expect_failure(
        move(source, postgres.url(), {"--data-dir", source, "--secrets-key-file", other / "secrets.key"}), 1,
        "another secrets key");
    EXPECT_TRUE(is_empty(postgres));

    write_key(source, 'a');
    ASSERT_EQ(test::run({"secrets-key", "accept", "--data-dir", source}).code, 0);
    const auto moved = move(source, postgres.url(), {"--data-dir", source});
    EXPECT_EQ(moved.code, 0) << moved.err;
}

TEST_F(MoveCommand, NeedsTheSecretsKey) {
    write_key(other, 'a');
    expect_failure(move(source, postgres.url(), {"--data-dir", other}), 1, "secrets.key");
    EXPECT_EQ(bytes_of(other / "secrets.key"), std::string(64, 'a') + "\n") << "it may belong to other data";
    write_key(source, 'a');
    expect_failure(move(source, postgres.url(), {"--data-dir", source}), 1, "does not decrypt");
    fs::remove(source / "secrets.key");
    expect_failure(move(source, postgres.url(), {"--data-dir", source}), 1, "there is no secrets key");
    EXPECT_TRUE(is_empty(postgres));

    test::execute_sqlite(source / "callboard.db", "DELETE FROM webhook_key; DELETE FROM sso_connection");
    const auto moved = move(source, postgres.url(), {"--data-dir", source});
    EXPECT_EQ(moved.code, 0) << moved.err;
    EXPECT_FALSE(moved.json().at("secrets_key").as_bool()) << "nothing needs one";
}

// The settings name those of the servers on PostgreSQL.
TEST_F(MoveCommand, TakesTheKeyAndTheReportsOfTheDataDirectory) {
    const fs::path key = folder.path() / "key";
    const fs::path reports = folder.path() / "shared";
    write_key(other, 'a');
    expect_failure(
        move(source, postgres.url(), {"--data-dir", other, "--secrets-key-file", other / "secrets.key"}), 1,
        "has another one");
    const Arguments places{"--data-dir", other, "--secrets-key-file", key, "--report-dir", reports};

    const auto there = move(source, postgres.url(), places);
    ASSERT_EQ(there.code, 0) << there.err;
    const auto returned = move(postgres.url(), back, places);
    ASSERT_EQ(returned.code, 0) << returned.err;

    for (const auto& file : {key, back / "secrets.key"})
        EXPECT_EQ(bytes_of(file), test::Installation::kSecretsKey);
    for (const auto& place : {reports, back / "reports"})
        EXPECT_EQ(std::distance(fs::directory_iterator{place}, {}), 1) << place;
    EXPECT_EQ(there.json().at("reports").as_int64(), 1);
    EXPECT_EQ(returned.json().at("reports").as_int64(), 1);
}

TEST_F(MoveCommand, TakesTheKeyAndTheReportsOfTheSettings) {
    const fs::path key = folder.path() / "key";
    const fs::path reports = folder.path() / "shared";
    fs::rename(source / "secrets.key", key);
    fs::rename(source / "reports", reports);

    const auto moved = move(source, postgres.url(),
                            {"--data-dir", other, "--secrets-key-file", key, "--report-dir", reports});

    ASSERT_EQ(moved.code, 0) << moved.err;
    EXPECT_TRUE(moved.json().at("secrets_key").as_bool());
    EXPECT_EQ(moved.json().at("reports").as_int64(), 0) << "they are where they were";
    EXPECT_FALSE(fs::exists(other));
}

}  // namespace
}  // namespace callboard
