// Transfers from SQLite: what PostgreSQL cannot store, rows without their parent, damaged files.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/transfer.h"
#include "support/each_database.h"
#include "unit/db/transfer_fixture.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Engine;
using test::failure_of;
using test::TransferDatabases;
using testing::AllOf;
using testing::HasSubstr;

TEST(SqliteTransferTables, RefusesVirtualTablesThatItDoesNotKnow) {
    const TransferDatabases databases{Engine::sqlite};
    databases.change_source("CREATE VIRTUAL TABLE my_index USING fts5(words)");

    EXPECT_THAT(failure_of([&] { databases.between(db::inspect_tables); }), HasSubstr("my_index"));
}

class SqliteTransfer : public testing::Test {
  protected:
    std::string failure() const { return databases.failure(); }
    void add_message(const std::string& id, const std::string& received_at, const std::string& body) const {
        databases.change_source(
            "INSERT INTO inbox_message (inbox, id, received_at, headers, body) VALUES "
            "('box', " +
            id + ", " + received_at + ", '{}', " + body + ")");
    }

    const TransferDatabases databases{Engine::sqlite};
};

TEST_F(SqliteTransfer, RefusesTextThatPostgresCannotStore) {
    for (const char* const body :
         {"CAST(x'00' AS TEXT)", "'a' || char(0) || 'b'", "CAST(x'ff' AS TEXT)", "CAST(x'c3' AS TEXT)",
          "CAST(x'eda080' AS TEXT)", "CAST(x'f4908080' AS TEXT)"}) {
        add_message("'good'", "1", "'x'");
        add_message("'bad'", "1", body);
        EXPECT_THAT(failure(), AllOf(HasSubstr("table inbox_message with inbox = 'box', id = 'bad'"),
                                     HasSubstr("in body"), HasSubstr("PostgreSQL cannot store")))
            << body;
        databases.change_source("DELETE FROM inbox_message");
    }
    add_message("CAST(x'ff' AS TEXT)", "1", "'x'");
    EXPECT_THAT(failure(), HasSubstr("id = '\xef\xbf\xbd'")) << "a message is valid UTF-8";
}

TEST_F(SqliteTransfer, RefusesIdsThatTheProgramHasNoRoomFor) {
    add_message("'" + std::string(36, 'x') + "'", "1", "'x'");
    EXPECT_EQ(failure(), "");
    add_message("'" + std::string(37, 'x') + "'", "1", "'x'");
    EXPECT_THAT(failure(), HasSubstr("an id that is too long"));
}

TEST_F(SqliteTransfer, RefusesValuesOfAnotherType) {
    struct Value {
        std::string id;
        std::string received_at;
        std::string body;
        std::string column;
    };
    for (const auto& [id, received_at, body, column] :
         {Value{"'1'", "'text'", "'x'", "received_at"}, Value{"'1'", "1.5", "'x'", "received_at"},
          Value{"'1'", "9e99", "'x'", "received_at"}, Value{"'1'", "x'01'", "'x'", "received_at"},
          Value{"'1'", "1", "x'01'", "body"}, Value{"x'01'", "1", "'x'", "id"}}) {
        add_message(id, received_at, body);
        EXPECT_THAT(failure(), AllOf(HasSubstr("table inbox_message"), HasSubstr("in " + column),
                                     HasSubstr("another type")));
        databases.change_source("DELETE FROM inbox_message");
    }
    databases.change_source(
        "INSERT INTO company (id, identifier, identifier_key, name, created_at) VALUES (NULL, 'a', 'a', 'a', "
        "1)");
    EXPECT_THAT(failure(), AllOf(HasSubstr("table company with id = NULL"), HasSubstr("another type")))
        << "SQLite allows NULL in a primary key";
}

TEST_F(SqliteTransfer, RefusesRowsWithoutTheirParent) {
    databases.change_source(
        "PRAGMA foreign_keys = OFF; INSERT INTO department (company_id, id, label, label_key, created_at) "
        "VALUES ('nobody', '7', 'Bar', 'bar', 1)");

    EXPECT_THAT(failure(), AllOf(HasSubstr("table department with company_id = 'nobody', id = '7'"),
                                 HasSubstr("table company")));
}

