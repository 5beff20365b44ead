// Transfers that work alike with either engine as the source.
#include "db/transfer.h"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "support/each_database.h"
#include "unit/db/transfer_fixture.h"

namespace callboard {
namespace {

using test::Engine;
using test::failure_of;
using test::kIgnore;
using test::sqlite_command;
using test::TransferDatabases;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// Runs with either engine as the source.
class Transfer : public testing::TestWithParam<Engine> {
  protected:
    std::string failure() const {
        return failure_of([&] { transfer(); });
    }
    void transfer() const {
        databases.between([](db::TransferSource& from, db::TransferTarget& to) {
            test::transfer_tables(from, to);
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

    const TransferDatabases databases{GetParam()};
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
            sqlite_command(databases.file(), "SELECT count(*) FROM company");
            sqlite_command(databases.file(), message("1", "1", "'x'"), SQLITE_BUSY);
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

}  // namespace
}  // namespace callboard
