// A PostgreSQL connection in pipeline mode, with its prepared statements. Used by one thread at a time,
// except for its Canceller.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "base/secret.h"
#include "db/connection.h"
#include "db/postgres_open.h"
#include "db/postgres_probe.h"
#include "db/postgres_role.h"

struct pg_conn;
struct pg_result;

namespace callboard::db {

// A transient failure that may not recur in a retry: a serialization failure, a deadlock, a lost connection.
class RetryableError : public Error {
  public:
    RetryableError(Error error, bool is_rolled_back) : Error(std::move(error)), rolled_back(is_rolled_back) {}

    bool rolled_back;  // certainly rolled back; unknown after a lost connection
};

class PgConnection final : public Connection {
  public:
    static constexpr std::chrono::milliseconds kLongestSilence{5'000};
    static constexpr std::chrono::milliseconds kLongestSetup{10'000};

    // Statements that take longer than statement_timeout are cancelled; 0 means none are.
    //
    // After `longest_silence` without a byte of the result, the server is asked over another connection, and
    // again each time. The connection is broken if the server does not have the session, or if twice in a row
    // there is no response, or the server waits for this client: a proxy or a network may drop connections
    // without closing them. One failed question does not break the connection: a server or proxy may be too
    // busy to accept another one, or restart its listener.
    //
    // Throws an Error of kind `unavailable` if the session is not set up within `longest_setup`: a pooler
    // accepts clients while all of its connections are in use.
    explicit PgConnection(const Secret& url, PostgresRole role = PostgresRole::primary,
                          std::chrono::seconds statement_timeout = {},
                          std::chrono::milliseconds longest_silence = kLongestSilence,
                          std::chrono::milliseconds longest_setup = kLongestSetup);

    PgConnection(const PgConnection&) = delete;
    PgConnection& operator=(const PgConnection&) = delete;

    enum class Mode { read, write };

    // BEGIN is sent together with the first statement, and the end of a read-only transaction is not waited
    // for: a point read costs one round trip.
    void begin(Mode mode);
    void commit();
    void end_read();
    bool roll_back() noexcept;  // false: a transaction may still be open, the connection is unusable

    Engine engine() const override { return Engine::postgres; }
    void query(const Statement& statement, std::span<const Value> args, Visit visit) override;
    void stream(const Statement& statement, std::span<const Value> args, Visit visit) override;
    std::int64_t execute(const Statement& statement, std::span<const Value> args) override;
    void enqueue(const Statement& statement, std::span<const Value> args) override;
    void script(std::string_view text) override;
    void lock_schema() override;

    // For a migration that holds the schema lock: statements such as CREATE INDEX CONCURRENTLY. Commits, runs
    // them one by one, and begins a new transaction; the lock is held throughout.
    void run_outside_transaction(std::string_view statements);

    // 150004 is 15.4.
    int server_version() const;

    // Is the connection lost, or does its server refuse writes?
    bool broken() const;

    // Cancels the query that runs on this connection, if any.
    class Canceller;
    std::shared_ptr<Canceller> canceller() const { return canceller_; }

  private:
    struct Result;  // frees a PGresult
    using ResultPtr = std::unique_ptr<pg_result, Result>;
    struct KnownStatement {
        std::string name;
        int parameters = 0;
        bool prepared = false;
    };
    struct PendingResult {
        std::string name;          // of the statement, for messages
        KnownStatement* prepares;  // the statement that this prepares, if any
    };

    KnownStatement& known(const Statement& statement);
    void send(const Statement& statement, std::span<const Value> args);
    void send_composed(const Statement& statement, std::span<const Value> args);
    void send_plain(const char* text);
    void request_results();
    void sync();
    ResultPtr execute_alone(const char* text);
    void set_up_session(std::chrono::milliseconds longest);
    ResultPtr receive_last();
    ResultPtr receive_one();
    ResultPtr next_result();
    bool is_lost(PostgresProbe::Finding finding);
    void drain();
    [[noreturn]] void fail(std::string_view name, const pg_result* result);
    void check_sent(int sent, std::string_view name);
    void receive_notice(const pg_result* notice);

    const PostgresHandle owned_;
    pg_conn* const handle_;
    const std::string session_setup_;
    const std::chrono::milliseconds longest_silence_;
    const std::shared_ptr<PostgresProbe> probe_;
    const std::shared_ptr<Canceller> canceller_;
    std::deque<PendingResult> sent_;                         // without a result so far
    std::unordered_map<const void*, KnownStatement> known_;  // by address of the SQL text
    Mode mode_ = Mode::read;
    bool is_read_only_ = false;  // a write was refused for that
    bool is_silent_ = false;     // given up because of that
    bool may_be_lost_ = false;   // by the last question; nothing was received since
    std::string warning_;        // the last one of the server
};

class PgConnection::Canceller {
  public:
    explicit Canceller(std::shared_ptr<const PostgresProbe> probe) : probe_(std::move(probe)) {}
    Canceller(const Canceller&) = delete;
    Canceller& operator=(const Canceller&) = delete;

    using Number = std::uint64_t;  // of a piece of work

    Number work_begins();

    // Returns false if a cancellation was requested: it may hit the next query instead, so the connection
    // must be closed.
    [[nodiscard]] bool work_ends();

    // Requests cancellation repeatedly, a limited number of times, until that work has ended or the server
    // does not respond. Does nothing if other work has begun on the connection.
    void cancel(Number work);

  private:
    bool is_at(Number work) const { return working_ && work == last_; }

    const std::shared_ptr<const PostgresProbe> probe_;
    std::mutex mutex_;
    std::condition_variable ended_;
    Number last_ = 0;
    bool working_ = false;
    bool cancel_requested_ = false;
};

}  // namespace callboard::db
