#include "db/migrate.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "base/error.h"
#include "support/each_database.h"

namespace callboard {
namespace {

constexpr db::GlobalSql kForgetNewest{
    "test_older", "DELETE FROM schema_file WHERE number = (SELECT max(number) FROM schema_file)"};
constexpr db::GlobalSql kInsert{
    "test_newer", "INSERT INTO schema_file (number, name, applied_at) VALUES (9999, 'future', 0)"};

// The number of steps to the newest schema: files with the same number are one step on either engine.
std::size_t steps() {
    std::set<std::string_view> numbers;
    for (const EmbeddedFile& file : db::schema_files()) numbers.insert(file.name.substr(0, 3));
    return numbers.size();
}

// An empty database without a schema.
class Migrate : public testing::TestWithParam<test::Engine> {
  protected:
    std::unique_ptr<db::Db> open() {
        const db::Environment environment{
            .clock = clock, .stopwatch = stopwatch, .workers = workers, .metrics = metrics, .log = log};
        if (postgres) return db::open_postgres(Secret{postgres->url()}, environment);
        return db::open_sqlite(folder.path() / "test.db", environment);
    }

    test::ManualClock clock;
    SystemStopwatch stopwatch;
    telemetry::Metrics metrics;
    telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};
    Workers workers{2, 100};
    test::TemporaryFolder folder;
    std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres
            ? std::make_unique<test::PostgresDatabase>(test::PostgresDatabase::Schema::none)
            : nullptr;
};

TEST_P(Migrate, AppliesEveryFileOnceAndInOrder) {
    const auto db = open();

    const auto first = db::migrate(*db);
    const auto second = db::migrate(*db);

    EXPECT_EQ(first.size(), steps());
    EXPECT_TRUE(std::ranges::is_sorted(first));
    EXPECT_TRUE(second.empty());
    db->read(std::nullopt, [](db::Snapshot& snapshot) { db::require_usable_schema(snapshot); });
}

TEST_P(Migrate, AppliesTheFilesOfItsOwnEngine) {
    const auto applied = db::migrate(*open());

    const bool sqlite = GetParam() == test::Engine::sqlite;
    EXPECT_EQ(std::ranges::count(applied, "008_candidate_text.sqlite.sql"), sqlite ? 1 : 0);
    EXPECT_EQ(std::ranges::count(applied, "008_candidate_text.postgres.sql"), sqlite ? 0 : 1);
}

TEST_P(Migrate, SeveralProgramsMayTryAtOnce) {
    std::vector<std::unique_ptr<db::Db>> programs;
    for (int i = 0; i < 4; ++i) programs.push_back(open());
    std::atomic<std::size_t> applied{0};
    std::vector<std::thread> threads;
    for (const auto& program : programs) {
        threads.emplace_back([&] { applied += db::migrate(*program).size(); });
    }
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(applied, steps());
}

// A server that was started before the migration goes on.
TEST_P(Migrate, RefusesADatabaseOfANewerProgramButUsesItFurther) {
    const auto db = open();
    db::migrate(*db);
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kInsert, {}); });

    EXPECT_THROW(db::migrate(*db), std::runtime_error);
    EXPECT_NO_THROW(
        db->read(std::nullopt, [](db::Snapshot& snapshot) { db::require_usable_schema(snapshot); }));
}

TEST_P(Migrate, CannotUseADatabaseOfAnOlderProgram) {
    const auto db = open();
    db::migrate(*db);
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kForgetNewest, {}); });

    EXPECT_THROW(db->read(std::nullopt, [](db::Snapshot& snapshot) { db::require_usable_schema(snapshot); }),
                 Error);
}

TEST_P(Migrate, KnowsTheStateOfASchemaWithoutChangingIt) {
    const auto db = open();
    const auto engine = GetParam() == test::Engine::sqlite ? db::Engine::sqlite : db::Engine::postgres;
    const auto state = [&] {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return db::schema_state(snapshot, engine); });
    };

    EXPECT_EQ(state(), db::SchemaState::absent);
    EXPECT_EQ(state(), db::SchemaState::absent);
    db::migrate(*db);
    EXPECT_EQ(state(), db::SchemaState::current);
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kForgetNewest, {}); });
    EXPECT_EQ(state(), db::SchemaState::older);
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kInsert, {}); });
    EXPECT_EQ(state(), db::SchemaState::newer);
}

RUN_ON_EACH_DATABASE(Migrate);

}  // namespace
}  // namespace callboard
