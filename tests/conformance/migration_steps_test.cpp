// The transactions of a migration: how many files each has, what they wait for, who waits for them.
#include <algorithm>
#include <chrono>
#include <future>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>

#include "base/embedded.h"
#include "base/error.h"
#include "db/migrate.h"
#include "db/postgres_connection.h"
#include "db/sqlite_connection.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/rows.h"

namespace callboard {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Files = std::vector<EmbeddedFile>;

const EmbeddedFile kTable{"001_table.sql", "CREATE TABLE thing (id BIGINT PRIMARY KEY, name TEXT)"};
const EmbeddedFile kRows{"002_rows.sql", "INSERT INTO thing (id, name) VALUES (1, 'a'), (2, 'b')"};
const EmbeddedFile kColumn{"003_column.sql", "ALTER TABLE thing ADD COLUMN colour TEXT"};
const EmbeddedFile kIndex{"004_index.concurrent.postgres.sql",
                          "DROP INDEX CONCURRENTLY IF EXISTS thing_by_name;\n"
                          "CREATE UNIQUE INDEX CONCURRENTLY thing_by_name ON thing (name);\n"};
const EmbeddedFile kSqliteIndex{"004_index.sqlite.sql", "CREATE UNIQUE INDEX thing_by_name ON thing (name)"};

// A client of PostgreSQL beside the program.
class Session {
  public:
    explicit Session(const std::string& url) : connection_(PQconnectdb(url.c_str()), PQfinish) {
        ask("SET statement_timeout = '" + std::to_string(test::kLongestWait.count()) +
            "s'");  // a failing test does not wait for ever
    }

    // The first value, or nothing.
    std::string ask(const std::string& sql) {
        const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection_.get(), sql.c_str()),
                                                                   PQclear};
        const auto status = PQresultStatus(result.get());
        EXPECT_TRUE(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
            << PQerrorMessage(connection_.get());
        return PQntuples(result.get()) > 0 ? PQgetvalue(result.get(), 0, 0) : "";
    }

  private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> connection_;
};

std::vector<std::string> step(db::PgConnection& connection, std::span<const EmbeddedFile> files) {
    connection.begin(db::PgConnection::Mode::write);
    auto applied = db::apply_next(connection, files, {});
    connection.commit();
    return applied;
}

class MigrationSteps : public testing::TestWithParam<test::Engine> {
  protected:
    // Each as another program.
    std::vector<std::string> apply(const Files& files) const {
        if (postgres) {
            db::PgConnection connection{Secret{postgres->url()}};
            return step(connection, files);
        }
        db::SqliteConnection connection{file(), db::SqliteConnection::Role::writer};
        connection.command("BEGIN IMMEDIATE");
        auto applied = db::apply_next(connection, files, {});
        connection.command("COMMIT");
        return applied;
    }
    void run(const std::string& script) const {
        if (postgres) {
            Session{postgres->url()}.ask(script);
        } else {
            db::SqliteConnection{file(), db::SqliteConnection::Role::writer}.script(script);
        }
    }
    std::vector<std::string> select(const std::string& sql) const {
        return test::Rows{file(), postgres.get()}.select(sql);
    }
    std::string file() const { return folder.path() / "test.db"; }

    const test::TemporaryFolder folder;
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres
            ? std::make_unique<test::PostgresDatabase>(test::PostgresDatabase::Schema::none)
            : nullptr;
};

TEST_P(MigrationSteps, MakeAnEmptyDatabaseInOne) {
    EXPECT_THAT(apply({kTable, kRows, kColumn}), ElementsAre(kTable.name, kRows.name, kColumn.name));
    EXPECT_THAT(apply({kTable, kRows, kColumn}), IsEmpty());
}

TEST_P(MigrationSteps, BuildTheIndexesOfAnEmptyDatabaseInTheSame) {
    const Files files{kTable, kRows, kColumn, kIndex, kSqliteIndex};
    EXPECT_THAT(apply(files), ElementsAre(kTable.name, kRows.name, kColumn.name,
                                          postgres ? kIndex.name : kSqliteIndex.name));
    EXPECT_THAT(apply(files), IsEmpty());
    if (!postgres) return;
    EXPECT_EQ(
        Session{postgres->url()}.ask("SELECT count(*) FROM pg_indexes WHERE indexname = 'thing_by_name'"),
        "1");
}

