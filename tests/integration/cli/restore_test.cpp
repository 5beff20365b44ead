// `callboard restore`: everything that a backup contains, into an empty place, or nothing.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "archive/archive.h"
#include "base/embedded.h"
#include "db/migrate.h"
#include "integration/cli/backup_fixture.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "support/program_failure.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::bytes_of;
using test::expect_failure;
using test::joined;
using test::Outcome;
using test::Place;
using testing::AllOf;
using testing::HasSubstr;

const std::string kReportFile = "01a1dd9f-2177-7000-a4a8-58b407c53506-0123456789abcdef.csv";

// A backup that no backup command would write.
void write_archive(const fs::path& file, const archive::Header& header,
                   const std::vector<archive::Entry>& entries, std::string_view content = "content",
                   const std::optional<Secret>& passphrase = std::nullopt) {
    std::ofstream out{file, std::ios::binary};
    archive::Writer writer{header, passphrase, [&](std::string_view bytes) { out << bytes; }};
    for (const archive::Entry& entry : entries) {
        writer.begin(entry);
        writer.append(content);
    }
    writer.finish();
}

void write(const fs::path& file, std::string_view bytes) {
    std::ofstream{file, std::ios::binary} << bytes;
}

constexpr int kReports = 200;
constexpr std::size_t kReportSize = 20'000;

// Temporary files of a killed program stay until a server removes them.
std::ptrdiff_t complete_files_in(const fs::path& folder) {
    if (!fs::exists(folder)) return 0;
    return std::ranges::count_if(fs::directory_iterator{folder}, [](const fs::directory_entry& entry) {
        return entry.path().extension() == ".csv" && entry.file_size() == kReportSize;
    });
}

class RestoreCommand : public test::BackupFixture {
  protected:
    Outcome command(const Arguments& words, const Place& at) const {
        return test::run(joined(joined(words, at.where()), {"--json"}));
    }
    archive::Header header() const {
        return {.engine = on_postgres() ? "postgresql" : "sqlite",
                .program = "9.9",
                .schema = 1,
                .created_at = {},
                .salt = {}};
    }
    bool has_database(const Place& to) const {
        return on_postgres() ? to.has_tables() : fs::exists(to.data_dir() / "callboard.db");
    }
    // Or has restored it already.
    bool has_begun_database(const Place& to) const {
        if (!on_postgres()) return fs::exists(to.data_dir() / "callboard.db.partial") || has_database(to);
        return has_database(to) || to.number(
                                       "SELECT count(*) FROM pg_stat_activity WHERE datname = "
                                       "current_database() AND application_name = 'pg_restore'") > 0;
    }
    void expect_refused(const fs::path& file, const std::string& reason, const Arguments& more = {}) const {
        const Place to{GetParam()};
        expect_failure(restore(file, to, more), 1, reason);
        EXPECT_TRUE(to.is_empty()) << reason;
        EXPECT_FALSE(fs::exists(to.data_dir())) << reason;
    }
};

TEST_P(RestoreCommand, GivesBackDataKeysAndReportFiles) {
    const auto made = command({"report", "run", "Jobs", "--company", "acme"}, place);
    ASSERT_EQ(made.code, 0) << made.err;
    ASSERT_EQ(back_up(copy).json().at("reports").as_int64(), 1);
    const Place to{GetParam()};

    const auto restored = restore(copy, to);

    ASSERT_EQ(restored.code, 0) << restored.err;
    EXPECT_EQ(restored.text("engine"), on_postgres() ? "postgresql" : "sqlite");
    EXPECT_EQ(restored.json().at("reports").as_int64(), 1);
    EXPECT_FALSE(restored.json().at("needs_migration").as_bool());
    EXPECT_FALSE(restored.json().at("secrets_key").as_bool());
    const std::string saved = folder.path() / "jobs.csv";
    const auto downloaded =
        command({"report", "download", "Jobs", "--company", "acme", "--output", saved}, to);
    EXPECT_EQ(downloaded.code, 0) << downloaded.err;
    EXPECT_GT(fs::file_size(saved), 0U);
    struct stat about{};
    if (!on_postgres()) {
        ASSERT_EQ(stat((to.data_dir() / "callboard.db").c_str(), &about), 0);
        EXPECT_EQ(about.st_mode & 0777, 0600U);
    }
    const test::ServerProcess server{to.data_dir(), to.database()};
    test::Client caller{server.port(), {{"X-SmartToken", tenant.api_key}}};
    EXPECT_EQ(caller.get("/jobs").status, 200) << "keys stay valid";
}

