// `callboard backup`: consistent while a server writes, and complete or absent.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/partial_file.h"
#include "integration/cli/backup_fixture.h"
#include "support/http_client.h"
#include "support/program_failure.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::bytes_of;
using test::expect_failure;
using test::Outcome;
using test::Variables;
using testing::HasSubstr;
using testing::Not;

constexpr auto kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"Atlanta"}})";

// An executable file in a folder that is first in PATH.
Variables with_program(const fs::path& folder, const std::string& name, const std::string& script) {
    fs::create_directories(folder);
    std::ofstream{folder / name} << "#!/bin/sh\n" << script;
    fs::permissions(folder / name, fs::perms::owner_all);
    return {"PATH=" + folder.string() + ":/usr/bin:/bin"};
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator{folder}) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
}

class BackupCommand : public test::BackupFixture {
  protected:
    // The number of jobs in a backup and of audit records of their creation: written in one transaction, both
    // are equal in every consistent copy.
    std::pair<int, int> counts_in(const fs::path& file) const {
        const test::Place to{GetParam()};
        const auto restored = restore(file, to);
        EXPECT_EQ(restored.code, 0) << restored.err;
        return {to.number("SELECT count(*) FROM job"),
                to.number("SELECT count(*) FROM audit_record WHERE event_name = 'JOB_CREATED'")};
    }
};

