#include "db/postgres_connection.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

#include <libpq-fe.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "db/parameters.h"
#include "db/postgres_open.h"

namespace callboard::db {
namespace {

// One row of a result.
class PgRow final : public Row {
  public:
    PgRow(const PGresult* result, int row) : result_(result), row_(row) {}
    bool is_null(int column) const override { return PQgetisnull(result_, row_, column) == 1; }
    std::string_view text(int column) const override {
        return {PQgetvalue(result_, row_, column),
                static_cast<std::size_t>(PQgetlength(result_, row_, column))};
    }
    std::int64_t integer(int column) const override {
        std::int64_t number = 0;
        const std::string_view digits = text(column);
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return number;
    }

  private:
    const PGresult* result_;
    int row_;
};

// Arguments in the form of libpq. TEXT is passed in binary format, which is the bytes themselves: no copy, no
// terminating zero.
class Arguments {
  public:
    explicit Arguments(std::span<const Value> args)
        : values_(args.size()), lengths_(args.size()), formats_(args.size()), digits_(args.size()) {
        for (std::size_t i = 0; i < args.size(); ++i) take(i, args[i]);
    }
    int count() const { return static_cast<int>(values_.size()); }
    const char* const* values() const { return values_.data(); }
    const int* lengths() const { return lengths_.data(); }
    const int* formats() const { return formats_.data(); }