TEST_P(RestoreCommand, OfAnEncryptedBackupNeedsItsKeyAndGivesBackTheSecretsKey) {
    fs::create_directories(place.data_dir());
    const std::string secrets_key = std::string(64, 'a') + "\n";
    write(place.data_dir() / "secrets.key", secrets_key);
    fs::permissions(place.data_dir() / "secrets.key", fs::perms::owner_read);
    const std::string key = key_file("key", "correct horse battery staple");
    const auto made = back_up(copy, {"--json", "--encrypt-with", key});
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_TRUE(made.json().at("encrypted").as_bool());
    EXPECT_TRUE(made.json().at("secrets_key").as_bool());

    expect_refused(copy, "--decrypt-with");
    expect_refused(copy, "another key",
                   {"--decrypt-with", key_file("other", "correct horse battery stable")});
    const Place to{GetParam()};
    const auto restored = restore(copy, to, {"--decrypt-with", key});

    ASSERT_EQ(restored.code, 0) << restored.err;
    EXPECT_TRUE(restored.json().at("secrets_key").as_bool());
    EXPECT_EQ(bytes_of(to.data_dir() / "secrets.key"), secrets_key);
    EXPECT_EQ(to.number("SELECT count(*) FROM company"), 1);
}

TEST_P(RestoreCommand, DoesNotReplaceAnotherSecretsKey) {
    fs::create_directories(place.data_dir());
    write(place.data_dir() / "secrets.key", std::string(64, 'a'));
    fs::permissions(place.data_dir() / "secrets.key", fs::perms::owner_read);
    const std::string key = key_file("key", "correct horse battery staple");
    ASSERT_EQ(back_up(copy, {"--json", "--encrypt-with", key}).code, 0);
    const Place to{GetParam()};
    fs::create_directories(to.data_dir());
    write(to.data_dir() / "secrets.key", std::string(64, 'b'));
    fs::permissions(to.data_dir() / "secrets.key", fs::perms::owner_read | fs::perms::owner_write);

    expect_failure(restore(copy, to, {"--decrypt-with", key}), 1, "secrets.key");

    EXPECT_EQ(bytes_of(to.data_dir() / "secrets.key"), std::string(64, 'b'));
    EXPECT_FALSE(fs::exists(to.data_dir() / "callboard.db"));
    write(to.data_dir() / "secrets.key", std::string(64, 'a'));
    EXPECT_EQ(restore(copy, to, {"--decrypt-with", key}).code, 0) << "the same key is no obstacle";
}

TEST_P(RestoreCommand, RefusesAPlaceWithADatabase) {
    ASSERT_EQ(back_up(copy).code, 0);

    expect_failure(restore(copy, place), 1, "empty place");

    const test::ServerProcess server{place.data_dir(), place.database()};
    expect_failure(restore(copy, place), 1, "empty place");
    EXPECT_EQ(place.number("SELECT count(*) FROM company"), 1);
}

TEST_P(RestoreCommand, RefusesWhatIsNoBackup) {
    const fs::path file = folder.path() / "file";
    expect_refused(folder.path() / "missing", "missing");
    expect_refused(folder.path(), "not a regular file");
    mkfifo(file.c_str(), 0600);
    expect_refused(file, "not a regular file");
    fs::remove(file);
    for (const std::string& bytes : {std::string{}, std::string(100'000, '\0'), std::string(100'000, 'x')}) {
        write(file, bytes);
        expect_refused(file, "is not a backup of callboard");
    }
    write(file, std::string{"SQLite format 3\0", 16} + std::string(4096, '\0'));
    expect_refused(file, "SQLite database");
    write(file, "PGDMP" + std::string(4096, '\0'));
    expect_refused(file, "pg_restore");
}