TEST_P(MigrationSteps, ChangeAnOlderDatabaseFileByFile) {
    apply({kTable});

    EXPECT_THAT(apply({kTable, kRows, kColumn}), ElementsAre(kRows.name));
    EXPECT_THAT(apply({kTable, kRows, kColumn}), ElementsAre(kColumn.name));
    EXPECT_THAT(apply({kTable, kRows, kColumn}), IsEmpty());
}

TEST_P(MigrationSteps, RefuseANewerDatabase) {
    apply({kTable, kRows});

    EXPECT_THROW(apply({kTable}), std::runtime_error);
}

TEST_P(MigrationSteps, BuildAnIndexWhileOthersWrite) {
    const Files files{kTable, kRows, kIndex, kSqliteIndex};
    if (!postgres) {
        EXPECT_THAT(apply(files), ElementsAre(kTable.name, kRows.name, kSqliteIndex.name));
        return;
    }
    EXPECT_THAT(apply({kTable, kRows}), ElementsAre(kTable.name, kRows.name));
    std::future<std::vector<std::string>> applied;  // ends after the session that it waits for
    Session other{postgres->url()};
    other.ask("BEGIN");
    other.ask("INSERT INTO thing (id, name) VALUES (3, 'c')");
    applied = std::async(std::launch::async, [&] { return apply(files); });
    Session third{postgres->url()};
    ASSERT_TRUE(test::eventually([&] {
        return third.ask(
                   "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%CREATE UNIQUE INDEX%' "
                   "AND pid <> pg_backend_pid() "
                   "AND wait_event_type = 'Lock' AND datname = current_database()") == "1";
    }));

    third.ask("INSERT INTO thing (id, name) VALUES (4, 'd')");  // would wait for any other index
    other.ask("COMMIT");

    EXPECT_THAT(applied.get(), ElementsAre(kIndex.name));
    EXPECT_EQ(third.ask("SELECT indisvalid FROM pg_index WHERE indexrelid = 'thing_by_name'::regclass"), "t");
}

// Servers of schema 048 run until they are replaced.
TEST_P(MigrationSteps, LeaveThePreviousVersionItsTablesOfRenamings) {
    constexpr const char* kGroup =
        "INSERT INTO access_group_renaming (company_id, access_group_id, renamed_at, last_job_id) "
        "VALUES ('c', 'g', 1, 'j')";
    constexpr const char* kProperty =
        "INSERT INTO job_property_renaming (company_id, property_id, renamed_at, again_at, last_job_id) "
        "VALUES ('c', 'p', 2, 3, 'j')";
    const Files files{db::schema_files().begin(), db::schema_files().end()};
    Files previous;
    std::ranges::copy_if(files, std::back_inserter(previous),
                         [](const EmbeddedFile& file) { return file.name.substr(0, 3) < "049"; });
    apply(previous);
    run("INSERT INTO company (id, identifier, identifier_key, name, created_at) VALUES ('c', 'c', 'c', 'c', "
        "0)");
    run("INSERT INTO access_group (company_id, id, name, name_key, created_at) VALUES ('c', 'g', 'g', 'g', "
        "0)");
    run("INSERT INTO job_property (company_id, id, label, label_key, category, type, visibility, activity, "
        "necessity, value_count, active_value_count, last_place, created_at) "
        "VALUES ('c', 'p', 'p', 'p', 'job', 'TEXT', 'VISIBLE', 'ACTIVE', 'OPTIONAL', 0, 0, 0, 0)");
    run(kGroup);
    run(kProperty);

    while (!apply(files).empty()) {
    }

    EXPECT_THAT(select("SELECT kind, id, renamed_at FROM renaming ORDER BY kind"),
                ElementsAre("ACCESS_GROUP g 1", "JOB_CREATOR  0", "JOB_PROPERTY p 3"));
    EXPECT_THAT(select("SELECT access_group_id FROM access_group_renaming"), IsEmpty());
    EXPECT_THAT(select("SELECT property_id FROM job_property_renaming"), IsEmpty());
    run(kGroup);
    run(kProperty);
    EXPECT_THAT(select("SELECT access_group_id FROM access_group_renaming"), ElementsAre("g"));
    EXPECT_THAT(select("SELECT property_id FROM job_property_renaming"), ElementsAre("p"));
}

