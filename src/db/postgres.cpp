#include <chrono>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "db/engines.h"
#include "db/postgres_connection.h"
#include "db/postgres_limits.h"
#include "db/postgres_pool.h"
#include "db/store_meter.h"
#include "db/total_recounts.h"

namespace callboard::db {
namespace {

constexpr int kMostAttempts = 8;

// Random backoff: two transactions that were in a deadlock would otherwise collide again.
void back_off(int attempts) {
    std::this_thread::sleep_for(std::chrono::milliseconds{random_below(std::uint64_t{2} << attempts)});
}

class PgDb final : public Db {
  public:
    PgDb(const Secret& url, const Environment& environment, const PostgresLimits& limits)
        : environment_(environment), meter_(environment.metrics), pool_(url, limits, environment.stopwatch) {
        environment.metrics.gauge(
            "callboard_store_queue", "Requests that wait for a database connection.",
            [&workers = environment.workers] { return static_cast<double>(workers.waiting()); });
    }

    bool reads_at_once() const override { return false; }

    void start(ReadWork& work, Weight) override { hand_over(work); }
    void start(WriteWork& work) override { hand_over(work); }

  protected:
    void run(ReadWork& work) override { attempt_until_done(work); }
    void run(WriteWork& work) override { attempt_until_done(work); }

  private:
    template <class Access>
    void hand_over(Work<Access>& work) {
        if (!environment_.workers.accept([this, &work] { attempt_until_done(work); })) {
            work.done(std::make_exception_ptr(overloaded("too many requests wait for the database")));
        }
    }

    template <class Access>
    void attempt_until_done(Work<Access>& work) {
        std::exception_ptr failure;
        for (int attempts = 1;; ++attempts) {
            try {
                attempt(work);
                failure = nullptr;
                break;
            } catch (const RetryableError&) {
                failure = std::current_exception();
                if (attempts == kMostAttempts) break;
                back_off(attempts);
            } catch (...) {
                failure = std::current_exception();
                break;
            }
        }
        work.done(std::move(failure));
    }

    template <class Access>
    void attempt(Work<Access>& work) {
        auto connection = pool_.take(work.stop);
        const auto canceller = connection->canceller();
        const auto number = canceller->work_begins();
        try {
            const std::stop_callback cancel{work.stop, [&] { cancel_later(canceller, number); }};
            if (work.stop.stop_requested()) throw timed_out();
            transact(*connection, work);
        } catch (...) {
            const bool is_usable = canceller->work_ends() && connection->roll_back();
            return_connection(std::move(connection), is_usable);
            throw;
        }
        const bool is_usable = canceller->work_ends();
        return_connection(std::move(connection), is_usable);
    }

    void return_connection(std::unique_ptr<PgConnection> connection, bool is_usable) {
        if (is_usable) {
            pool_.give_back(std::move(connection));
        } else {
            pool_.discard(std::move(connection));
        }
    }

    void transact(PgConnection& connection, ReadWork& work) {
        connection.begin(PgConnection::Mode::read);
        Snapshot snapshot{connection, environment_.clock.now(), work.company, shared_, work.stop};
        work.run(snapshot);
        connection.end_read();
    }

    void transact(PgConnection& connection, WriteWork& work) {
        const auto began = environment_.stopwatch.now();
        connection.begin(PgConnection::Mode::write);
        connection.announcements.clear();
        Tx tx{connection, environment_.clock.now(), work.company, shared_};
        work.run(tx);
        try {
            connection.commit();
        } catch (const RetryableError& failure) {
            // The connection broke during COMMIT, so the outcome is unknown. A retry could apply the work
            // twice; an error is reported instead.
            if (failure.rolled_back) throw;
            throw unavailable("the outcome of a commit is unknown: " + failure.detail);
        }
        meter_.committed(1, environment_.stopwatch.now() - began);
        shared_.announcer.notify(connection.announcements);
    }

    // Cancelling opens another connection, which would block the event loop that requests it.
    void cancel_later(const std::shared_ptr<PgConnection::Canceller>& canceller,
                      PgConnection::Canceller::Number work) {
        if (!cancellers_.accept([canceller, work] { canceller->cancel(work); })) {
            environment_.log.write(telemetry::Level::warn, "cancel_skipped",
                                   {{"reason", "too many at once"}});
        }
    }

    const Environment environment_;
    StoreMeter meter_;
    PostgresPool pool_;
    Workers cancellers_{1, 1000};
    TotalRecounts recounts_{*this, shared_};
};

}  // namespace

std::unique_ptr<Db> open_postgres(const Secret& url, const Environment& environment) {
    return open_postgres(url, environment, PostgresLimits{});
}

std::unique_ptr<Db> open_postgres(const Secret& url, const Environment& environment,
                                  const PostgresLimits& limits) {
    return std::make_unique<PgDb>(url, environment, limits);
}

}  // namespace callboard::db