TEST_P(RestoreCommand, RefusesWhatIsIncompleteOrChanged) {
    ASSERT_EQ(back_up(copy).code, 0);
    const std::string whole = bytes_of(copy);
    const fs::path file = folder.path() / "file";
    for (std::size_t part = 1; part < 12; ++part) {
        write(file, whole.substr(0, whole.size() * part / 12));
        expect_refused(file, file.string());
        std::string changed = whole;
        changed[whole.size() * part / 12] ^= 1;
        write(file, changed);
        expect_refused(file, "damaged");
    }
    write(file, whole.substr(0, whole.size() - 1));
    expect_refused(file, "truncated");
    write(file, whole + "x");
    expect_refused(file, "damaged");
}

TEST_P(RestoreCommand, RefusesANewerSchemaAndAnotherEngine) {
    auto newer = header();
    newer.schema = 100'000;
    write_archive(copy, newer, {{.kind = "database", .name = ""}});
    expect_refused(copy, "schema 100000 of callboard 9.9");

    auto other = header();
    other.engine = on_postgres() ? "sqlite" : "postgresql";
    write_archive(copy, other, {{.kind = "database", .name = ""}});
    expect_refused(copy, "--database");
    other.engine = "oracle";
    write_archive(copy, other, {{.kind = "database", .name = ""}});
    expect_refused(copy, "does not know");
}

TEST_P(RestoreCommand, WritesReportFilesNowhereElse) {
    const std::string id = kReportFile.substr(0, 36);
    for (const std::string& name :
         {std::string{"/etc/passwd"}, std::string{"../../outside.csv"}, std::string{"callboard.db"},
          std::string{}, id + "-/../../outside.csv", id + "-../outside.csv", id + "-x.csv/../../y.csv",
          id + "/-x.csv", id + ".csv", id + "-x.csv.part"}) {
        write_archive(copy, header(), {{.kind = "database", .name = ""}, {.kind = "report", .name = name}});
        expect_refused(copy, "invalid name");
    }
}

TEST_P(RestoreCommand, RefusesEntriesThatItDoesNotExpect) {
    const archive::Entry database{.kind = "database", .name = ""};
    const archive::Entry report{.kind = "report", .name = kReportFile};
    for (const auto& entries : std::vector<std::vector<archive::Entry>>{
             {}, {report}, {report, database}, {database, database}, {database, {.kind = "x", .name = ""}}}) {
        write_archive(copy, header(), entries);
        expect_refused(copy, copy.string());
    }
}

TEST_P(RestoreCommand, TakesASecretsKeyOnlyFromAnEncryptedBackupAndOnlyAKey) {
    const std::vector<archive::Entry> entries{{.kind = "database", .name = ""},
                                              {.kind = "secrets-key", .name = ""}};
    write_archive(copy, header(), entries, std::string(64, 'a'));
    expect_refused(copy, "not encrypted");

    const std::string passphrase = "correct horse battery staple";
    const std::string key = key_file("key", passphrase);
    for (const std::string& text : {std::string{}, std::string(63, 'a'), std::string(65, 'a'),
                                    std::string(64, 'x'), std::string(64, 'a') + "\n\n"}) {
        write_archive(copy, header(), entries, text, Secret{passphrase});
        expect_refused(copy, "secrets key is malformed", {"--decrypt-with", key});
    }
}

TEST_P(RestoreCommand, RefusesASchemaNumberThatCannotBe) {
    for (const std::int64_t schema : {0, -1}) {
        auto wrong = header();
        wrong.schema = schema;
        write_archive(copy, wrong, {{.kind = "database", .name = ""}});
        expect_refused(copy, "is damaged");
    }
}

