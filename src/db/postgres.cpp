#include <chrono>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "db/engines.h"
#include "db/postgres_connection.h"
#include "db/store_meter.h"

namespace callboard::db {
namespace {

constexpr int kMostAttempts = 8;

// Two that met in a deadlock would meet again if both came back at once.
void back_off(int attempts) {
    std::this_thread::sleep_for(std::chrono::milliseconds{random_below(std::uint64_t{2} << attempts)});
}

// Connections that nobody uses now.
class PgPool {
  public:
    explicit PgPool(const Secret& url) : url_(url) {}

    std::unique_ptr<PgConnection> take() {
        {
            const std::lock_guard lock{mutex_};
            if (!idle_.empty()) {
                auto connection = std::move(idle_.back());
                idle_.pop_back();
                return connection;
            }
        }
        return std::make_unique<PgConnection>(url_);
    }

    void give_back(std::unique_ptr<PgConnection> connection) {
        const std::lock_guard lock{mutex_};
        if (connection->broken()) {
            idle_.clear();  // what broke one, a restart of the server, has broken the others too
        } else {
            idle_.push_back(std::move(connection));
        }
    }

  private:
    const Secret url_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<PgConnection>> idle_;
};

class PgDb final : public Db {
  public:
    PgDb(const Secret& url, const Environment& environment)
        : environment_(environment), meter_(environment.metrics), pool_(url) {
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
            } catch (const TryAgain&) {
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
        auto connection = pool_.take();
        const auto canceller = connection->canceller();
        try {
            const std::stop_callback cancel{work.stop, [&] { cancel_later(canceller); }};
            if (work.stop.stop_requested()) throw timed_out();
            canceller->work_begins();
            transact(*connection, work);
            canceller->work_ends();
        } catch (...) {
            canceller->work_ends();
            connection->roll_back();
            pool_.give_back(std::move(connection));
            throw;
        }
        pool_.give_back(std::move(connection));
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
        } catch (const TryAgain& failure) {
            // Lost while the commit was on its way, the work may be kept or not. Run again, it might be done
            // twice; so its author hears that nothing is certain.
            if (failure.undone) throw;
            throw unavailable("the outcome of a commit is unknown: " + failure.detail);
        }
        meter_.committed(1, environment_.stopwatch.now() - began);
        shared_.announcer.tell(connection.announcements);
    }

    // Asking takes a connection of its own, too long for the event loop that gives up on a request.
    void cancel_later(const std::shared_ptr<PgConnection::Canceller>& canceller) {
        if (!cancellers_.accept([canceller] { canceller->cancel(); })) {
            environment_.log.write(telemetry::Level::warn, "cancel_skipped",
                                   {{"reason", "too many at once"}});
        }
    }

    const Environment environment_;
    StoreMeter meter_;
    PgPool pool_;
    Workers cancellers_{1, 1000};
};

}  // namespace

std::unique_ptr<Db> open_postgres(const Secret& url, const Environment& environment) {
    return std::make_unique<PgDb>(url, environment);
}

}  // namespace callboard::db
