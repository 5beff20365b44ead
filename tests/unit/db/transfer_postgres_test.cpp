// Transfers from PostgreSQL: other connections, schemas, collations and encodings.
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>

#include "base/secret.h"
#include "db/transfer.h"
#include "support/each_database.h"
#include "support/temporary_folder.h"
#include "unit/db/transfer_fixture.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Engine;
using test::failure_of;
using test::kIgnore;
using test::kNow;
using test::sqlite_command;
using test::TransferDatabases;
using testing::AllOf;
using testing::HasSubstr;

class PostgresTransfer : public testing::Test {
  protected:
    std::string failure() const { return databases.failure(); }

    const TransferDatabases databases{Engine::postgres};
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
        sqlite_command(databases.file(),
                       "INSERT INTO inbox_message (inbox, id, received_at, headers, body) VALUES ('box', '" +
                           id + "', 1, '{}', 'x')");
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
