#include "app/move.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/program.h"
#include "support/rows.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Engine;
using test::PostgresDatabase;

settings::Settings settings_of(const fs::path& data_dir, const PostgresDatabase* postgres) {
    settings::Settings settings;
    settings.data_dir = data_dir;
    if (postgres) settings.database.emplace(postgres->url());
    return settings;
}

// A kill is what nothing in the program can tidy up after.
class MoveKill : public testing::TestWithParam<Engine> {
  protected:
    // Kills itself when it has done this share of the work, in percent.
    void move(const settings::Settings& from, const settings::Settings& to, std::int64_t share) const {
        app::move(from, to, SystemClock{}, [&](std::int64_t done, std::int64_t total) {
            if (100 * done >= share * total) raise(SIGKILL);
        });
    }
    bool has_database(const fs::path& data_dir, const PostgresDatabase& postgres) const {
        if (GetParam() == Engine::postgres) return fs::exists(data_dir / "callboard.db");
        return test::Rows{"", &postgres}.select(
                   "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") !=
               std::vector<std::string>{"0"};
    }
};

// The parameter is the engine of the source.
TEST_P(MoveKill, LeavesNoDatabaseAndCanBeRepeated) {
    const test::TemporaryFolder folder;
    const fs::path data_dir = folder.path() / "data";
    const PostgresDatabase postgres{PostgresDatabase::Schema::none};
    const auto sqlite_place = settings_of(data_dir, nullptr);
    const auto postgres_place = settings_of(folder.path(), &postgres);
    const bool from_sqlite = GetParam() == Engine::sqlite;
    const auto& from = from_sqlite ? sqlite_place : postgres_place;
    const auto& to = from_sqlite ? postgres_place : sqlite_place;
    test::Arguments demo{"demo", "--data-dir", from.data_dir};
    if (!from_sqlite) demo.insert(demo.end(), {"--database", postgres.url()});
    ASSERT_EQ(test::run(demo).code, 0);

    for (const std::int64_t share : {0, 30, 51, 100}) {
        EXPECT_EXIT(move(from, to, share), testing::KilledBySignal(SIGKILL), "") << share;
        EXPECT_FALSE(has_database(data_dir, postgres)) << share;
    }
    const app::Moved moved = app::move(from, to, SystemClock{}, [](std::int64_t, std::int64_t) {});

    EXPECT_TRUE(has_database(data_dir, postgres));
    EXPECT_GT(moved.tables.size(), 40U);
    EXPECT_FALSE(fs::exists(data_dir / "callboard.db.partial"));
}

RUN_ON_EACH_DATABASE(MoveKill);

// Without them, a server could have started and accepted what the copy does not have.
TEST(MoveLocks, AreNeededUntilTheDatabaseGetsItsName) {
    const test::TemporaryFolder folder;
    const PostgresDatabase postgres;
    ASSERT_EQ(test::run({"company", "add", "--name", "Acme", "--identifier", "acme", "--data-dir",
                         folder.path(), "--database", postgres.url()})
                  .code,
              0);
    const auto end_guard = [&](std::int64_t done, std::int64_t total) {
        if (done < total) return;
        test::postgres_command(postgres.url(),
                               "SELECT 1 / count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity "
                               "WHERE datname = current_database() AND state = 'idle in transaction' AND "
                               "query LIKE 'LOCK TABLE%'");
    };
    const auto from = settings_of(folder.path(), &postgres);
    const auto to = settings_of(folder.path() / "data", nullptr);

    EXPECT_THROW(app::move(from, to, SystemClock{}, end_guard), Error);

    EXPECT_FALSE(fs::exists(folder.path() / "data" / "callboard.db"));
    app::move(from, to, SystemClock{}, [](std::int64_t, std::int64_t) {});
    EXPECT_TRUE(fs::exists(folder.path() / "data" / "callboard.db"));
}

}  // namespace
}  // namespace callboard
