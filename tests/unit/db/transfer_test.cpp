#include "db/transfer.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <sqlite3.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/rows.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Engine;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Timestamp kNow{1'800'000'000'000};

void execute(const fs::path& file, const std::string& sql, int expected = SQLITE_OK) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), expected)
        << sql << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

// What is said to the operator, or nothing.
std::string failure_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.detail.empty() ? error.what() : error.detail;
    }
    return "";
}

// Two databases of different engines.
class Databases {
  public:
    explicit Databases(Engine source) : source_(source) { make_file(); }

    void change_source(const std::string& sql) const {
        if (source_ == Engine::postgres) return test::postgres_command(filled_.url(), sql);
        execute(file_, sql);
    }
    std::vector<std::string> select_from_target(const std::string& sql) const {
        return test::Rows{new_file_, source_ == Engine::sqlite ? &empty_ : nullptr}.select(sql);
    }

    using Work = std::function<void(db::TransferSource&, db::TransferTarget&)>;
    void between(const Work& work) const {
        if (source_ == Engine::sqlite) {
            db::TransferSource from{file_};
            db::TransferTarget to{Secret{empty_.url()}, kNow};
            work(from, to);
        } else {
            std::ofstream{new_file_};
            db::TransferSource from{Secret{filled_.url()}};
            db::TransferTarget to{new_file_, kNow};
            work(from, to);
        }
    }

    const fs::path& file() const { return file_; }
    const std::string& url() const { return filled_.url(); }

  private:
    void make_file() const {
        std::ofstream{file_};
        db::TransferTarget target{file_, kNow};
        target.commit();
    }

    const Engine source_;
    const test::TemporaryFolder folder_;
    const fs::path file_ = folder_.path() / "source.db";
    const fs::path new_file_ = folder_.path() / "target.db";
    const test::PostgresDatabase filled_;
    const test::PostgresDatabase empty_{test::PostgresDatabase::Schema::none};
};

constexpr auto kIgnore = [](std::int64_t) {};

// Runs with either engine as the source.
class Transfer : public testing::TestWithParam<Engine> {
  protected:
    std::string failure() const {
        return failure_of([&] { transfer(); });
    }
    void transfer() const {
        databases.between([](db::TransferSource& from, db::TransferTarget& to) {
            db::inspect_tables(from, to);
            db::copy_tables(from, to, kIgnore);
            db::compare_tables(from, to, kIgnore);
            to.commit();
        });
    }
    static std::string message(const std::string& id, const std::string& received_at,
                               const std::string& body) {
        return "INSERT INTO inbox_message (inbox, id, received_at, headers, body) VALUES ('box', '" + id +
               "', " + received_at + ", '{}', " + body + ")";
    }

    static std::string messages(int count) {
        return "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
               std::to_string(count) +
               ") INSERT INTO inbox_message (inbox, id, received_at, headers, body) "
               "SELECT 'many', CAST(i AS TEXT), i, '{}', 'x' FROM n";
    }

    const Databases databases{GetParam()};
};

std::string utf8(char32_t code) {
    const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (code < 0x80) return {byte(code)};
    if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 0x3f))};
    if (code < 0x10000)
        return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
    return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 0x3f)), byte(0x80 | (code >> 6 & 0x3f)),
            byte(0x80 | (code & 0x3f))};
}

TEST_P(Transfer, KeepsNumbersNullsAndEveryCharacter) {
    std::string all;
    for (char32_t code = 1; code <= 0x10ffff; ++code)
        if (code < 0xd800 || code > 0xdfff) all += code == '\'' ? "''" : utf8(code);
    const std::string least = "-9223372036854775807 - 1";
    databases.change_source(message("all", "9223372036854775807", "'" + all + "'"));
    databases.change_source(message("empty", least, "''"));
    databases.change_source(message("null", "0", "'NULL'"));
    databases.change_source("UPDATE inbox_message SET verified = 'true' WHERE id = 'empty'");
    for (const std::string& id : {"a", "B", "b", "ä", "Z", "-", "\xf0\x9f\x98\x80", "\xef\xbf\xbd"})
        databases.change_source(message(id, "1", "'\\N\t\"'"));

    transfer();

    all.replace(all.find("''"), 2, "'");
    EXPECT_THAT(databases.select_from_target("SELECT body FROM inbox_message WHERE id = 'all'"),
                ElementsAre(all));
    EXPECT_THAT(databases.select_from_target(
                    "SELECT id, received_at, body, verified, CASE WHEN verified IS NULL THEN 1 ELSE 0 END "
                    "FROM inbox_message WHERE id IN ('empty', 'null') ORDER BY id"),
                ElementsAre("empty " + std::to_string(std::numeric_limits<std::int64_t>::min()) + "  true 0",
                            "null 0 NULL  1"));
    EXPECT_THAT(databases.select_from_target("SELECT count(*) FROM inbox_message WHERE body = '\\N\t\"'"),
                ElementsAre("8"));
}

