#include "db/postgres_pool.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.h"

namespace callboard::db {

std::unique_ptr<PgConnection> PostgresPool::take(const std::stop_token& stop) {
    if (auto idle = take_idle(stop)) return idle;
    try {
        return connect(stop);
    } catch (...) {
        was_closed();
        throw;
    }
}

// Null: the caller must open a connection, which is already counted.
std::unique_ptr<PgConnection> PostgresPool::take_idle(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    if (!waiting_.empty() || !is_one_free()) wait_in_queue(lock, stop);
    if (idle_.empty()) {
        ++open_;
        return nullptr;
    }
    auto connection = std::move(idle_.back().connection);
    idle_.pop_back();
    return connection;
}

void PostgresPool::wait_in_queue(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    const auto place = waiting_.emplace(waiting_.end());
    const bool has_one = changed_.wait_for(lock, stop, limits_.wait_for_connection,
                                           [&] { return place == waiting_.begin() && is_one_free(); });
    waiting_.erase(place);
    changed_.notify_all();  // another waiter may now be the first
    if (has_one) return;
    if (stop.stop_requested()) throw timed_out();
    throw overloaded("all connections to the database are in use");
}

std::unique_ptr<PgConnection> PostgresPool::connect(const std::stop_token& stop) {
    for (;;) {
        const auto began = begin_attempt(stop);
        try {
            return attempt(began);
        } catch (const Error&) {
            if (!waits_for_server(began, stop)) throw;
        }
    }
}

std::unique_ptr<PgConnection> PostgresPool::attempt(Stopwatch::Instant began) {
    const struct Running {
        ~Running() {
            {
                const std::lock_guard lock{pool.mutex_};
                --pool.running_attempts_;
                ++pool.ended_attempts_;
            }
            pool.attempt_ended_.notify_all();
        }
        PostgresPool& pool;
    } running{*this};
    auto connection = std::make_unique<PgConnection>(url_, limits_.role, limits_.statement_timeout,
                                                     limits_.longest_silence);
    const std::lock_guard lock{mutex_};
    last_success_ = std::max(began, last_success_.value_or(began));
    lost_at_.reset();
    return connection;
}

// Waits for the attempt of another caller first if the server is lost for long. Returns the time.
Stopwatch::Instant PostgresPool::begin_attempt(const std::stop_token& stop) {
    std::unique_lock lock{mutex_};
    const auto now = stopwatch_.now();
    if (is_given_up(now)) wait_for_attempt(lock, now, stop);
    last_attempt_ = now;
    ++running_attempts_;
    return now;
}

// An attempt may last for seconds if the machine of the server does not respond. Callers do not wait for so
// long, all of them: they fail if that of another one does, or has begun a while ago; but they try themselves
// once a second, because an old attempt may not notice that the server is back.
void PostgresPool::wait_for_attempt(std::unique_lock<std::mutex>& lock, Stopwatch::Instant now,
                                    const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kLongestWait{250};
    constexpr std::chrono::milliseconds kAttemptInterval{1'000};
    const auto age = now - last_attempt_;
    if (running_attempts_ == 0 || age >= kAttemptInterval) return;
    if (age < kLongestWait) {
        attempt_ended_.wait_for(lock, stop, kLongestWait - age,
                                [this, before = ended_attempts_] { return ended_attempts_ != before; });
        if (stop.stop_requested()) throw timed_out();
    }
    if (lost_at_) throw unavailable("PostgreSQL cannot be reached; another request tries to connect");
}

// An address that never worked is not retried. A restart of the server is waited for, so that callers do not
// notice it, but only for a limited time since the first attempt that failed began.
bool PostgresPool::waits_for_server(Stopwatch::Instant began, const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kReconnectDelay{50};
    std::unique_lock lock{mutex_};
    if (!last_success_) return false;
    if (!lost_at_) lost_at_ = std::max(began, *last_success_);
    if (is_given_up(stopwatch_.now())) return false;
    reconnect_wait_.wait_for(lock, stop, kReconnectDelay, [] { return false; });
    if (stop.stop_requested()) throw timed_out();
    return true;
}

void PostgresPool::give_back(std::unique_ptr<PgConnection> connection) {
    if (connection->broken()) return discard(std::move(connection));
    std::vector<std::unique_ptr<PgConnection>> unneeded;
    {
        const std::lock_guard lock{mutex_};
        const auto now = stopwatch_.now();
        idle_.push_back({std::move(connection), now});
        unneeded = take_unneeded(now);
    }
    changed_.notify_all();
}

// The caller closes them, after it has released the lock.
std::vector<std::unique_ptr<PgConnection>> PostgresPool::take_unneeded(Stopwatch::Instant now) {
    std::vector<std::unique_ptr<PgConnection>> unneeded;
    while (now - idle_.front().since >= limits_.longest_idle) {
        unneeded.push_back(std::move(idle_.front().connection));
        idle_.pop_front();
        --open_;
    }
    return unneeded;
}

void PostgresPool::discard(std::unique_ptr<PgConnection> connection) {
    std::deque<Idle> others;
    if (connection->broken()) {
        // If one connection broke, by a restart of the server, or leads to a server that accepts no writes,
        // so do the idle ones.
        const std::lock_guard lock{mutex_};
        others.swap(idle_);
        open_ -= others.size();
    }
    connection.reset();
    was_closed();
}

void PostgresPool::was_closed() {
    {
        const std::lock_guard lock{mutex_};
        --open_;
    }
    changed_.notify_all();
}

}  // namespace callboard::db