  private:
    void take(std::size_t i, const Value& value) {
        switch (value.kind()) {
            case Value::Kind::null: values_[i] = nullptr; break;
            case Value::Kind::integer:
                std::to_chars(digits_[i].data(), digits_[i].data() + digits_[i].size() - 1, value.integer());
                values_[i] = digits_[i].data();
                break;
            case Value::Kind::text:
                values_[i] = value.text().data() ? value.text().data() : "";
                lengths_[i] = static_cast<int>(value.text().size());
                formats_[i] = 1;
                break;
        }
    }
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
    std::vector<std::array<char, 24>> digits_;
};

// Comments in SQL that become clauses on PostgreSQL only (docs/sql.md).
struct Hint {
    std::string_view comment;
    std::string_view clause;
};
constexpr std::array kHints{
    Hint{"/*skip locked*/", "FOR UPDATE SKIP LOCKED"},
    Hint{"/*share row*/", "FOR SHARE"},
    Hint{"/*share events*/", "RETURNING pg_advisory_xact_lock_shared(hashtextextended($1, 4919103))"},
    Hint{"/*lock events*/", "WHERE pg_advisory_xact_lock(hashtextextended($1, 4919103)) IS NOT NULL"},
};

std::string dialect(std::string_view text) {
    std::string sql{text};
    for (const auto& [comment, clause] : kHints) {
        for (auto at = sql.find(comment); at != std::string::npos; at = sql.find(comment, at))
            sql.replace(at, comment.size(), clause);
    }
    return sql;
}

// UPDATE has no ON CONFLICT, so code checks first whether a key is taken. If a concurrent transaction takes
// it in between, a retry sees that.
constexpr std::string_view kUniqueViolation = "23505";
// Likewise for a row that another one refers to: a concurrent transaction deletes it, or begins to refer to
// it.
constexpr std::string_view kForeignKeyViolation = "23503";

bool is_collision(std::string_view sqlstate) {
    return sqlstate == "40001" || sqlstate == "40P01";
}

// Only migrations limit how long they wait for a lock (postgres_migration.cpp).
constexpr std::string_view kLockTimeout = "55P03";

// The transaction had failed before this statement: it is rolled back, and a retry may succeed.
constexpr std::string_view kFailedTransaction = "25P02";

bool is_lost_connection(std::string_view sqlstate) {
    return sqlstate.starts_with("08") || sqlstate.starts_with("57P");
}

// A write on a server that accepts none: a primary that became a standby, or a proxy that leads to one.
constexpr std::string_view kReadOnly = "25006";

bool is_resource_error(std::string_view sqlstate) {
    return sqlstate.starts_with("53") || sqlstate.starts_with("55") || sqlstate.starts_with("58");
}

// Bytes that were received, but not given to libpq: they do not make the socket readable.
bool has_decrypted_input(PGconn* handle) {
    if (PQsslInUse(handle) != 1) return false;
    auto* const tls = static_cast<SSL*>(PQsslStruct(handle, "OpenSSL"));
    return tls && SSL_pending(tls) > 0;
}

bool has_input_within(PGconn* handle, std::chrono::milliseconds time) {
    if (has_decrypted_input(handle)) return true;
    pollfd watched{.fd = PQsocket(handle), .events = POLLIN, .revents = 0};
    return poll(&watched, 1, static_cast<int>(time.count())) != 0;  // a signal is not silence either
}

// Without the compiler, because what the planner takes for an expensive query ends after the first rows.
std::string session_setup(std::chrono::seconds statement_timeout) {
    return "SET statement_timeout = '" + std::to_string(statement_timeout.count()) + "s'; SET jit = off";
}

// Before a server that seems lost is asked again: longer than a lost packet takes to be sent again.
constexpr std::chrono::milliseconds kRecheckInterval{2'000};

}  // namespace

struct PgConnection::Result {
    void operator()(pg_result* result) const { PQclear(result); }
};

PgConnection::Canceller::Number PgConnection::Canceller::work_begins() {
    const std::lock_guard lock{mutex_};
    working_ = true;
    return ++last_;
}

bool PgConnection::Canceller::work_ends() {
    bool cancel_requested = false;
    {
        const std::lock_guard lock{mutex_};
        working_ = false;
        cancel_requested = cancel_requested_;
    }
    ended_.notify_all();
    return !cancel_requested;
}

// A work that was to be cancelled is the last one of its connection, so nobody has to wait for the request.
void PgConnection::Canceller::cancel(Number work) {
    constexpr int kTries = 20;
    constexpr std::chrono::milliseconds kCancelRetryDelay{50};
    std::unique_lock lock{mutex_};
    for (int i = 0; i < kTries && is_at(work); ++i) {
        cancel_requested_ = true;
        lock.unlock();
        const bool has_responded = probe_->cancel();
        lock.lock();
        if (!has_responded) return;
        // Between two queries there is nothing to cancel, and the next one would run on; so the request is
        // repeated.
        ended_.wait_for(lock, kCancelRetryDelay, [&] { return !is_at(work); });
    }
}

PgConnection::PgConnection(const Secret& url, PostgresRole role, std::chrono::seconds statement_timeout,
                           std::chrono::milliseconds longest_silence, std::chrono::milliseconds longest_setup)
    : owned_(open_postgres_handle(url, role)),
      handle_(owned_.get()),
      session_setup_(session_setup(statement_timeout)),
      longest_silence_(longest_silence),
      probe_(std::make_shared<PostgresProbe>(handle_, role)),
      canceller_(std::make_shared<Canceller>(probe_)) {
    PQsetNoticeReceiver(
        handle_,
        [](void* self, const PGresult* notice) { static_cast<PgConnection*>(self)->receive_notice(notice); },
        this);
    set_up_session(longest_setup);
    PQenterPipelineMode(handle_);
}

void PgConnection::begin(Mode mode) {
    drain();
    mode_ = mode;
    // The COMMIT of the last read was not waited for; if it failed, its transaction is still open.
    if (PQtransactionStatus(handle_) != PQTRANS_IDLE && !roll_back())
        throw RetryableError{unavailable("PostgreSQL: a connection is left inside a transaction"), true};
    send_plain(mode == Mode::read ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
}

void PgConnection::commit() {
    send_plain("COMMIT");
    sync();
    while (sent_.size() > 2) receive_one();
    warning_.clear();
    const ResultPtr committed = receive_one();
    receive_one();
    // While it waits for a synchronous standby, PostgreSQL ends a COMMIT that is cancelled with a warning:
    // the transaction is committed there, and would be lost with that server.
    if (!warning_.empty()) throw RetryableError{unavailable("PostgreSQL: COMMIT: " + warning_), false};
    if (std::string_view{PQcmdStatus(committed.get())} != "COMMIT")
        throw RetryableError{unavailable("PostgreSQL: a COMMIT rolled back"), true};
}

void PgConnection::end_read() {
    send_plain("COMMIT");
    sync();
    PQflush(handle_);
}

bool PgConnection::roll_back() noexcept {
    try {
        // After an error the server ignores everything up to the next sync, including the first ROLLBACK; the
        // second one is executed.
        for (int attempts = 0; attempts < 2; ++attempts) {
            send_plain("ROLLBACK");
            sync();
            drain();
            if (PQtransactionStatus(handle_) == PQTRANS_IDLE) return true;
        }
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
        // The connection is lost, and with it the transaction; broken() reports it.
    }
    return false;
}

void PgConnection::query(const Statement& statement, std::span<const Value> args, Visit visit) {
    send(statement, args);
    request_results();
    const ResultPtr result = receive_last();
    const int rows = PQntuples(result.get());
    for (int row = 0; row < rows; ++row)
        if (!visit(PgRow{result.get(), row})) return;
}

// Two batches are in flight: while one is visited, the server prepares the next.
void PgConnection::stream(const Statement& statement, std::span<const Value> args, Visit visit) {
    const Streaming streaming{*this};
    constexpr const char* kFetchMany = "FETCH 1000 FROM streamed";
    constexpr const char* kFetchFew = "FETCH 50 FROM streamed";  // for wide rows
    constexpr std::size_t kFetchBytes = std::size_t{1024} * 1024;
    // The whole result is read: the plan must not favour the first rows, and sorting may exceed the statement
    // time-out.
    send_plain("SET LOCAL cursor_tuple_fraction = 1");
    send_plain("SET LOCAL statement_timeout = 0");
    const std::string declaration =
        std::string{"DECLARE streamed NO SCROLL CURSOR FOR "}.append(statement.text);
    send_composed({statement.name, declaration, false}, args);
    const char* fetch = kFetchFew;
    send_plain(fetch);
    request_results();
    while (sent_.size() > 1) receive_one();
    for (bool more = true; more;) {
        send_plain(fetch);
        request_results();
        const ResultPtr piece = receive_one();
        const int rows = PQntuples(piece.get());
        const std::size_t for_each = PQresultMemorySize(piece.get()) / static_cast<std::size_t>(rows + 1);
        fetch = for_each * 1000 < kFetchBytes ? kFetchMany : kFetchFew;
        more = rows > 0;
        for (int row = 0; row < rows && more; ++row) more = visit(PgRow{piece.get(), row});
    }
    send_plain("CLOSE streamed");
    request_results();
    receive_last();
}

std::int64_t PgConnection::execute(const Statement& statement, std::span<const Value> args) {
    send(statement, args);
    request_results();
    const ResultPtr result = receive_last();
    const std::string_view changed = PQcmdTuples(result.get());
    std::int64_t number = 0;
    std::from_chars(changed.data(), changed.data() + changed.size(), number);
    return number;
}

void PgConnection::enqueue(const Statement& statement, std::span<const Value> args) {
    send(statement, args);
}

void PgConnection::script(std::string_view text) {
    sync();
    while (!sent_.empty()) receive_one();
    PQexitPipelineMode(handle_);
    const ResultPtr result = execute_alone(std::string{text}.c_str());
    const auto status = PQresultStatus(result.get());
    PQenterPipelineMode(handle_);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail("script", result.get());
}

int PgConnection::server_version() const {
    return PQserverVersion(handle_);
}

bool PgConnection::broken() const {
    return is_read_only_ || is_silent_ || PQstatus(handle_) != CONNECTION_OK;
}

void PgConnection::receive_notice(const pg_result* notice) {
    const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char* const text = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
    if (severity && text && std::string_view{severity} == "WARNING") warning_ = text;
}

PgConnection::KnownStatement& PgConnection::known(const Statement& statement) {
    KnownStatement& known = known_[statement.text.data()];
    if (known.name.empty()) {
        known.parameters = parameter_count(statement.text);
        known.name = "s" + std::to_string(known_.size());
    }
    return known;
}

void PgConnection::send(const Statement& statement, std::span<const Value> args) {
    require_not_streaming();
    if (!statement.fixed) return send_composed(statement, args);
    KnownStatement& what = known(statement);
    check_arguments(statement.name, static_cast<std::size_t>(what.parameters), args.size());
    if (!what.prepared) {
        check_sent(PQsendPrepare(handle_, what.name.c_str(), dialect(statement.text).c_str(), 0, nullptr),
                   statement.name);
        sent_.push_back({std::string{statement.name}, &what});
        what.prepared = true;  // reset if the server reports an error
    }
    const Arguments arguments{args};
    check_sent(PQsendQueryPrepared(handle_, what.name.c_str(), arguments.count(), arguments.values(),
                                   arguments.lengths(), arguments.formats(), 0),
               statement.name);
    sent_.push_back({std::string{statement.name}, nullptr});
}

// List queries are planned for their actual values, without a prepared statement: a generic plan would suit
// neither rare nor common words.
void PgConnection::send_composed(const Statement& statement, std::span<const Value> args) {
    check_arguments(statement.name, static_cast<std::size_t>(parameter_count(statement.text)), args.size());
    const Arguments arguments{args};
    check_sent(PQsendQueryParams(handle_, dialect(statement.text).c_str(), arguments.count(), nullptr,
                                 arguments.values(), arguments.lengths(), arguments.formats(), 0),
               statement.name);
    sent_.push_back({std::string{statement.name}, nullptr});
}

void PgConnection::send_plain(const char* text) {
    check_sent(PQsendQueryParams(handle_, text, 0, nullptr, nullptr, nullptr, nullptr, 0), text);
    sent_.push_back({text, nullptr});
}

void PgConnection::request_results() {
    check_sent(PQsendFlushRequest(handle_), "flush");
    PQflush(handle_);
}

void PgConnection::sync() {
    check_sent(PQpipelineSync(handle_), "sync");
    sent_.push_back({"sync", nullptr});
}

// Outside of pipeline mode: several statements, and the result of the last one that was executed.
PgConnection::ResultPtr PgConnection::execute_alone(const char* text) {
    if (PQsendQuery(handle_, text) != 1) return nullptr;
    ResultPtr last;
    while (ResultPtr next = next_result()) last = std::move(next);
    return last;
}

// The server cannot be asked about a session that it has not named.
void PgConnection::set_up_session(std::chrono::milliseconds longest) {
    const std::string query = session_setup_ + "; " + PostgresProbe::kSession;
    if (PQsendQuery(handle_, query.c_str()) != 1) return;
    const SystemStopwatch stopwatch;
    const auto ends_at = stopwatch.now() + longest;
    ResultPtr session;
    for (;;) {
        while (PQisBusy(handle_) == 1 && PQstatus(handle_) == CONNECTION_OK) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(ends_at - stopwatch.now());
            if (left.count() <= 0 || !has_input_within(handle_, left))
                throw unavailable(
                    "PostgreSQL: a new connection gets no response; if it is that of a pooler, it may "
                    "have no free connection to the server");
            if (PQconsumeInput(handle_) == 0) break;
        }
        ResultPtr next{PQgetResult(handle_)};
        if (!next) break;
        session = std::move(next);
    }
    if (PQresultStatus(session.get()) == PGRES_TUPLES_OK && PQntuples(session.get()) == 1)
        probe_->identify(PQgetvalue(session.get(), 0, 0), PQgetvalue(session.get(), 0, 1));
}

// The result of the last statement sent; those of earlier ones are consumed.
PgConnection::ResultPtr PgConnection::receive_last() {
    while (sent_.size() > 1) receive_one();
    return receive_one();
}

PgConnection::ResultPtr PgConnection::receive_one() {
    const PendingResult sent = std::move(sent_.front());
    sent_.pop_front();
    ResultPtr result = next_result();
    const auto status = PQresultStatus(result.get());
    if (status == PGRES_PIPELINE_SYNC) return result;
    if (result) {
        // Each result is followed by a null result.
        while (const ResultPtr more = next_result()) {
        }
    }
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
    if (sent.prepares) sent.prepares->prepared = false;
    fail(sent.name, result.get());
}

// Waits as PQgetResult does, with the same system calls, but not for a server that is out of reach.
PgConnection::ResultPtr PgConnection::next_result() {
    while (PQisBusy(handle_) == 1 && PQstatus(handle_) == CONNECTION_OK) {
        if (has_input_within(
                handle_, may_be_lost_ ? std::min(longest_silence_, kRecheckInterval) : longest_silence_)) {
            may_be_lost_ = false;
            if (PQconsumeInput(handle_) == 0) break;  // PQgetResult reports why
        } else if (is_lost(probe_->look(PQsocket(handle_)))) {
            is_silent_ = true;
            shutdown(PQsocket(handle_), SHUT_RDWR);  // libpq reads its end
            break;
        }
    }
    return ResultPtr{PQgetResult(handle_)};
}

// What the server sent may arrive while it is asked, and a question may fail for reasons of its own: so it is
// asked twice, unless the server itself says that the session has ended.
bool PgConnection::is_lost(PostgresProbe::Finding finding) {
    using enum PostgresProbe::Finding;
    if (has_input_within(handle_, {})) return false;
    const bool was_suspected =
        std::exchange(may_be_lost_, finding == awaits_client || finding == no_response);
    return finding == ended || (may_be_lost_ && was_suspected);
}

// Consumes all pending results and ignores errors, unless the connection is lost.
void PgConnection::drain() {
    while (!sent_.empty()) {
        try {
            receive_one();
        } catch (const Error&) {
            if (broken()) throw;
        }
    }
}

void PgConnection::fail(std::string_view name, const pg_result* result) {
    const char* const state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
    const char* const text = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : nullptr;
    // Statements that follow a failed one in the pipeline are skipped, without a state of their own.
    const bool is_skipped = PQresultStatus(result) == PGRES_PIPELINE_ABORTED;
    const std::string_view sqlstate = state ? state : is_skipped ? kFailedTransaction : "";
    const char* const of_libpq =
        is_silent_ ? "the server does not respond, or has lost the session" : PQerrorMessage(handle_);
    const std::string detail =
        "PostgreSQL: " + std::string{name} + ": " + std::string{sqlstate} + " " + (text ? text : of_libpq);
    if (sqlstate == kLockTimeout)
        throw RetryableError{unavailable("PostgreSQL: a table could not be locked, because a long "
                                         "transaction uses it; wait for its end, and try again"),
                             true};
    if (is_collision(sqlstate)) throw RetryableError{unavailable(detail), true};
    if (sqlstate == kReadOnly) {
        is_read_only_ = mode_ == Mode::write;
        throw RetryableError{unavailable(detail), true};
    }
    if (sqlstate == kUniqueViolation || sqlstate == kForeignKeyViolation || sqlstate == kFailedTransaction)
        throw RetryableError{internal(detail), true};
    if (broken() || is_lost_connection(sqlstate)) throw RetryableError{unavailable(detail), false};
    if (sqlstate == "57014") throw timed_out();  // cancelled, by us or by the statement time-out
    if (is_resource_error(sqlstate)) throw unavailable(detail);
    throw internal(detail);
}

void PgConnection::check_sent(int sent, std::string_view name) {
    if (sent == 1) return;
    fail(name, nullptr);
}

}  // namespace callboard::db
