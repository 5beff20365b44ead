#include "db/postgres_pooler.h"

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <libpq-fe.h>
#include <poll.h>

#include "base/error.h"
#include "db/postgres_open.h"

namespace callboard::db {
namespace {

constexpr int kReplyTimeout = 5'000;  // milliseconds

using Result = std::unique_ptr<PGresult, decltype(&PQclear)>;

// A pooler lets clients wait for minutes while all its connections are in use.
void wait_for_reply(PGconn* handle) {
    while (PQisBusy(handle) == 1) {
        pollfd watched{.fd = PQsocket(handle), .events = POLLIN, .revents = 0};
        if (poll(&watched, 1, kReplyTimeout) <= 0)
            throw unavailable(
                "the connection pooler between callboard and PostgreSQL has no free connection: raise its "
                "pool "
                "size to at least --database-connections of all servers together, or connect directly");
        if (PQconsumeInput(handle) == 0) return;
    }
}

// Executes the statement, which ends with a query for the process id of the server, and returns that id;
// nothing if a pooler of single statements refuses it.
std::optional<int> backend(const PostgresHandle& connection, const char* statement) {
    PGconn* const handle = connection.get();
    int process = 0;
    bool is_sent = PQsendQuery(handle, statement) == 1;
    while (is_sent) {
        wait_for_reply(handle);
        const Result result{PQgetResult(handle), PQclear};
        if (!result) break;
        const auto status = PQresultStatus(result.get());
        is_sent = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
        if (status != PGRES_TUPLES_OK) continue;
        const std::string_view digits = PQgetvalue(result.get(), 0, 0);
        std::from_chars(digits.data(), digits.data() + digits.size(), process);
    }
    const std::string_view message = PQerrorMessage(handle);
    if (message.contains("statement pooling mode")) return std::nullopt;
    if (process == 0) throw unavailable(std::string{"PostgreSQL: "}.append(message));
    return process;
}

}  // namespace

bool pools_transactions(const Secret& url, PostgresRole role) {
    constexpr const char* kBackend = "SELECT pg_backend_pid()";
    const PostgresHandle first = open_postgres_handle(url, role);
    const auto before = backend(first, kBackend);
    if (before == PQbackendPID(first.get())) return false;  // connected to PostgreSQL itself
    // Idle connections that take turns.
    if (backend(first, kBackend) != before || backend(first, kBackend) != before) return true;
    const PostgresHandle second = open_postgres_handle(url, role);
    const auto other = backend(second, "BEGIN; SELECT pg_backend_pid()");
    if (!other || other == before) return true;
    // The connection that the first one had may also be assigned to others, or be replaced in turn.
    return backend(first, kBackend) != before;
}

}  // namespace callboard::db
