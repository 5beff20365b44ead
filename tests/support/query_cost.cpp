#include "support/query_cost.h"

#include <atomic>
#include <cstdlib>
#include <string>

#include <sqlite3.h>

#include "support/rows.h"

namespace callboard::test {
namespace {

std::atomic<std::int64_t> steps{0};

int count_steps(unsigned, void*, void* statement, void*) {
    steps += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement), SQLITE_STMTSTATUS_VM_STEP, 1);
    return 0;
}

int watch(sqlite3* connection, const char**, const sqlite3_api_routines*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, count_steps, nullptr);
}

// SQLite calls `watch` for each connection that is opened from then on.
void watch_connections() {
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
}

std::unique_ptr<OwnPostgres> counting_server(Engine engine) {
    watch_connections();
    if (engine == Engine::sqlite) return nullptr;
    setenv("POSTGRES_OPTIONS",
           "-c fsync=off -c autovacuum=off -c shared_preload_libraries=pg_stat_statements", 1);
    auto server = std::make_unique<OwnPostgres>();
    unsetenv("POSTGRES_OPTIONS");
    return server;
}

}  // namespace

MeasuredDatabase::MeasuredDatabase(Engine engine) : server_(counting_server(engine)), database_(engine) {
    if (server_) postgres_command(database_.postgres->url(), "CREATE EXTENSION pg_stat_statements");
}

void MeasuredDatabase::run(const std::string& sql) {
    const std::string& kept = statements_.emplace_back(sql);
    database_->write(std::nullopt, [&](db::Tx& tx) { tx.execute(db::GlobalSql{"test_run", kept}, {}); });
}

void MeasuredDatabase::analyze() {
    if (server_) postgres_command(database_.postgres->url(), "VACUUM ANALYZE");
}

std::int64_t MeasuredDatabase::cost_of(const std::function<void()>& work) {
    if (server_) postgres_command(database_.postgres->url(), "SELECT pg_stat_statements_reset()");
    steps = 0;
    work();
    return server_ ? pages() : steps.load();
}

std::int64_t MeasuredDatabase::pages() const {
    const Rows rows{"", database_.postgres.get()};
    const auto found = rows.select(
        "SELECT COALESCE(sum(shared_blks_hit + shared_blks_read), 0) FROM pg_stat_statements "
        "WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) "
        "AND query NOT LIKE '%pg_stat_statements%'");
    return std::stoll(found.at(0));
}

bool is_flat(std::int64_t before, std::int64_t after) {
    constexpr double kDeeperIndexes = 10;
    return static_cast<double>(after) < 1.2 * static_cast<double>(before) + kDeeperIndexes;
}

void Growth::expect_flat(std::int64_t size,
                         const std::function<void(std::int64_t from, std::int64_t to)>& fill,
                         const std::function<void()>& work) {
    const auto measured = [&] {
        db.analyze();
        work();
        return db.cost_of(work);
    };
    fill(1, size);
    const std::int64_t before = measured();
    fill(size + 1, 4 * size);
    const std::int64_t after = measured();
    ASSERT_GT(before, 0);
    EXPECT_TRUE(is_flat(before, after))
        << "of " << size << " rows: " << before << ", of four times as many: " << after;
}

}  // namespace callboard::test
