#include "db/migrate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "base/error.h"
#include "db/postgres_connection.h"

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

// Its statements cannot run in a transaction.
bool is_concurrent(std::string_view name) {
    return name.ends_with(".concurrent.postgres.sql");
}

Statement statement(const GlobalSql& sql) {
    return {sql.name, sql.text, true};
}

std::int64_t newest_in(Connection& connection) {
    std::int64_t newest = 0;
    connection.query(statement(kNewest), {}, [&](const Row& row) {
        newest = row.integer(0);
        return false;
    });
    return newest;
}

void require_known(std::int64_t newest, std::int64_t known) {
    if (newest <= known) return;
    throw std::runtime_error("the database has schema " + std::to_string(newest) +
                             " of a newer version of callboard; this version (" CALLBOARD_VERSION ") knows " +
                             std::to_string(known) +
                             ": run the newer version, or restore a backup from before the update");
}

std::string without_concurrently(std::string_view text) {
    constexpr std::string_view kWord = " CONCURRENTLY";
    std::string result{text};
    for (auto at = result.find(kWord); at != std::string::npos; at = result.find(kWord, at))
        result.erase(at, kWord.size());
    return result;
}

// In an empty database nobody waits for an index, and everything is one transaction.
void apply(Connection& connection, const EmbeddedFile& file, bool is_empty, Timestamp now) {
    if (is_concurrent(file.name) && is_empty) {
        connection.script(without_concurrently(file.text));
    } else if (is_concurrent(file.name)) {
        static_cast<PgConnection&>(connection).run_outside_transaction(file.text);
    } else {
        connection.script(file.text);
    }
    const std::array<Value, 3> row{number_of(file.name), file.name, now};
    connection.execute(statement(kApplied), row);
}

}  // namespace

std::vector<std::string> migrate(Db& db) {
    std::vector<std::string> all;
    for (;;) {
        auto applied = db.write(std::nullopt, [](Tx& tx) {
            return apply_next(tx.connection(SchemaKey{}), schema_files(), tx.now);
        });
        if (applied.empty()) return all;
        std::ranges::move(applied, std::back_inserter(all));
    }
}

std::vector<std::string> apply_next(Connection& connection, std::span<const EmbeddedFile> files,
                                    Timestamp now) {
    connection.lock_schema();
    connection.script(kTable);
    const std::int64_t newest = newest_in(connection);
    require_known(newest, number_of(files.back().name));
    std::vector<std::string> applied;
    for (const EmbeddedFile& file : files) {
        if (number_of(file.name) <= newest || !is_for(connection.engine(), file.name)) continue;
        if (!applied.empty() && newest > 0) break;
        apply(connection, file, newest == 0, now);
        applied.emplace_back(file.name);
    }
    return applied;
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

void require_usable_schema(Snapshot& snapshot) {
    const std::int64_t newest = snapshot.number(kNewest);
    if (newest >= known_schema()) return;
    throw unavailable("the database has schema " + std::to_string(newest) + ", this program needs " +
                      std::to_string(known_schema()));
}

}  // namespace callboard::db
