#include <string>
#include <utility>

#include "base/embedded.h"
#include "db/catalog.h"
#include "db/migrate.h"
#include "db/postgres_connection.h"
#include "db/sqlite_connection.h"
#include "db/transfer.h"

namespace callboard::db {
namespace {

constexpr auto kSessionSetup =
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '3s'";

constexpr Statement kEncoding{
    .name = "transfer_encoding", .text = "SELECT current_setting('server_encoding')", .fixed = true};

void lock(Connection& connection) {
    try {
        connection.lock_schema();
    } catch (const Error& error) {
        if (error.kind != ErrorKind::unavailable) throw;
        throw conflict(
            "IN_USE", "another program is creating tables in the PostgreSQL database (" + error.detail + ")");
    }
}

// A server may have created its tables a moment ago.
void require_usable(Connection& connection) {
    if (const std::int64_t tables = count_postgres_tables(connection); tables > 0)
        throw conflict("NOT_EMPTY", "the PostgreSQL database already has " + std::to_string(tables) +
                                        " tables; data is only moved into an empty place");
    connection.query(kEncoding, {}, [](const Row& row) {
        if (row.text(0) != "UTF8")
            throw conflict("OTHER_ENCODING", "the PostgreSQL database has the encoding " + row.string(0) +
                                                 "; create one with the encoding UTF8 and collation C");
        return true;
    });
}

// Until its first automatic ANALYZE, PostgreSQL would plan every query for empty tables.
void analyze(PgConnection& connection) {
    std::string names;
    for (const Table& table : tables_of(connection))
        names += (names.empty() ? "" : ", ") + quoted(table.name);
    connection.script("ANALYZE " + names);
}

void analyze_and_commit(PgConnection& connection) {
    analyze(connection);
    try {
        connection.commit();
    } catch (const RetryableError& failure) {
        if (failure.rolled_back) throw;
        throw unavailable(
            "the connection was lost at the very end: if the target has tables, the move is complete, and if "
            "it has none, the move can be repeated (" +
            failure.detail + ")");
    }
}

}  // namespace

TransferTarget::TransferTarget(const std::filesystem::path& sqlite_file, Timestamp now) {
    auto rows = std::make_unique<SqliteConnection>(sqlite_file.string(), SqliteConnection::Role::loader);
    commit_ = [&connection = *rows] { connection.command("COMMIT"); };
    rows->command("BEGIN IMMEDIATE");
    rows_ = std::move(rows);
    tx_ = std::make_unique<Tx>(*rows_, now, std::nullopt, shared_);
    apply_next(*rows_, schema_files(), now);
}

TransferTarget::TransferTarget(const Secret& postgres_url, Timestamp now) {
    auto rows = std::make_unique<PgConnection>(postgres_url);
    commit_ = [&connection = *rows] { analyze_and_commit(connection); };
    rows->script(kSessionSetup);
    rows->begin(PgConnection::Mode::write);
    lock(*rows);
    require_usable(*rows);
    rows_ = std::move(rows);
    tx_ = std::make_unique<Tx>(*rows_, now, std::nullopt, shared_);
    apply_next(*rows_, schema_files(), now);
}

}  // namespace callboard::db