TEST_P(BackupCommand, IsConsistentWhileTheServerWritesAndHoldsNobodyUp) {
    const test::ServerProcess server{place.data_dir(), place.database()};
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
    EXPECT_EQ(made.text("engine"), on_postgres() ? "postgresql" : "sqlite");
    struct stat about{};
    ASSERT_EQ(stat(copy.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
    EXPECT_FALSE(fs::exists(copy.string() + ".partial"));
    EXPECT_FALSE(made.json().at("encrypted").as_bool());
    EXPECT_FALSE(made.json().at("secrets_key").as_bool());
    EXPECT_GT(made.json().at("schema").as_int64(), 0);
    EXPECT_THAT(back_up(folder.path() / "other", {}).out, HasSubstr("does not contain the secrets key"));
}

TEST_P(BackupCommand, PrintsNoProgressWithoutATerminal) {
    EXPECT_EQ(back_up(copy, {}).err, "");
}

TEST_P(BackupCommand, LeavesNothingElseBehind) {
    ASSERT_EQ(back_up(copy).code, 0);

    for (const fs::path& in : {folder.path(), place.data_dir()}) {
        if (!fs::exists(in)) continue;
        for (const auto& entry : fs::directory_iterator{in})
            EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("partial")));
    }
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

TEST_P(BackupCommand, ContainsOnlyReportsThatAreRegularFiles) {
    const fs::path reports = place.data_dir() / "reports";
    const std::string end = "1a1dd9f-2177-7000-a4a8-58b407c53506-0123456789abcdef.csv";
    fs::create_directories(reports);
    std::ofstream{reports / ("0" + end)} << "report";
    std::ofstream{folder.path() / "secret"} << "of somebody else";
    fs::create_symlink(folder.path() / "secret", reports / ("1" + end));
    fs::create_directory(reports / ("2" + end));
    ASSERT_EQ(mkfifo((reports / ("3" + end)).c_str(), 0600), 0);

    const auto made = back_up(copy);

    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(made.json().at("reports").as_int64(), 1);
    const test::Place to{GetParam()};
    ASSERT_EQ(restore(copy, to).code, 0);
    EXPECT_EQ(names_in(to.data_dir() / "reports"), std::vector{"0" + end});
}

TEST_P(BackupCommand, TheKeyOfAnEncryptedOneMustBeUsable) {
    expect_failure(back_up(copy, {"--json", "--encrypt-with", folder.path() / "missing"}), 1, "missing");
    expect_failure(back_up(copy, {"--json", "--encrypt-with", key_file("short", "too short")}), 1,
                   "fewer than 16 bytes");
    const std::string open = folder.path() / "open";
    std::ofstream{open} << "a long enough passphrase";
    fs::permissions(open, fs::perms::owner_read | fs::perms::others_read);
    expect_failure(back_up(copy, {"--json", "--encrypt-with", open}), 1, "users other than its owner");
    EXPECT_FALSE(fs::exists(copy));
}

// --- several in a folder

TEST_P(BackupCommand, KeepsTheNewestOfAFolderAndTouchesNothingElse) {
    const fs::path shelf = folder.path() / "shelf";
    fs::create_directory(shelf);
    const std::vector<std::string> others{"callboard-20200101T000000Z.backup.bak", "callboard-2020.backup",
                                          "notes.txt", "xcallboard-20200101T000000Z.backup"};
    for (const std::string& name : others) std::ofstream{shelf / name} << "precious";
    for (const char* const day : {"01", "02", "03"})
        std::ofstream{shelf / ("callboard-202001" + std::string{day} + "T000000Z.backup")}
            << "callboard backup 1\n";
    std::ofstream{shelf / "callboard-20200104T000000Z.backup.partial"} << "of an interrupted backup";
    fs::create_directory(shelf / "callboard-20190101T000000Z.backup");

    const auto made = back_up(shelf, {"--json", "--keep", "2"});

    ASSERT_EQ(made.code, 0) << made.err;
    const std::string name = fs::path{made.text("file")}.filename();
    EXPECT_THAT(name, testing::MatchesRegex("callboard-20[0-9]{6}T[0-9]{6}Z\\.backup"));
    std::vector<std::string> expected = others;
    expected.insert(expected.end(),
                    {"callboard-20190101T000000Z.backup", "callboard-20200103T000000Z.backup", name});
    std::ranges::sort(expected);
    EXPECT_EQ(names_in(shelf), expected);
    EXPECT_EQ(made.json().at("removed").as_array().size(), 2U);
    EXPECT_EQ(counts_in(shelf / name).first, 0);
}

TEST_P(BackupCommand, ThatFailsRemovesNoOlderOne) {
    const fs::path shelf = folder.path() / "shelf";
    fs::create_directory(shelf);
    std::ofstream{shelf / "callboard-20200101T000000Z.backup"} << "old";

    EXPECT_EQ(back_up(shelf, {"--json", "--keep", "1", "--encrypt-with", "/nowhere"}).code, 1);

    EXPECT_EQ(names_in(shelf).size(), 1U);
}

TEST_P(BackupCommand, ToKeepNeedsANumberAndAFolder) {
    for (const char* const number : {"0", "-1", "many", "1x", ""})
        expect_failure(back_up(folder.path(), {"--json", "--keep", number}), 2, "--keep");
    expect_failure(back_up(copy, {"--json", "--keep", "2"}), 1, "not a directory");
    EXPECT_FALSE(fs::exists(copy));
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

TEST_F(SqliteBackup, OnlyOneAtATimeCopiesTheDatabase) {
    ASSERT_EQ(test::run({"migrate", "--data-dir", data_dir}).code, 0);
    const PartialFile other{fs::path{data_dir} / "callboard.db.backup", PartialFile::Writers::one};

    expect_failure(back_up(), 1, "another backup is running");

    EXPECT_FALSE(fs::exists(copy));
    EXPECT_FALSE(fs::exists(copy + ".partial"));
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
    EXPECT_FALSE(fs::exists(data_dir + "/callboard.db.backup.partial"));
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

TEST_F(PostgresBackup, WorksForADatabaseWithALongTableOfContents) {
    const auto variables =
        with_program(folder.path() / "bin", "pg_restore", "seq 30000; exec /usr/bin/pg_restore \"$@\"\n");

    const auto made = back_up(variables, postgres.url());

    EXPECT_EQ(made.code, 0) << made.err;
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
