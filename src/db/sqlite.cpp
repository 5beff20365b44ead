#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/periodic.h"
#include "db/engines.h"
#include "db/group_commit.h"
#include "db/light_reads.h"
#include "db/sqlite_connection.h"
#include "db/sqlite_readers.h"
#include "db/sqlite_sizes.h"
#include "db/store_meter.h"
#include "db/total_recounts.h"

namespace callboard::db {
namespace {

using namespace std::chrono_literals;

constexpr int kPageSize = 4096;
constexpr int kLogPagesBeforeRestart = 16 * 1024 * 1024 / kPageSize;
constexpr int kLogPagesBeforeNextTry = 4 * 1024 * 1024 / kPageSize;

// Makes a connection check the stop token. Most reads have no token, and then this costs nothing.
class StopTokenScope {
  public:
    StopTokenScope(SqliteConnection& connection, const std::stop_token& stop)
        : connection_(stop.stop_possible() ? &connection : nullptr) {
        if (connection_) connection_->set_stop_token(&stop);
    }
    ~StopTokenScope() {
        if (connection_) connection_->set_stop_token(nullptr);
    }
    StopTokenScope(const StopTokenScope&) = delete;
    StopTokenScope& operator=(const StopTokenScope&) = delete;

  private:
    SqliteConnection* connection_;
};

class SqliteDb final : public Db {
  public:
    SqliteDb(const std::string& path, const Environment& environment, const SqliteSizes& sizes)
        : environment_(environment),
          meter_(environment.metrics),
          slow_reads_(environment.metrics.counter(
              "callboard_store_slow_reads_total",
              "Reads of SQLite that ran on the pool because others had to wait for the disk.")),
          light_reads_(environment.stopwatch),
          readers_(path, sizes, environment.stopwatch),
          writer_connection_(path, SqliteConnection::Role::writer, sizes),
          maintenance_connection_(path, SqliteConnection::Role::writer, sizes),
          recounts_(*this, shared_),
          writer_(writer_connection_, environment.clock, environment.stopwatch, shared_, meter_,
                  {.committed = [this] { readers_.committed(); },
                   .between_groups = [this] { restart_long_log(); }}),
          maintenance_(200ms, [this] { run_maintenance(); }) {
        environment.metrics.gauge("callboard_store_queue", "Writes that wait for the writer.",
                                  [this] { return static_cast<double>(writer_.waiting()); });
    }

    bool reads_at_once() const override { return !light_reads_.are_slow(); }

    void start(ReadWork& work, Weight weight) override {
        if (weight == Weight::light) return start_light(work);
        if (!environment_.workers.accept([this, &work] { run(work); })) {
            work.done(std::make_exception_ptr(overloaded("too many heavy reads wait")));
        }
    }

    void start(WriteWork& work) override { writer_.add(work); }

  protected:
    void run(ReadWork& work) override { work.done(run_without_done(work)); }

    void run(WriteWork& work) override {
        struct Waiting final : WriteWork {
            explicit Waiting(WriteWork& waited_for) : WriteWork(waited_for.company), inner(waited_for) {
                stop = waited_for.stop;
            }
            void run(Tx& tx) override { inner.run(tx); }
            void done(std::exception_ptr failure) noexcept override {
                inner.done(std::move(failure));
                const std::lock_guard lock{mutex};
                finished = true;
                wake.notify_one();  // under the lock: the woken thread destroys this object
            }
            WriteWork& inner;
            std::mutex mutex;
            std::condition_variable wake;
            bool finished = false;
        } waiting{work};
        writer_.add(waiting);
        std::unique_lock lock{waiting.mutex};
        waiting.wake.wait(lock, [&] { return waiting.finished; });
    }

  private:
    void start_light(ReadWork& work) {
        const LightReads::Place place = light_reads_.next();
        if (place == LightReads::Place::pool && environment_.workers.accept([this, &work] { run(work); }))
            return slow_reads_.add(1);
        std::exception_ptr failure;
        {
            const LightReads::Measurement measurement{light_reads_, place};
            failure = run_without_done(work);
        }
        work.done(std::move(failure));
    }

    std::exception_ptr run_without_done(ReadWork& work) {
        try {
            SqliteReaders::Lease lease = readers_.take();
            const StopTokenScope stop_scope{lease.connection(), work.stop};
            Snapshot snapshot{lease.connection(), environment_.clock.now(), work.company, shared_, work.stop};
            work.run(snapshot);
        } catch (...) {
            return std::current_exception();
        }
        return nullptr;
    }

    // Passive checkpoints cannot reset the WAL while commits keep coming. So the writer does it from time to
    // time between two groups, which takes some milliseconds but keeps the WAL small.
    void restart_long_log() {
        const int pages = writer_connection_.log_pages();
        if (pages < restart_log_at_) return;
        or_log([&] {
            const SqliteReaders::SnapshotsReleased released{readers_};
            // If a long read blocks the reset, the next attempt comes only after 4 MB more.
            const bool restarted = writer_connection_.checkpoint_and_restart_log();
            restart_log_at_ = restarted ? kLogPagesBeforeRestart : pages + kLogPagesBeforeNextTry;
        });
    }

    void run_maintenance() {
        or_log([this] {
            readers_.release_snapshots();
            maintenance_connection_.checkpoint_passive();
        });
    }

    // A failed checkpoint only makes the WAL longer, and the next one follows soon.
    void or_log(FunctionRef<void()> checkpoint) const {
        try {
            checkpoint();
        } catch (const Error& error) {
            environment_.log.write(telemetry::Level::error, "checkpoint_failed", {{"reason", error.detail}});
        }
    }

    const Environment environment_;
    StoreMeter meter_;
    telemetry::Counter& slow_reads_;
    LightReads light_reads_;
    SqliteReaders readers_;
    SqliteConnection writer_connection_;
    SqliteConnection maintenance_connection_;
    int restart_log_at_ = kLogPagesBeforeRestart;  // used by the writer's thread only
    TotalRecounts recounts_;
    GroupCommit writer_;
    Periodic maintenance_;
};

}  // namespace

std::unique_ptr<Db> open_sqlite(const std::filesystem::path& file, const Environment& environment) {
    return open_sqlite(file, environment, SqliteSizes{});
}

std::unique_ptr<Db> open_sqlite(const std::filesystem::path& file, const Environment& environment,
                                const SqliteSizes& sizes) {
    return std::make_unique<SqliteDb>(file.string(), environment, sizes);
}

}  // namespace callboard::db
