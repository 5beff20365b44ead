// A thread that processes a queue, one row at a time. Several servers share a queue by leases; unfinished
// rows are restarted, three times at most.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "work/failure_log.h"
#include "work/lease.h"
#include "work/lease_renewal.h"
#include "work/queue_store.h"

namespace callboard::work {

class Worker;

// A claimed row. Its lease is renewed for the lifetime of the object.
class Run {
  public:
    const RowId& id() const { return claimed_.id; }
    const CompanyId& company() const { return claimed_.company; }
    std::string_view kind() const { return claimed_.kind; }
    std::string_view token() const { return lease_.token; }

    // Requested when the lease is lost, and at shutdown.
    std::stop_token stop() const { return stopper_.get_token(); }
    void set_progress(std::int64_t progress) { renewal_.set_progress(progress); }

    // Another node has claimed it, or it was deleted or finished.
    bool is_lost() const { return lost_ || renewal_.is_lost(); }

    // Runs `write`, which returns whether the row still has the token; retries while the database is
    // unavailable. Returns false if the lease is lost; or at shutdown and if the write always fails, after
    // which the row is restarted.
    bool finish(const std::function<bool(db::Tx&)>& write);

  private:
    friend class Worker;
    struct Stop {
        std::stop_source& stopper;
        void operator()() const { stopper.request_stop(); }
    };

    Run(Worker& worker, const Claimed& claimed, const Lease& lease);

    Worker& worker_;
    const Claimed claimed_;
    const Lease lease_;
    bool lost_ = false;  // found by finish()
    std::stop_source stopper_;
    const std::stop_callback<Stop> stop_with_worker_;
    LeaseRenewal renewal_;
};

// The processing of one kind of rows. All functions are called on the worker thread.
class Handler {
  public:
    virtual ~Handler() = default;

    // Does the work and finishes the run. After an exception it is retried later, except for an internal
    // error or the third failure. Transient errors (disk, database) do not count as failures for an hour.
    virtual void run(Run& run) = 0;
    // It is not retried: finishes the run as failed. Must not throw, like all functions below.
    virtual void fail(Run& run, std::string_view reason) = 0;
    // It is retried later.
    virtual void note_retry(const Run& run, std::string_view reason) = 0;
    // After an exception of run(): removes what it left outside of the database.
    virtual void clean_up(const Run& run) = 0;
    // Periodic maintenance.
    virtual void maintain(const std::stop_token& stop) = 0;
};

struct WorkerOptions {
    std::string node;  // the name of this server
    std::chrono::milliseconds lease_duration;
    std::chrono::milliseconds poll_interval;
    std::vector<std::chrono::milliseconds> retry_delays;  // of the same row; the last one repeats
};

class Worker {
  public:
    Worker(db::Db& db, const Clock& clock, const telemetry::Log& log, const Queue& queue, Handler& handler,
           WorkerOptions options);
    ~Worker();  // stops the run, releases its row, and waits for the thread

    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

  private:
    friend class Run;

    // A row that failed on this server and is retried.
    struct Retry {
        std::size_t failures = 0;
        Stopwatch::Instant until;
        bool is_due = false;  // it was made due
    };

    bool is_stopping() const { return stopper_.stop_requested(); }
    void run();
    void pause();
    bool take_back_leases();
    void make_retries_due();
    bool work_on_next();  // false if the queue was empty
    void work_on(Run& run);
    void settle(Run& run, std::optional<ErrorKind> kind);
    void retry_later(const Run& run, bool attempt_counts);
    void release(const Run& run);

    db::Db& db_;
    const Clock& clock_;
    const telemetry::Log& log_;
    const Queue& queue_;
    Handler& handler_;
    const WorkerOptions options_;

    const SystemStopwatch stopwatch_;
    FailureLog failures_;
    std::map<RowId, Retry> retries_;
    std::optional<CompanyId> last_company_;

    std::stop_source stopper_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::thread thread_;
};

}  // namespace callboard::work
