// Locks and transactions of migrations.
#include <ranges>
#include <string>

#include "db/postgres_connection.h"

namespace callboard::db {
namespace {

constexpr Statement kTryLock{"schema_try_lock", "SELECT CAST(pg_try_advisory_lock(4919102) AS INT)", true};

constexpr std::string_view kLock = "SELECT pg_advisory_lock(4919102)";
constexpr std::string_view kUnlock = "SELECT pg_advisory_unlock(4919102)";

// Passes the lock from the session to the transaction. Statements may take long, but requests queue behind a
// statement that waits for the lock of a table: it gives up after a second, and the transaction is repeated.
constexpr std::string_view kBegin = R"sql(
    BEGIN;
    SELECT pg_advisory_xact_lock(4919102);
    SELECT pg_advisory_unlock(4919102);
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 1000)sql";

}  // namespace

// CREATE INDEX CONCURRENTLY, which the holder of the lock may run, waits for the end of all older
// transactions. So who waits for the lock is in none.
void PgConnection::lock_schema() {
    const auto is_locked = [this] {
        bool locked = false;
        query(kTryLock, {}, [&](const Row& row) {
            locked = row.integer(0) == 1;
            return false;
        });
        return locked;
    };
    script("COMMIT");
    while (!is_locked()) script("SELECT pg_sleep(0.05)");
    script(kBegin);
}

void PgConnection::run_outside_transaction(std::string_view statements) {
    const auto restore_settings = [this] {
        script("RESET lock_timeout");
        script(session_setup_);
    };
    script(kLock);
    script("COMMIT");
    try {
        script("SET statement_timeout = 0");
        for (const auto part : std::views::split(statements, ';')) {
            const std::string_view text{part};
            if (text.find_first_not_of(" \t\n") == std::string_view::npos) continue;
            // Requests do not queue behind statements that run concurrently; these may wait for long.
            script(text.contains(" CONCURRENTLY ") ? "RESET lock_timeout" : "SET lock_timeout = 1000");
            script(text);
        }
    } catch (...) {
        if (!broken()) {
            script(kUnlock);
            restore_settings();
        }
        throw;
    }
    restore_settings();
    script(kBegin);
}

}  // namespace callboard::db
