#include "db/inspection.h"

#include "db/postgres_connection.h"
#include "db/sqlite_connection.h"

namespace callboard::db {
namespace {

constexpr GlobalSql kSqliteFacts{"inspection_sqlite", "SELECT sqlite_version()"};

constexpr GlobalSql kPostgresFacts{"inspection_postgres", R"sql(
    SELECT current_setting('server_version'), pg_encoding_to_char(encoding), datcollate,
           CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)
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
            .time = row.time(3)};
}

void look_at(Connection& connection, const Clock& clock, const GlobalSql& facts,
             EngineFacts (*facts_from)(const Row&), Look look) {
    Shared shared;
    Snapshot snapshot{connection, clock.now(), std::nullopt, shared};
    look(snapshot, snapshot.first(facts, {}, facts_from).value());
}

}  // namespace

void inspect_sqlite(const std::filesystem::path& file, const Clock& clock, Look look) {
    SqliteConnection connection{file.string(), SqliteConnection::Role::inspector};
    connection.command("BEGIN");
    look_at(connection, clock, kSqliteFacts, sqlite_facts, look);
}

void inspect_postgres(const Secret& url, const Clock& clock, Look look) {
    PgConnection connection{url};
    connection.begin(PgConnection::Mode::read);
    look_at(connection, clock, kPostgresFacts, postgres_facts, look);
    connection.end_read();
}

}  // namespace callboard::db
