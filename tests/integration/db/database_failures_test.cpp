// Messages of all commands if the database cannot be used, with exit code 1.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "support/each_database.h"
#include "support/program.h"
#include "support/program_failure.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::expect_failure;
using test::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::vector<Arguments> kCommands{
    {"serve", "--listen", "127.0.0.1:0"}, {"migrate"},         {"demo"},
    {"company", "add", "--name", "Acme"}, {"company", "list"}, {"app", "list"},
    {"user", "list", "--company", "acme"}};

class DatabaseFailures : public testing::Test {
  protected:
    Outcome command(Arguments arguments, const Arguments& more = {}) const {
        arguments.insert(arguments.end(), {"--json", "--data-dir", data_dir});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return test::run(arguments);
    }
    std::string file() const { return data_dir + "/callboard.db"; }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
};

TEST_F(DatabaseFailures, AFileThatIsNoDatabaseIsNamedWithTheWayOut) {
    fs::create_directories(data_dir);
    std::ofstream{file()} << std::string(5000, 'x');

    for (const Arguments& each : kCommands) {
        const auto outcome = command(each);

        expect_failure(outcome, 1, file());
        EXPECT_THAT(outcome.err, AllOf(HasSubstr("damaged or not a SQLite database"),
                                       HasSubstr("restore it from a backup"), Not(HasSubstr("internal"))))
            << each.front();
    }
}

TEST_F(DatabaseFailures, ADamagedDatabaseIsNamedWithTheWayOut) {
    ASSERT_EQ(command({"migrate"}).code, 0);
    {
        std::fstream damaged{file(), std::ios::in | std::ios::out | std::ios::binary};
        damaged.seekp(100);  // keeps the file header and destroys sqlite_schema
        damaged << std::string(4096 - 100, 'x');
    }

    for (const Arguments& each : kCommands) {
        const auto outcome = command(each);

        expect_failure(outcome, 1, file());
        EXPECT_THAT(outcome.err, HasSubstr("restore it from a backup")) << each.front();
    }
}

TEST_F(DatabaseFailures, ADataDirectoryThatIsAFileIsNamed) {
    std::ofstream{data_dir} << "x";

    for (const Arguments& each : {Arguments{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}}) {
        const auto outcome = command(each);

        expect_failure(outcome, 1, data_dir);
        EXPECT_THAT(outcome.err, HasSubstr("is a file, not a directory")) << each.front();
    }
}

// Even root cannot write there.
TEST_F(DatabaseFailures, AFolderThatCannotBeWrittenIsNamed) {
    for (const Arguments& each : {Arguments{"serve", "--listen", "127.0.0.1:0"}, {"migrate"}}) {
        Arguments arguments = each;
        arguments.insert(arguments.end(), {"--json", "--data-dir", "/proc/sys"});
        expect_failure(test::run(arguments), 1, "/proc/sys");
    }
}

TEST_F(DatabaseFailures, ADatabaseOfANewerProgramIsRefused) {
    const std::string newer = "INSERT INTO schema_file VALUES (9000, '9000_future.sql', 0)";
    const test::PostgresDatabase postgres;
    test::postgres_command(postgres.url(), newer);
    ASSERT_EQ(command({"migrate"}).code, 0);
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &handle), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(handle, newer.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(handle);

    for (const Arguments& each : kCommands)
        for (const Arguments& database : {Arguments{}, Arguments{"--database", postgres.url()}})
            expect_failure(command(each, database), 1, "newer version of callboard");
}

TEST_F(DatabaseFailures, PostgresThatIsDownIsNamedWithoutThePassword) {
    for (const Arguments& each : kCommands) {
        const auto outcome =
            command(each, {"--database", "postgresql://callboard:s3cret-pass@127.0.0.1:9/callboard"});

        expect_failure(outcome, 1, "127.0.0.1:9");
        EXPECT_THAT(outcome.err, AllOf(HasSubstr("Connection refused"), Not(HasSubstr("s3cret-pass")),
                                       Not(HasSubstr("try again later"))))
            << each.front();
    }
}

TEST_F(DatabaseFailures, AHostThatNobodyKnowsIsNamedWithItsPort) {
    const auto outcome = command({"migrate"}, {"--database", "postgresql://db.invalid:5433/callboard"});

    expect_failure(outcome, 1, "db.invalid:5433");
}

TEST_F(DatabaseFailures, ADatabaseThatIsNotThereIsNamed) {
    const test::PostgresDatabase postgres;
    const std::string url = postgres.url().substr(0, postgres.url().rfind('/')) + "/nowhere";

    expect_failure(command({"migrate"}, {"--database", url}), 1, "\"nowhere\" does not exist");
}

}  // namespace
}  // namespace callboard
