#include "db/inspection.h"

#include "db/postgres_connection.h"
#include "db/sqlite_connection.h"

namespace callboard::db {
namespace {

constexpr GlobalSql kSqliteFacts{"inspection_sqlite", "SELECT sqlite_version()"};

constexpr GlobalSql kPostgresFacts{"inspection_postgres", R"sql(
    SELECT current_setting('server_version'), pg_encoding_to_char(encoding), datcollate,
           CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT),
           CAST(current_setting('max_connections') AS BIGINT)
               - CAST(current_setting('superuser_reserved_connections') AS BIGINT)
               - coalesce(CAST(current_setting('reserved_connections', true) AS BIGINT), 0),
           (SELECT count(*) FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()),
           (SELECT count(*) FROM pg_stat_activity
            WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name = 'callboard'
              AND datname = current_database() AND client_addr IS NOT DISTINCT FROM inet_client_addr())
    FROM pg_database WHERE datname = current_database())sql"};

EngineFacts sqlite_facts(const Row& row) {
    return {.engine = Engine::sqlite,
            .version = row.string(0),
            .encoding = "",
            .collation = "",
            .time = std::nullopt};
}

EngineFacts postgres_facts(const Row& row) {
    return {.engine = Engine::postgres,
            .version = row.string(0),
            .encoding = row.string(1),
            .collation = row.string(2),
            .time = row.time(3),
            .connections =
                ConnectionFacts{.limit = row.integer(4), .used = row.integer(5), .own = row.integer(6)}};
}

void run_inspection(Connection& connection, const Clock& clock, const GlobalSql& facts,
                    EngineFacts (*facts_from)(const Row&), InspectionCallback callback) {
    Shared shared;
    Snapshot snapshot{connection, clock.now(), std::nullopt, shared};
    callback(snapshot, snapshot.first(facts, {}, facts_from).value());
}

}  // namespace

void inspect_sqlite(const std::filesystem::path& file, const Clock& clock, InspectionCallback callback) {
    SqliteConnection connection{file.string(), SqliteConnection::Role::inspector};
    connection.command("BEGIN");
    run_inspection(connection, clock, kSqliteFacts, sqlite_facts, callback);
}

void inspect_postgres(const Secret& url, const Clock& clock, InspectionCallback callback, PostgresRole role) {
    PgConnection connection{url, role};
    connection.begin(PgConnection::Mode::read);
    connection.script("SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = '20s'");
    run_inspection(connection, clock, kPostgresFacts, postgres_facts, callback);
    connection.end_read();
}

}  // namespace callboard::db