TEST_P(RestoreCommand, ThatWasKilledCanBeRepeated) {
    fs::create_directories(place.data_dir() / "reports");
    for (int i = 0; i < kReports; ++i) {
        std::string name = kReportFile;
        name.replace(0, 3, std::to_string(100 + i));
        write(place.data_dir() / "reports" / name, std::string(kReportSize, 'x'));
    }
    ASSERT_EQ(back_up(copy).json().at("reports").as_int64(), kReports);
    int in_the_middle = 0;
    const auto kill_when = [&](const std::function<bool(const Place&)>& is_reached) {
        const Place to{GetParam()};
        test::BackgroundCommand killed{joined({"restore", copy.string()}, to.where())};
        ASSERT_TRUE(test::eventually([&] { return is_reached(to); })) << killed.output();
        killed.stop(SIGKILL);
        if (fs::exists(to.data_dir()) && !has_database(to)) ++in_the_middle;

        const auto again = restore(copy, to);

        // pg_restore may have received everything, and commit after its parent was killed.
        if (again.code != 0)
            EXPECT_THAT(again.err, testing::AnyOf(HasSubstr("empty place"), HasSubstr("already exists")));
        EXPECT_EQ(to.number("SELECT count(*) FROM company"), 1);
        EXPECT_EQ(complete_files_in(to.data_dir() / "reports"), kReports);
    };

    kill_when([](const Place&) { return true; });
    kill_when([&](const Place& to) { return has_begun_database(to); });
    for (const int files : {1, kReports / 2, kReports})
        kill_when([&](const Place& to) { return complete_files_in(to.data_dir() / "reports") >= files; });

    EXPECT_GE(in_the_middle, 2) << "otherwise it is killed too late";
}

RUN_ON_EACH_DATABASE(RestoreCommand);

void execute(const fs::path& database, const std::string& sql) {
    sqlite3* handle = nullptr;
    EXPECT_EQ(sqlite3_open(database.c_str(), &handle), SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

class SqliteRestore : public testing::Test {
  protected:
    void write_backup(std::int64_t schema, std::string_view database) const {
        write_archive(
            copy, {.engine = "sqlite", .program = "0.0.1", .schema = schema, .created_at = {}, .salt = {}},
            {{.kind = "database", .name = ""}}, database);
    }
    // Of a database of this version that was changed afterwards.
    std::string changed_database(const std::string& sql) const {
        const fs::path database = fs::path{source} / "callboard.db";
        fs::remove_all(source);
        EXPECT_EQ(test::run({"migrate", "--data-dir", source}).code, 0);
        execute(database, sql);
        return bytes_of(database);
    }
    void expect_refused(const std::string& reason) const {
        expect_failure(test::run({"restore", copy, "--json", "--data-dir", target}), 1, reason);
        for (const auto& entry : fs::directory_iterator{target})
            EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr("callboard.db"))) << reason;
    }

    const test::TemporaryFolder folder;
    const std::string source = folder.path() / "source";
    const std::string copy = folder.path() / "copy";
    const std::string target = folder.path() / "target";
};

TEST_F(SqliteRestore, RefusesALogThatWasLeftBehind) {
    ASSERT_EQ(test::run({"migrate", "--data-dir", source}).code, 0);
    ASSERT_EQ(test::run({"backup", copy, "--data-dir", source}).code, 0);
    fs::create_directory(target);
    write(target + "/callboard.db-wal", "of another database");

    expect_failure(test::run({"restore", copy, "--json", "--data-dir", target}), 1, "callboard.db-wal");

    EXPECT_FALSE(fs::exists(target + "/callboard.db"));
}

TEST_F(SqliteRestore, RefusesADatabaseThatIsNone) {
    const std::string whole = changed_database("");
    write_backup(db::known_schema(),
                 "this is text, and not a database; it is long enough for a header" + std::string(1000, 'x'));
    expect_refused("is damaged");
    write_backup(db::known_schema(), "");
    expect_refused("is not a backup of callboard");
    write_backup(db::known_schema(), whole.substr(0, whole.size() / 2));
    expect_refused("is damaged");
    write_backup(db::known_schema(), whole.substr(0, 4096));
    expect_refused("is damaged");
    std::string changed = whole;
    changed.replace(whole.size() / 2, 8192, std::string(8192, 'x'));
    write_backup(db::known_schema(), changed);
    expect_refused("is damaged");
}

TEST_F(SqliteRestore, RefusesADatabaseOfAnotherSchemaThanItsHeaderSays) {
    const std::string whole = changed_database("");
    write_backup(db::known_schema() - 1, whole);
    expect_refused("is damaged");
    write_backup(db::known_schema(), changed_database("INSERT INTO schema_file VALUES (100000, 'x', 0)"));
    expect_refused("is damaged");
    write_backup(db::known_schema(), changed_database("DROP TABLE schema_file"));
    expect_refused("is not a backup of callboard");
}

