// A pool of PostgreSQL connections with a maximum size. Callers wait for a free one in FIFO order. The
// connection that was used last is used next, so that those beyond the need stay idle and are closed after a
// while. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/secret.h"
#include "db/postgres_connection.h"
#include "db/postgres_limits.h"

namespace callboard::db {

class PostgresPool {
  public:
    PostgresPool(const Secret& url, const PostgresLimits& limits, const Stopwatch& stopwatch)
        : url_(url), limits_(limits), stopwatch_(stopwatch) {}

    PostgresPool(const PostgresPool&) = delete;
    PostgresPool& operator=(const PostgresPool&) = delete;

    // Waits for a free connection, or for a restarting server, within the limits and until stop is requested.
    std::unique_ptr<PgConnection> take(const std::stop_token& stop);

    void give_back(std::unique_ptr<PgConnection> connection);
    void discard(std::unique_ptr<PgConnection> connection);  // closes it

  private:
    std::unique_ptr<PgConnection> take_idle(const std::stop_token& stop);
    void wait_in_queue(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    std::unique_ptr<PgConnection> connect(const std::stop_token& stop);
    std::unique_ptr<PgConnection> attempt(Stopwatch::Instant began);
    bool is_one_free() const {
        return !idle_.empty() || limits_.most_connections == 0 || open_ < limits_.most_connections;
    }
    Stopwatch::Instant begin_attempt(const std::stop_token& stop);
    void wait_for_attempt(std::unique_lock<std::mutex>& lock, Stopwatch::Instant now,
                          const std::stop_token& stop);
    bool waits_for_server(Stopwatch::Instant began, const std::stop_token& stop);
    bool is_given_up(Stopwatch::Instant now) const {
        return lost_at_ && now - *lost_at_ >= limits_.wait_for_server;
    }
    std::vector<std::unique_ptr<PgConnection>> take_unneeded(Stopwatch::Instant now);
    void was_closed();

    const Secret url_;
    const PostgresLimits limits_;
    const Stopwatch& stopwatch_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::condition_variable_any attempt_ended_;
    std::condition_variable_any
        reconnect_wait_;  // between two attempts to connect; ended early only by a stop request
    std::list<std::monostate> waiting_;  // callers that wait for a connection, oldest first
    std::size_t open_ = 0;               // in use, idle or being opened
    struct Idle {
        std::unique_ptr<PgConnection> connection;
        Stopwatch::Instant since;
    };
    std::deque<Idle> idle_;  // in the order of their return
    // Attempts to connect.
    std::size_t running_attempts_ = 0;
    std::size_t ended_attempts_ = 0;
    Stopwatch::Instant last_attempt_;                 // the begin of the last one
    std::optional<Stopwatch::Instant> last_success_;  // the begin of the last one that succeeded
    // Since when all have failed: the begin of the first of them, but not before the last success.
    std::optional<Stopwatch::Instant> lost_at_;
};

}  // namespace callboard::db
