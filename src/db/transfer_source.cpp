#include <cstdint>
#include <string>
#include <utility>

#include "base/encoding.h"
#include "db/catalog.h"
#include "db/postgres_connection.h"
#include "db/sqlite_connection.h"
#include "db/transfer.h"

namespace callboard::db {
namespace {

constexpr auto kSessionSetup =
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '3s'; "
    "SET row_security = off; "          // an error instead of hidden rows
    "SET enable_indexscan = off; "      // an index may be damaged, such as by a changed collation of the
    "SET enable_indexonlyscan = off; "  // system, and rows that it misses would be missed twice
    "SET enable_bitmapscan = off";

// All clients, because a server may have any name: its address or a connection pooler can set it. Only
// members of pg_read_all_stats see the type of the processes of other users; those of the system have no
// user.
constexpr Statement kOthers{.name = "transfer_others",
                            .text = R"sql(
    SELECT coalesce(application_name, ''), count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
      AND coalesce(backend_type, 'client backend') = 'client backend'
    GROUP BY 1 ORDER BY 1)sql",
                            .fixed = true};

constexpr Statement kAlive{.name = "transfer_alive", .text = "SELECT 1", .fixed = true};

constexpr Statement kPause{.name = "transfer_pause", .text = "SELECT pg_sleep(0.1)", .fixed = true};

// So that names mean the tables of the catalog, and nothing else that the search path may find.
constexpr Statement kOneSchema{.name = "transfer_schema",
                               .text = R"sql(
    SELECT set_config('search_path', quote_ident(n.nspname), false)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass('schema_file'))sql",
                               .fixed = true};

Error in_use(const std::string& reason) {
    return conflict("IN_USE",
                    reason + "; stop all servers, commands and other programs that use the database");
}

void run(Connection& connection, const Statement& statement) {
    connection.query(statement, {}, [](const Row&) { return true; });
}

// For the operator; empty if there are none.
std::string others(Connection& connection) {
    std::string found;
    connection.query(kOthers, {}, [&](const Row& row) {
        found += (found.empty() ? "" : ", ") + std::to_string(row.integer(1)) + " of " +
                 (row.text(0).empty() ? "a program without a name" : "'" + readable(row.text(0)) + "'");
        return true;
    });
    return found;
}

void require_no_others(const std::string& found) {
    if (found.empty()) return;
    throw in_use("there are other connections to the database: " + found);
}

// PostgreSQL notices a moment later that a program has ended. The activity is the same during a transaction.
void wait_for_others(PgConnection& connection) {
    constexpr int kMostPauses = 30;
    std::string found;
    for (int pauses = 0; pauses < kMostPauses; ++pauses) {
        connection.begin(PgConnection::Mode::read);
        if (pauses > 0) run(connection, kPause);
        found = others(connection);
        connection.end_read();
        if (found.empty()) return;
    }
    require_no_others(found);
}

// Servers that start wait for the lock of the schema, and commands for those of the tables.
void lock_out(PgConnection& connection) {
    connection.begin(PgConnection::Mode::write);
    try {
        connection.lock_schema();
        require_no_others(others(connection));
        run(connection, kOneSchema);
        std::string names;
        for (const Table& table : tables_of(connection))
            names += (names.empty() ? "" : ", ") + quoted(table.name);
        if (!names.empty()) connection.script("LOCK TABLE " + names + " IN SHARE MODE");
    } catch (const Error& error) {
        if (error.kind != ErrorKind::unavailable) throw;
        throw in_use("the database could not be locked (" + error.detail + ")");
    }
}

}  // namespace

TransferSource::TransferSource(const std::filesystem::path& sqlite_file) {
    auto rows = std::make_unique<SqliteConnection>(sqlite_file.string(), SqliteConnection::Role::writer);
    // Nobody has looked at its schema: functions that others may have put into it must not run.
    rows->script("PRAGMA trusted_schema = OFF");
    try {
        rows->command("BEGIN IMMEDIATE");
    } catch (const Error& error) {
        if (error.kind != ErrorKind::unavailable) throw;
        throw in_use("the database could not be locked (" + error.detail + ")");
    }
    rows_ = std::move(rows);
}

TransferSource::TransferSource(const Secret& postgres_url) {
    auto guard = std::make_unique<PgConnection>(postgres_url);
    guard->script(kSessionSetup);
    wait_for_others(*guard);
    lock_out(*guard);
    guard_ = std::move(guard);
    auto rows = std::make_unique<PgConnection>(postgres_url);
    rows->script(kSessionSetup);
    rows->begin(PgConnection::Mode::read);  // its snapshot is taken after the locks
    run(*rows, kOneSchema);
    rows_ = std::move(rows);
}

void TransferSource::require_locked() {
    if (!guard_) return;
    try {
        run(*guard_, kAlive);
    } catch (const Error& error) {
        throw unavailable(
            "the connection that kept others from writing to the source was lost, so the copy may miss what "
            "they wrote; the copy was discarded, and the move can be repeated (" +
            error.detail + ")");
    }
}

}  // namespace callboard::db
