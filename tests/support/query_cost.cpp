#include "support/query_cost.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "support/eventually.h"
#include "support/own_postgres.h"

namespace callboard::test {
namespace {

std::atomic<std::int64_t> steps{0};
std::atomic<std::int64_t> statements{0};

bool is_counted(std::string_view sql) {
    const auto begin = sql.find_first_not_of(" \n");
    if (begin == std::string_view::npos) return false;
    const auto verbs = {"SELECT", "INSERT", "UPDATE", "DELETE", "COMMIT"};
    return std::ranges::any_of(verbs, [&](const char* verb) { return sql.substr(begin).starts_with(verb); });
}

int count_steps(unsigned, void*, void* traced, void*) {
    auto* const statement = static_cast<sqlite3_stmt*>(traced);
    steps += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
    if (const char* sql = sqlite3_sql(statement); sql && is_counted(sql)) ++statements;
    return 0;
}

int watch(sqlite3* connection, const char**, const sqlite3_api_routines*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, count_steps, nullptr);
}

// SQLite calls `watch` for each connection that is opened from then on.
void watch_connections() {
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
}

// One server for all tests of the process, because starting one takes longer than most of them.
void start_counting_server() {
    setenv("POSTGRES_OPTIONS",
           "-c fsync=off -c full_page_writes=off -c autovacuum=off -c default_statistics_target=200 "
           "-c shared_preload_libraries=pg_stat_statements",
           1);
    static const OwnPostgres server;
    unsetenv("POSTGRES_OPTIONS");
}

Engine prepared(Engine engine) {
    watch_connections();
    if (engine == Engine::postgres) start_counting_server();
    return engine;
}

}  // namespace

MeasuredDatabase::MeasuredDatabase(Engine engine) : database_(prepared(engine)) {
    if (!database_.postgres) return;
    postgres_command(database_.postgres->url(), "CREATE EXTENSION pg_stat_statements");
    statistics_.emplace(database_.postgres->url());
}

// PostgreSQL does not check foreign keys, which SQLite does for the same rows: for tables without statistics
// it would plan to look for an application among all of the same job, once for each row.
void MeasuredDatabase::run(const std::string& sql) {
    if (database_.postgres)
        return postgres_command(database_.postgres->url(), "SET session_replication_role = replica; " + sql);
    const std::string& kept = statements_.emplace_back(sql);
    database_->write(std::nullopt, [&](db::Tx& tx) { tx.execute(db::GlobalSql{"test_run", kept}, {}); });
}

void MeasuredDatabase::analyze() {
    if (database_.postgres) postgres_command(database_.postgres->url(), "VACUUM ANALYZE");
}

std::int64_t MeasuredDatabase::cost_of(const std::function<void()>& work) {
    if (database_.postgres) return counted_by_postgres(work, "shared_blks_hit + shared_blks_read");
    steps = 0;
    work();
    return steps;
}

std::int64_t MeasuredDatabase::statements_of(const std::function<void()>& work) {
    if (database_.postgres)
        return counted_by_postgres(
            work, "CASE WHEN query ~ '^\\s*(SELECT|INSERT|UPDATE|DELETE|COMMIT)' THEN calls ELSE 0 END");
    statements = 0;
    work();
    return statements;
}

std::int64_t MeasuredDatabase::counted_by_postgres(const std::function<void()>& work,
                                                   const std::string& sum) {
    const std::string began =
        statistics_->select("SELECT clock_timestamp() FROM pg_stat_statements_reset()").at(0);
    work();
    // PostgreSQL adds the last statement of a read at its COMMIT, which nobody waits for.
    EXPECT_TRUE(eventually([&] {
        return statistics_
            ->select(
                "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND xact_start > '" +
                began + "'")
            .empty();
    }));
    const auto found =
        statistics_->select("SELECT COALESCE(sum(" + sum +
                            "), 0) FROM pg_stat_statements "
                            "WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) "
                            "AND query NOT LIKE '%pg_stat_%'");
    return std::stoll(found.at(0));
}

bool is_flat(std::int64_t before, std::int64_t after) {
    constexpr double kDeeperIndexes = 10;
    return static_cast<double>(after) < 1.2 * static_cast<double>(before) + kDeeperIndexes;
}

std::vector<std::int64_t> Growth::costs_of(const std::vector<MeasuredWork>& works) {
    db.analyze();
    std::vector<std::int64_t> costs;
    for (const MeasuredWork& work : works) {
        work.run();
        costs.push_back(db.cost_of(work.run));
    }
    return costs;
}

void Growth::expect_flat(const std::vector<MeasuredWork>& works, const std::function<void()>& grow) {
    const auto before = costs_of(works);
    grow();
    auto after = costs_of(works);
    for (std::size_t i = 0; i < works.size(); ++i) {
        // A connection that was not used before reads PostgreSQL's catalog, too.
        for (int again = 0; again < 2 && !is_flat(before[i], after[i]); ++again)
            after[i] = db.cost_of(works[i].run);
        EXPECT_GT(before[i], 0) << works[i].name;
        EXPECT_TRUE(is_flat(before[i], after[i]))
            << works[i].name << ": " << before[i] << ", of four times as many rows: " << after[i];
    }
}

void Growth::expect_flat(std::int64_t size,
                         const std::function<void(std::int64_t from, std::int64_t to)>& fill,
                         const std::function<void()>& work) {
    fill(1, size);
    expect_flat({{"cost", work}}, [&] { fill(size + 1, 4 * size); });
}

}  // namespace callboard::test