TEST_F(SqliteRestore, RefusesADatabaseWithCodeOfOthers) {
    for (const char* const sql :
         {"CREATE TRIGGER extra AFTER INSERT ON company BEGIN DELETE FROM company; END",
          "CREATE VIEW extra AS SELECT * FROM company", "CREATE VIRTUAL TABLE extra USING fts5 (words)",
          "DROP TRIGGER candidate_text_entry_gone; CREATE TRIGGER candidate_text_entry_gone AFTER DELETE ON "
          "candidate_text_entry BEGIN DELETE FROM company; END"}) {
        write_backup(db::known_schema(), changed_database(sql));
        expect_refused("is not a backup of callboard");
    }
}

TEST_F(SqliteRestore, AcceptsADatabaseInWalMode) {
    write_backup(db::known_schema(), changed_database("PRAGMA journal_mode = WAL"));

    EXPECT_EQ(test::run({"restore", copy, "--json", "--data-dir", target}).code, 0);

    EXPECT_FALSE(fs::exists(target + "/callboard.db.partial-wal"));
    EXPECT_FALSE(fs::exists(target + "/callboard.db.partial-shm"));
}

TEST_F(SqliteRestore, SaysThatAnOlderSchemaNeedsAMigration) {
    fs::create_directory(source);
    execute(source + "/callboard.db",
            "CREATE TABLE schema_file (number BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT "
            "NULL); INSERT INTO schema_file VALUES (1, '001_initial.sql', 0);" +
                std::string{db::schema_files().front().text});
    write_backup(1, bytes_of(source + "/callboard.db"));

    const auto restored = test::run({"restore", copy, "--json", "--data-dir", target});

    ASSERT_EQ(restored.code, 0) << restored.err;
    EXPECT_TRUE(restored.json().at("needs_migration").as_bool());
    EXPECT_EQ(test::run({"migrate", "--data-dir", target}).code, 0);
}

class PostgresRestore : public testing::Test {
  protected:
    const test::TemporaryFolder folder;
    const std::string copy = folder.path() / "copy";
};

TEST_F(PostgresRestore, GivesThePasswordInTheEnvironmentAlone) {
    const test::PostgresDatabase from;
    const test::PostgresDatabase to{test::PostgresDatabase::Schema::none};
    ASSERT_EQ(test::run({"backup", copy, "--database", from.url()}).code, 0);
    const fs::path bin = folder.path() / "bin";
    const std::string seen = folder.path() / "seen";
    fs::create_directory(bin);
    write(bin / "pg_restore", "#!/bin/sh\necho \"$@\" >> " + seen + "; echo \"$PGPASSWORD\" > " + seen +
                                  ".password\nexec /usr/bin/pg_restore \"$@\"\n");
    fs::permissions(bin / "pg_restore", fs::perms::owner_all);
    std::string url = to.url();
    url.insert(url.find('@'), ":s3cret-pass");

    const auto restored = test::run({"restore", copy, "--json"}, "",
                                    {"PATH=" + bin.string() + ":/usr/bin:/bin", "CALLBOARD_DATABASE=" + url});

    ASSERT_EQ(restored.code, 0) << restored.err;
    EXPECT_THAT(bytes_of(seen), AllOf(HasSubstr("--single-transaction"), testing::Not(HasSubstr("s3cret"))));
    EXPECT_EQ(bytes_of(seen + ".password"), "s3cret-pass\n");
}

TEST_F(PostgresRestore, ThatFailsLeavesNothing) {
    const test::PostgresDatabase to{test::PostgresDatabase::Schema::none};
    write_archive(copy, {.engine = "postgresql", .program = "", .schema = 1, .created_at = {}, .salt = {}},
                  {{.kind = "database", .name = ""}});

    expect_failure(
        test::run({"restore", copy, "--json", "--database", to.url(), "--data-dir", folder.path() / "data"}),
        1, "pg_restore failed");

    EXPECT_FALSE(fs::exists(folder.path() / "data"));
}

}  // namespace
}  // namespace callboard