RUN_ON_EACH_DATABASE(MigrationSteps);

class MigrationOfPostgres : public testing::Test {
  protected:
    std::string waiting(const std::string& query) {
        return observer.ask(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
            "pid <> pg_backend_pid() AND state = 'active' AND query LIKE '" +
            query + "'");
    }

    const test::PostgresDatabase postgres{test::PostgresDatabase::Schema::none};
    db::PgConnection connection{Secret{postgres.url()}, db::PostgresRole::primary, std::chrono::seconds{130}};
    Session observer{postgres.url()};
};

// CREATE INDEX CONCURRENTLY waits for transactions that are older than it.
TEST_F(MigrationOfPostgres, AnIndexDoesNotWaitForProgramsThatWaitForIt) {
    const Files files{kTable, kRows, kIndex};
    step(connection, Files{kTable, kRows});
    observer.ask("SELECT pg_advisory_lock(4919102)");
    auto first = std::async(std::launch::async, [&] { return step(connection, files); });
    auto second = std::async(std::launch::async, [&] {
        db::PgConnection another{Secret{postgres.url()}};
        return step(another, files);
    });
    EXPECT_TRUE(test::eventually([&] { return waiting("%pg_sleep%") == "2"; }));

    observer.ask("SELECT pg_advisory_unlock(4919102)");

    for (const auto* each : {&first, &second}) {
        if (each->wait_for(test::kLongestWait) == std::future_status::ready) continue;
        observer.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
            "datname = current_database()");
        FAIL() << "the two wait for each other";
    }
    EXPECT_EQ(first.get().size() + second.get().size(), 1U);
}

TEST_F(MigrationOfPostgres, AnIndexThatFailedIsMadeAgain) {
    const Files files{kTable, kRows, kIndex};
    step(connection, Files{kTable, kRows});
    observer.ask("INSERT INTO thing (id, name) VALUES (3, 'a')");

    EXPECT_THROW(step(connection, files), Error);
    EXPECT_EQ(observer.ask("SELECT pg_try_advisory_lock(4919102)"), "t") << "it let go of the schema";
    observer.ask("SELECT pg_advisory_unlock(4919102)");
    EXPECT_EQ(observer.ask("SELECT indisvalid FROM pg_index WHERE indexrelid = 'thing_by_name'::regclass"),
              "f");
    ASSERT_TRUE(connection.roll_back());
    observer.ask("DELETE FROM thing WHERE id = 3");

    EXPECT_THAT(step(connection, files), ElementsAre(kIndex.name));
    std::string timeout;
    connection.begin(db::PgConnection::Mode::read);
    connection.query({"test_timeout", "SHOW statement_timeout", true}, {}, [&](const db::Row& row) {
        timeout = row.string(0);
        return false;
    });
    connection.end_read();
    EXPECT_EQ(timeout, "130s");
}

// Requests queue behind a statement that waits for a table: it must not wait for long.
TEST_F(MigrationOfPostgres, GivesUpATableThatIsInUseAndTriesAgain) {
    const Files files{kTable, kRows, kColumn};
    step(connection, std::span{files}.first(1));
    step(connection, std::span{files}.first(2));
    std::future<std::vector<std::string>> tried;  // ends after the session that it waits for
    Session report{postgres.url()};
    report.ask("BEGIN");
    report.ask("SELECT count(*) FROM thing");

    tried = std::async(std::launch::async, [&] { return step(connection, files); });
    ASSERT_TRUE(test::eventually([&] { return waiting("%ALTER TABLE thing%") == "1"; }));
    EXPECT_EQ(observer.ask("SELECT count(*) FROM thing"), "2") << "a request, behind it";
    if (tried.wait_for(test::kLongestWait) != std::future_status::ready) report.ask("COMMIT");
    try {
        tried.get();
        FAIL() << "the report is still in the way";
    } catch (const db::RetryableError& error) {
        EXPECT_THAT(error.detail, HasSubstr("long transaction"));
    }
    ASSERT_TRUE(connection.roll_back());
    report.ask("COMMIT");

    EXPECT_THAT(step(connection, files), ElementsAre(kColumn.name));
}

}  // namespace
}  // namespace callboard