TEST_F(SqliteTransfer, RefusesAValueThatIsNotAllowed) {
    databases.change_source(
        "PRAGMA ignore_check_constraints = ON; INSERT INTO inbox_message (inbox, id, received_at, headers, "
        "body, verified) VALUES ('box', 'odd', 1, '{}', 'x', 'perhaps')");

    EXPECT_THAT(failure(), HasSubstr("CHECK constraint failed in inbox_message"));
}

TEST_F(SqliteTransfer, NamesTheRowsThatTheTargetRefuses) {
    databases.change_source(
        "DROP INDEX user_account_active_email;"
        "INSERT INTO company (id, identifier, identifier_key, name, created_at) VALUES ('c', 'c', 'c', 'c', "
        "1);");
    for (const char* const id : {"u1", "u2"})
        databases.change_source(
            std::string{
                "INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, "
                "state, created_at, updated_at) VALUES ('c', '"} +
            id + "', 'a@b.test', 'a@b.test', 'A', 'B', 'EMPLOYEE', 'ACTIVE', 1, 1)");

    EXPECT_THAT(failure(), AllOf(HasSubstr("cannot write 2 rows"), HasSubstr("table user_account with"),
                                 HasSubstr("id = 'u1'"), HasSubstr("user_account_active_email")));
}

TEST_F(SqliteTransfer, RefusesAnIndexThatMissesRows) {
    add_message("'1'", "1", "'x'");
    databases.change_source(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM "
        "sqlite_schema "
        "WHERE name = 'sqlite_autoindex_token_pair_1') WHERE name = 'sqlite_autoindex_inbox_message_1'");

    EXPECT_THAT(failure(), HasSubstr("the source is damaged"));
}

TEST_F(SqliteTransfer, RefusesAFileThatIsDamagedOrNoDatabase) {
    for (int i = 0; i < 500; ++i)
        add_message("'" + std::to_string(i) + "'", "1", "'" + std::string(500, 'x') + "'");
    {
        std::fstream file{databases.file(), std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(static_cast<std::streamoff>(fs::file_size(databases.file()) / 2));
        file << std::string(20'000, '\xaa');
    }
    EXPECT_THAT(failure(), HasSubstr("damaged"));
    std::ofstream{databases.file()} << std::string(5'000, 'x');
    EXPECT_THAT(failure(), HasSubstr("not a SQLite database"));
}

// Code in a database runs only where somebody writes to it; the source is only read.
TEST_F(SqliteTransfer, RunsNoTriggersOfTheSourceAndLeavesThemBehind) {
    add_message("'1'", "1", "'x'");
    databases.change_source(
        "CREATE TRIGGER extra AFTER INSERT ON inbox_message BEGIN DELETE FROM inbox_message; END;"
        "CREATE VIEW extra_view AS SELECT * FROM inbox_message");

    EXPECT_EQ(failure(), "");
}

TEST_F(SqliteTransfer, RefusesAComputedColumn) {
    databases.change_source(
        "DROP TABLE inbox_message; CREATE TABLE inbox_message (inbox TEXT NOT NULL, id TEXT NOT NULL, "
        "received_at BIGINT NOT NULL, headers TEXT NOT NULL, body TEXT GENERATED ALWAYS AS (inbox || id), "
        "verified TEXT, PRIMARY KEY (inbox, id))");

    EXPECT_THAT(failure(), HasSubstr("its table inbox_message"));
}

// Before there are rows that refer to them: PostgreSQL checks these by a plan that it keeps.
TEST_F(SqliteTransfer, AnalyzesTablesAsTheyAreCopied) {
    constexpr db::GlobalSql kUnknown{"test_unknown_sizes", R"sql(
        SELECT count(*) FROM pg_class WHERE relname IN ('company', 'job', 'job_application') AND reltuples < 0)sql"};
    databases.between([&](db::TransferSource& from, db::TransferTarget& to) {
        EXPECT_EQ(to.tx().number(kUnknown), 3);
        test::transfer_tables(from, to);
        EXPECT_EQ(to.tx().number(kUnknown), 0);
    });
}

}  // namespace
}  // namespace callboard
