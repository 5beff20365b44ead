// `callboard backup`: consistent while a server writes, and complete or absent.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "base/child_process.h"
#include "support/each_database.h"
#include "support/http_client.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::expect_failure;
using test::Outcome;
using test::Variables;
using testing::HasSubstr;
using testing::Not;

constexpr auto kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"Atlanta"}})";

std::string bytes_of(const fs::path& file) {
    std::ifstream in{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

// An executable file in a folder that is first in PATH.
Variables with_program(const fs::path& folder, const std::string& name, const std::string& script) {
    fs::create_directories(folder);
    std::ofstream{folder / name} << "#!/bin/sh\n" << script;
    fs::permissions(folder / name, fs::perms::owner_all);
    return {"PATH=" + folder.string() + ":/usr/bin:/bin"};
}

class BackupCommand : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    Outcome back_up(const fs::path& file, const Arguments& more = {"--json"}) const {
        Arguments arguments{"backup", file.string()};
        const auto flags = where();
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        arguments.insert(arguments.end(), more.begin(), more.end());
        return test::run(arguments);
    }
    // The number of jobs in a backup and of audit records of their creation: written in one transaction, both
    // are equal in every consistent copy.
    std::pair<int, int> counts_in(const fs::path& file) const {
        constexpr const char* kJobs = "SELECT count(*) FROM job";
        constexpr const char* kRecords = "SELECT count(*) FROM audit_record WHERE event_name = 'JOB_CREATED'";
        if (!postgres) return {sqlite_number(file, kJobs), sqlite_number(file, kRecords)};
        const test::PostgresDatabase empty{test::PostgresDatabase::Schema::none};
        const auto restored =
            run_process({"pg_restore", "--no-owner", "--dbname=" + empty.url(), file.string()});
        EXPECT_EQ(restored->exit_code, 0) << restored->errors;
        return {postgres_number(empty.url(), kJobs), postgres_number(empty.url(), kRecords)};
    }
    static int sqlite_number(const fs::path& file, const char* sql) {
        sqlite3* handle = nullptr;
        EXPECT_EQ(sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
        int number = -1;
        const auto keep = [](void* into, int, char** values, char**) {
            *static_cast<int*>(into) = std::stoi(values[0]);
            return 0;
        };
        EXPECT_EQ(sqlite3_exec(handle, sql, keep, &number, nullptr), SQLITE_OK) << sqlite3_errmsg(handle);
        sqlite3_close(handle);
        return number;
    }
    static int postgres_number(const std::string& url, const std::string& sql) {
        const auto asked = run_process({"psql", "--dbname=" + url, "-Atc", sql});
        EXPECT_EQ(asked->exit_code, 0) << asked->errors;
        return std::stoi(asked->output);
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const fs::path copy = folder.path() / "copy";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

TEST_P(BackupCommand, IsConsistentWhileTheServerWritesAndHoldsNobodyUp) {
    const test::ServerProcess server{data_dir, database()};
    std::atomic<bool> stop{false};
    std::atomic<int> written{0};
    std::atomic<bool> over{false};
    std::thread writer{[&] {
        test::Client admin{server.port(), {{"X-SmartToken", tenant.api_key}}};
        while (!stop) {
            const auto made = admin.post("/jobs", kJob);
            EXPECT_EQ(made.status, 201) << made.body;
            if (made.status != 201) break;
            ++written;
        }
        over = true;
    }};
    while (written < 20 && !over) std::this_thread::yield();
    const int before = written;

    const auto made = back_up(copy);

    const int after = written;
    stop = true;
    writer.join();
    ASSERT_EQ(made.code, 0) << made.err;
    const auto [jobs, records] = counts_in(copy);
    EXPECT_EQ(jobs, records);
    EXPECT_GE(jobs, before);
    EXPECT_LE(jobs, after + 1);
    EXPECT_GT(after, before) << "the writer goes on meanwhile";
}

TEST_P(BackupCommand, ReportsTheFileWhichOnlyItsOwnerMayRead) {
    const auto made = back_up(copy);

    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(made.text("file"), copy.string());
    EXPECT_EQ(boost::json::serialize(made.json().at("bytes")), std::to_string(fs::file_size(copy)));
    EXPECT_EQ(made.text("engine"), postgres ? "postgresql" : "sqlite");
    struct stat about{};
    ASSERT_EQ(stat(copy.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    EXPECT_FALSE(fs::exists(copy.string() + ".partial"));
    EXPECT_THAT(back_up(folder.path() / "other", {}).out, HasSubstr("secrets key"));
}

TEST_P(BackupCommand, OverwritesNothing) {
    std::ofstream{copy} << "precious";

    expect_failure(back_up(copy), 1, copy.string());

    EXPECT_EQ(bytes_of(copy), "precious");
    fs::create_symlink("/nowhere/at/all", folder.path() / "link");
    expect_failure(back_up(folder.path() / "link"), 1, "link");
    expect_failure(back_up(folder.path()), 1, folder.path().string());
    expect_failure(back_up(folder.path() / "missing" / "copy"), 1, "missing");
    EXPECT_FALSE(fs::exists(copy.string() + ".partial"));
}

TEST_P(BackupCommand, AnInterruptedOneIsNoObstacle) {
    std::ofstream{copy.string() + ".partial"} << "half of a backup";

    EXPECT_EQ(back_up(copy).code, 0);

    EXPECT_EQ(counts_in(copy).first, 0);
    EXPECT_FALSE(fs::exists(copy.string() + ".partial"));
}

TEST_P(BackupCommand, DoesNotFollowALinkThatSomebodyPutThere) {
    const fs::path victim = folder.path() / "victim";
    std::ofstream{victim} << "precious";
    fs::create_symlink(victim, copy.string() + ".partial");

    expect_failure(back_up(copy), 1, ".partial");

    EXPECT_EQ(bytes_of(victim), "precious");
}

RUN_ON_EACH_DATABASE(BackupCommand);

class SqliteBackup : public testing::Test {
  protected:
    Outcome back_up() const { return test::run({"backup", copy, "--json", "--data-dir", data_dir}); }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::string copy = folder.path() / "copy";
};

TEST_F(SqliteBackup, NeedsADatabaseAndCreatesNone) {
    expect_failure(back_up(), 1, data_dir);

    EXPECT_FALSE(fs::exists(data_dir));
    EXPECT_FALSE(fs::exists(copy));
}

TEST_F(SqliteBackup, IsOneFileWithoutALogBesideIt) {
    ASSERT_EQ(test::run({"migrate", "--data-dir", data_dir}).code, 0);

    ASSERT_EQ(back_up().code, 0);

    const std::string header = bytes_of(copy).substr(0, 20);
    EXPECT_EQ(header.substr(0, 15), "SQLite format 3");
    EXPECT_EQ(header.at(18), 1) << "a rollback journal, not WAL";
    for (const auto& entry : fs::directory_iterator{folder.path()})
        EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("copy-")));
}

TEST_F(SqliteBackup, OfADamagedDatabaseFailsAndLeavesNoFile) {
    ASSERT_EQ(test::run({"migrate", "--data-dir", data_dir}).code, 0);
    {
        std::fstream file{data_dir + "/callboard.db", std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(4096 * 3);
        file << std::string(4096 * 20, 'x');
    }

    const auto made = back_up();

    EXPECT_EQ(made.code, 1);
    EXPECT_FALSE(fs::exists(copy));
    EXPECT_FALSE(fs::exists(copy + ".partial"));
}

class PostgresBackup : public testing::Test {
  protected:
    Outcome back_up(const Variables& variables, const std::string& url) const {
        return test::run({"backup", copy, "--json", "--data-dir", folder.path() / "data"}, "", [&] {
            Variables all = variables;
            all.push_back("CALLBOARD_DATABASE=" + url);
            return all;
        }());
    }
    // The URL with a password, which the test server does not check.
    std::string url_with_password() const {
        std::string url = postgres.url();
        return url.insert(url.find('@'), ":s3cret-pass");
    }

    const test::TemporaryFolder folder;
    const std::string copy = folder.path() / "copy";
    const test::PostgresDatabase postgres;
};

TEST_F(PostgresBackup, GivesThePasswordInTheEnvironmentAlone) {
    const fs::path seen = folder.path() / "seen";
    const auto variables = with_program(folder.path() / "bin", "pg_dump",
                                        "echo \"$@\" >> " + seen.string() + "; echo \"$PGPASSWORD\" > " +
                                            seen.string() + ".password\n" + "exec /usr/bin/pg_dump \"$@\"\n");

    const auto made = back_up(variables, url_with_password());

    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(bytes_of(seen), HasSubstr("--format=custom"));
    EXPECT_THAT(bytes_of(seen), Not(HasSubstr("s3cret-pass")));
    EXPECT_EQ(bytes_of(seen.string() + ".password"), "s3cret-pass\n");
}

TEST_F(PostgresBackup, WithoutPgDumpSaysWhatToInstall) {
    fs::create_directories(folder.path() / "empty");

    const auto made = back_up({"PATH=" + (folder.path() / "empty").string()}, postgres.url());

    expect_failure(made, 1, "pg_dump");
    EXPECT_THAT(made.err, HasSubstr("postgresql-client"));
    EXPECT_FALSE(fs::exists(copy));
    EXPECT_FALSE(fs::exists(copy + ".partial"));
}

TEST_F(PostgresBackup, WithAPgDumpOlderThanTheServerSaysSo) {
    const auto variables =
        with_program(folder.path() / "bin", "pg_dump", "echo 'pg_dump (PostgreSQL) 9.6.24'\n");

    const auto made = back_up(variables, postgres.url());

    expect_failure(made, 1, "older than the server");
    EXPECT_THAT(made.err, HasSubstr("9.6.24"));
    EXPECT_FALSE(fs::exists(copy));
}

TEST_F(PostgresBackup, AFailureOfPgDumpIsReportedAndLeavesNothing) {
    const auto variables = with_program(
        folder.path() / "bin", "pg_dump",
        "[ \"$1\" = --version ] && exec /usr/bin/pg_dump --version; echo 'out of patience' >&2; exit 1\n");

    expect_failure(back_up(variables, postgres.url()), 1, "out of patience");

    EXPECT_FALSE(fs::exists(copy));
    EXPECT_FALSE(fs::exists(copy + ".partial"));
}

TEST_F(PostgresBackup, WhatCannotBeReadBackIsNoBackup) {
    const auto variables =
        with_program(folder.path() / "bin", "pg_dump",
                     "[ \"$1\" = --version ] && exec /usr/bin/pg_dump --version; exit 0\n");

    EXPECT_EQ(back_up(variables, postgres.url()).code, 1);

    EXPECT_FALSE(fs::exists(copy));
}

}  // namespace
}  // namespace callboard
