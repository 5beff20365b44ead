// Databases for tests: a SQLite file in a temporary folder, or a separate PostgreSQL database on the server
// of TEST_POSTGRES_URL (tools/with-postgres starts one). Without it tests fail rather than being skipped.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/secret.h"
#include "base/workers.h"
#include "db/db.h"
#include "db/engines.h"
#include "support/manual_clock.h"
#include "support/temporary_folder.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::test {

enum class Engine { sqlite, postgres };

// An empty PostgreSQL database with the current schema, dropped by the destructor.
class PostgresDatabase {
  public:
    enum class Schema { current, none };
    explicit PostgresDatabase(Schema schema = Schema::current);
    ~PostgresDatabase();

    PostgresDatabase(const PostgresDatabase&) = delete;
    PostgresDatabase& operator=(const PostgresDatabase&) = delete;

    const std::string& url() const { return url_; }

  private:
    std::string name_;
    std::string url_;
};

// Runs one statement as superuser in the database of the URL.
void postgres_command(const std::string& url, const std::string& sql);

// An open, migrated database with its dependencies.
class TestDatabase {
  public:
    explicit TestDatabase(Engine engine);
    ~TestDatabase();

    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

    db::Db& operator*() { return *db_; }
    db::Db* operator->() { return db_.get(); }

    // A second process on the same data.
    std::unique_ptr<db::Db> open_again();

    ManualClock clock;
    SystemStopwatch stopwatch;  // real: it times the renewal of snapshots
    telemetry::Metrics metrics;
    telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};
    Workers workers{12, 1000};  // more than the handlers that a test blocks

    const TemporaryFolder folder;
    const std::unique_ptr<PostgresDatabase> postgres;  // null on SQLite

  private:
    std::unique_ptr<db::Db> db_;
};

// Tests with this fixture run on SQLite and on PostgreSQL.
class EachDatabase : public testing::TestWithParam<Engine> {
  protected:
    TestDatabase db{GetParam()};
    ManualClock& clock = db.clock;
};

}  // namespace callboard::test

#define RUN_ON_EACH_DATABASE(Suite)                                                                     \
    INSTANTIATE_TEST_SUITE_P(                                                                           \
        Db, Suite, testing::Values(callboard::test::Engine::sqlite, callboard::test::Engine::postgres), \
        [](const auto& each) {                                                                          \
            return each.param == callboard::test::Engine::sqlite ? "sqlite" : "postgres";               \
        })
