#include "db/migrate.h"

#include <charconv>
#include <stdexcept>

#include "base/embedded.h"
#include "base/error.h"

namespace callboard::db {
namespace {

constexpr std::string_view kTable = R"sql(
    CREATE TABLE IF NOT EXISTS schema_file (
        number     BIGINT PRIMARY KEY,
        name       TEXT NOT NULL,
        applied_at BIGINT NOT NULL
    ))sql";

constexpr GlobalSql kHasTableSqlite{"schema_has_table_sqlite", R"sql(
    SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'schema_file')sql"};

constexpr GlobalSql kHasTablePostgres{"schema_has_table_postgres",
                                      "SELECT count(to_regclass('schema_file'))"};

constexpr GlobalSql kNewest{"schema_newest", "SELECT coalesce(max(number), 0) FROM schema_file"};

constexpr GlobalSql kLastChange{"schema_last_change", "SELECT max(applied_at) FROM schema_file"};

constexpr GlobalSql kApplied{"schema_applied", R"sql(
    INSERT INTO schema_file (number, name, applied_at) VALUES ($1, $2, $3))sql"};

// 001_initial.sql is number 1.
std::int64_t number_of(std::string_view name) {
    std::int64_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    return number;
}

// 008_candidate_text.sqlite.sql is for SQLite only.
bool is_for(Engine engine, std::string_view name) {
    return !name.ends_with(engine == Engine::sqlite ? ".postgres.sql" : ".sqlite.sql");
}

}  // namespace

std::vector<std::string> migrate(Db& db) {
    const auto files = schema_files();
    return db.write(std::nullopt, [&](Tx& tx) {
        Connection& connection = tx.connection(SchemaKey{});
        connection.lock_schema();
        connection.script(kTable);
        const std::int64_t newest = tx.number(kNewest);
        if (newest > known_schema()) {
            throw std::runtime_error("the database has schema " + std::to_string(newest) +
                                     " of a newer version of callboard; this version (" CALLBOARD_VERSION
                                     ") knows " +
                                     std::to_string(known_schema()) +
                                     ": run the newer version, or restore a backup from before the update");
        }
        std::vector<std::string> applied;
        for (const EmbeddedFile& file : files) {
            if (number_of(file.name) <= newest || !is_for(connection.engine(), file.name)) continue;
            connection.script(file.text);
            tx.execute(kApplied, {number_of(file.name), file.name, tx.now});
            applied.emplace_back(file.name);
        }
        return applied;
    });
}

std::int64_t known_schema() {
    return number_of(schema_files().back().name);
}

SchemaReport schema_report(Snapshot& snapshot, Engine engine) {
    SchemaReport report{.known = known_schema()};
    if (snapshot.number(engine == Engine::sqlite ? kHasTableSqlite : kHasTablePostgres) > 0) {
        report.found = snapshot.number(kNewest);
        report.changed_at =
            snapshot.first(kLastChange, {}, [](const Row& row) { return row.optional_time(0); })
                .value_or(std::nullopt);
    }
    for (const EmbeddedFile& file : schema_files())
        if (number_of(file.name) > report.found && is_for(engine, file.name))
            report.pending.emplace_back(file.name);
    return report;
}

SchemaState schema_state(Snapshot& snapshot, Engine engine) {
    const SchemaReport report = schema_report(snapshot, engine);
    if (report.found == 0) return SchemaState::absent;
    if (report.found == report.known) return SchemaState::current;
    return report.found < report.known ? SchemaState::older : SchemaState::newer;
}

void require_current_schema(Snapshot& snapshot) {
    const std::int64_t newest = snapshot.number(kNewest);
    if (newest == known_schema()) return;
    throw unavailable("the database has schema " + std::to_string(newest) + ", this program needs " +
                      std::to_string(known_schema()));
}

}  // namespace callboard::db