TEST_P(Transfer, KeepsRowsThatAreLargerThanABatch) {
    for (int i = 0; i < 5; ++i)
        databases.change_source(message(std::to_string(i), "1", "'" + std::string(3'000'000, 'x') + "'"));
    databases.change_source(messages(1'000));

    transfer();

    EXPECT_THAT(databases.select_from_target("SELECT count(*), sum(length(body)) FROM inbox_message"),
                ElementsAre("1005 15001000"));
}

TEST_P(Transfer, TellsHowManyRowsThereAreAndHowManyAreRead) {
    databases.change_source(messages(250));

    databases.between([](db::TransferSource& from, db::TransferTarget& to) {
        std::int64_t counted = 0;
        for (const db::TransferredTable& table : db::inspect_tables(from, to)) counted += table.rows;
        std::int64_t read = 0;
        const auto count = [&](std::int64_t rows) { read += rows; };
        db::copy_tables(from, to, count);
        EXPECT_EQ(read, counted);
        db::compare_tables(from, to, count);
        EXPECT_EQ(read, 2 * counted);
        EXPECT_EQ(counted, 251) << "with the row that a migration writes";
    });
}

TEST_P(Transfer, ReplacesTheFirstRowsOfTheTarget) {
    databases.change_source("UPDATE cache_epoch SET number = 42");

    transfer();

    EXPECT_THAT(databases.select_from_target("SELECT name, number FROM cache_epoch"),
                ElementsAre("credentials 42"));
}

TEST_P(Transfer, LeavesNothingWithoutACommit) {
    databases.change_source(message("1", "1", "'x'"));
    databases.between([](db::TransferSource& from, db::TransferTarget& to) {
        db::copy_tables(from, to, kIgnore);
        db::compare_tables(from, to, kIgnore);
    });

    const std::string tables = GetParam() == Engine::sqlite
                                   ? "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
                                   : "SELECT count(*) FROM sqlite_schema";
    EXPECT_THAT(databases.select_from_target(tables), ElementsAre("0"));
}

TEST_P(Transfer, FindsEveryDifference) {
    databases.change_source(message("b", "1", "'x'"));
    databases.change_source(message("d", "1", "'x'"));
    struct Difference {
        std::string sql;
        std::string row;
        std::string what;
    };
    const std::string here = GetParam() == Engine::sqlite ? "PostgreSQL" : "SQLite";
    const std::string there = GetParam() == Engine::sqlite ? "SQLite" : "PostgreSQL";
    for (const auto& [sql, row, what] :
         {Difference{"UPDATE inbox_message SET body = 'y' WHERE id = 'd'", "d", "differs in body"},
          Difference{"UPDATE inbox_message SET body = 'x ' WHERE id = 'b'", "b", "differs in body"},
          Difference{"UPDATE inbox_message SET received_at = 2 WHERE id = 'd'", "d",
                     "differs in received_at"},
          Difference{"UPDATE inbox_message SET verified = 'true' WHERE id = 'b'", "b", "differs in verified"},
          Difference{"DELETE FROM inbox_message WHERE id = 'b'", "b", "is only in " + there},
          Difference{"DELETE FROM inbox_message WHERE id = 'd'", "d", "is only in " + there},
          Difference{message("a", "1", "'x'"), "a", "is only in " + here},
          Difference{message("c", "1", "'x'"), "c", "is only in " + here},
          Difference{message("e", "1", "'x'"), "e", "is only in " + here}}) {
        const std::string told = failure_of([&] {
            databases.between([&](db::TransferSource& from, db::TransferTarget& to) {
                db::copy_tables(from, to, kIgnore);
                to.tx().execute(db::GlobalSql{"test", sql}, {});
                db::compare_tables(from, to, kIgnore);
            });
        });
        EXPECT_THAT(told, AllOf(HasSubstr("table inbox_message with inbox = 'box', id = '" + row + "'"),
                                HasSubstr(what)))
            << sql;
    }
}

TEST_P(Transfer, RefusesTablesThatItDoesNotKnow) {
    databases.change_source("CREATE TABLE my_notes (id TEXT PRIMARY KEY)");

    EXPECT_THAT(failure(), AllOf(HasSubstr("not callboard's"), HasSubstr("my_notes")));
}

TEST(SqliteTransferTables, RefusesVirtualTablesThatItDoesNotKnow) {
    const Databases databases{Engine::sqlite};
    databases.change_source("CREATE VIRTUAL TABLE my_index USING fts5(words)");

    EXPECT_THAT(failure_of([&] { databases.between(db::inspect_tables); }), HasSubstr("my_index"));
}

TEST_P(Transfer, RefusesASourceWithOtherTables) {
    databases.change_source("ALTER TABLE inbox_message ADD COLUMN extra TEXT");
    EXPECT_THAT(failure(), HasSubstr("its table inbox_message"));
    databases.change_source("ALTER TABLE inbox_message DROP COLUMN extra");
    EXPECT_EQ(failure(), "");
}

TEST_P(Transfer, RefusesAViewInThePlaceOfATable) {
    databases.change_source("ALTER TABLE inbox_message RENAME TO hidden");
    databases.change_source("CREATE VIEW inbox_message AS SELECT * FROM hidden");
    EXPECT_THAT(failure(), HasSubstr("hidden"));
    databases.change_source("DROP VIEW inbox_message");
    databases.change_source("DROP TABLE hidden");
    EXPECT_THAT(failure(), HasSubstr("no table inbox_message"));
}

// Nobody else writes to the source meanwhile.
TEST_P(Transfer, LocksTheSource) {
    databases.between([&](db::TransferSource&, db::TransferTarget&) {
        if (GetParam() == Engine::sqlite) {
            execute(databases.file(), "SELECT count(*) FROM company");
            execute(databases.file(), message("1", "1", "'x'"), SQLITE_BUSY);
        } else {
            test::postgres_command(databases.url(), "SELECT count(*) FROM company");
            EXPECT_THROW(
                test::postgres_command(databases.url(), "SET lock_timeout = 1; " + message("1", "1", "'x'")),
                std::runtime_error);
            EXPECT_THROW(test::postgres_command(databases.url(),
                                                "SET lock_timeout = 1; SELECT pg_advisory_lock(4919102)"),
                         std::runtime_error)
                << "a server would start";
        }
    });
    databases.change_source(message("1", "1", "'x'"));
}

TEST_P(Transfer, KeepsTheOrderOfTheSearchIndexAndContinuesIt) {
    databases.change_source(
        "INSERT INTO company (id, identifier, identifier_key, name, created_at) VALUES ('c', 'c', 'c', 'c', "
        "1)");
    for (const std::string id : {"k1", "k2", "k3"})
        databases.change_source(
            "INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
            "employment, summary, details, consent, created_at, updated_at) VALUES ('c', '" +
            id + "', 'A', 'B', 'a@b.test', '" + id + "', 'b', 'EXTERNAL', '{}', '{}', 'REQUIRED', 1, 1)");
    for (const std::string entry : {"'k1', 5000", "'k2', 70"})
        databases.change_source(
            GetParam() == Engine::sqlite
                ? "INSERT INTO candidate_text_entry (company_id, candidate_id, number) VALUES ('c', " +
                      entry + ")"
                : "INSERT INTO candidate_text (company_id, candidate_id, rowid, words) VALUES ('c', " +
                      entry + ", '')");

    transfer();

    const bool to_postgres = GetParam() == Engine::sqlite;
    EXPECT_THAT(databases.select_from_target(
                    to_postgres ? "SELECT candidate_id, rowid FROM candidate_text ORDER BY rowid"
                                : "SELECT candidate_id, number FROM candidate_text_entry ORDER BY number"),
                ElementsAre("k2 70", "k1 5000"));
    EXPECT_THAT(
        databases.select_from_target(
            to_postgres
                ? "INSERT INTO candidate_text (company_id, candidate_id, words) VALUES ('c', 'k3', '') "
                  "RETURNING rowid"
                : "INSERT INTO candidate_text_entry (company_id, candidate_id) VALUES ('c', 'k3') "
                  "RETURNING number"),
        ElementsAre("5001"));
}

RUN_ON_EACH_DATABASE(Transfer);

class SqliteTransfer : public testing::Test {
  protected:
    std::string failure() const {
        return failure_of([&] {
            databases.between([](db::TransferSource& from, db::TransferTarget& to) {
                db::inspect_tables(from, to);
                db::copy_tables(from, to, kIgnore);
                db::compare_tables(from, to, kIgnore);
            });
        });
    }
    void add_message(const std::string& id, const std::string& received_at, const std::string& body) const {
        databases.change_source(
            "INSERT INTO inbox_message (inbox, id, received_at, headers, body) VALUES "
            "('box', " +
            id + ", " + received_at + ", '{}', " + body + ")");
    }

    const Databases databases{Engine::sqlite};
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

class PostgresTransfer : public testing::Test {
  protected:
    std::string failure() const {
        return failure_of([&] {
            databases.between([](db::TransferSource& from, db::TransferTarget& to) {
                db::inspect_tables(from, to);
                db::copy_tables(from, to, kIgnore);
                db::compare_tables(from, to, kIgnore);
            });
        });
    }

    const Databases databases{Engine::postgres};
};

TEST_F(PostgresTransfer, RefusesWhileOthersAreConnected) {
    std::vector<std::unique_ptr<PGconn, decltype(&PQfinish)>> others;
    for (const char* const name : {"callboard", "node-1", "node-1", ""}) {
        const std::string named = databases.url() + "?application_name=" + name;
        others.emplace_back(PQconnectdb(named.c_str()), PQfinish);
        ASSERT_EQ(PQstatus(others.back().get()), CONNECTION_OK);
    }

    EXPECT_THAT(failure(), AllOf(HasSubstr("1 of a program without a name, 1 of 'callboard', 2 of 'node-1'"),
                                 HasSubstr("stop all servers")));
}

TEST_F(PostgresTransfer, ReadsTheTablesOfItsOwnSchemaOnly) {
    databases.change_source("CREATE SCHEMA callboard");
    databases.change_source("CREATE TABLE callboard.company AS SELECT * FROM company");
    databases.change_source(
        "INSERT INTO callboard.company (id, identifier, identifier_key, name, created_at) "
        "VALUES ('x', 'x', 'x', 'x', 1)");

    EXPECT_EQ(failure(), "") << "the user is callboard, whose schema comes first in the search path";
    databases.between([](db::TransferSource& from, db::TransferTarget&) {
        db::Snapshot snapshot = from.snapshot(kNow);
        EXPECT_EQ(snapshot.number(db::GlobalSql{"test_companies", "SELECT count(*) FROM company"}), 0);
    });
}

TEST_F(PostgresTransfer, RefusesRowsWithoutTheirParent) {
    databases.change_source(
        "SET session_replication_role = replica; INSERT INTO department (company_id, id, label, label_key, "
        "created_at) VALUES ('nobody', '7', 'Bar', 'bar', 1)");

    EXPECT_THAT(failure(), AllOf(HasSubstr("table department with company_id = 'nobody', id = '7'"),
                                 HasSubstr("table company")));
}

// A database of its own, which sorts words like a dictionary.
TEST_F(PostgresTransfer, DoesNotDependOnTheCollation) {
    const std::string url = databases.url() + "_icu";
    const std::string name = url.substr(url.rfind('/') + 1);
    test::postgres_command(databases.url(), "CREATE DATABASE " + name +
                                                " TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'");
    for (const std::string id : {"a", "B", "b", "\xc3\xa4", "Z", "-", "_"})
        execute(databases.file(),
                "INSERT INTO inbox_message (inbox, id, received_at, headers, body) VALUES ('box', '" + id +
                    "', 1, '{}', 'x')");
    const test::TemporaryFolder folder;
    const fs::path back = folder.path() / "back.db";
    std::ofstream{back};
    const auto transfer = [](db::TransferSource& from, db::TransferTarget& to) {
        db::copy_tables(from, to, kIgnore);
        db::compare_tables(from, to, kIgnore);
        to.commit();
    };

    EXPECT_EQ(failure_of([&] {
                  db::TransferSource from{databases.file()};
                  db::TransferTarget to{Secret{url}, kNow};
                  transfer(from, to);
              }),
              "");
    EXPECT_EQ(failure_of([&] {
                  db::TransferSource from{Secret{url}};
                  db::TransferTarget to{back, kNow};
                  transfer(from, to);
              }),
              "");

    test::postgres_command(databases.url(), "DROP DATABASE " + name + " WITH (FORCE)");
}

TEST_F(PostgresTransfer, RefusesATargetThatIsNotEmptyOrHasAnotherEncoding) {
    EXPECT_THAT(failure_of([&] { const db::TransferTarget target(Secret{databases.url()}, kNow); }),
                HasSubstr("already has"));
    const std::string url = databases.url() + "_latin1";
    const std::string name = url.substr(url.rfind('/') + 1);
    test::postgres_command(databases.url(),
                           "CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'");

    EXPECT_THAT(failure_of([&] { const db::TransferTarget target(Secret{url}, kNow); }), HasSubstr("LATIN1"));

    test::postgres_command(databases.url(), "DROP DATABASE " + name);
}

}  // namespace
}  // namespace callboard
