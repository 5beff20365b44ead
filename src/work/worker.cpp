#include "work/worker.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "base/failure.h"
#include "base/id_source.h"
#include "base/random.h"
#include "base/thread_priority.h"
#include "work/retry_schedule.h"

namespace callboard::work {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMaxAttempts = 3;
constexpr auto kTransientTimeout = 1h;  // for a full disk, or an unavailable database

WorkerOptions checked(WorkerOptions options) {
    if (options.retry_delays.empty()) throw std::invalid_argument("a worker needs at least one retry delay");
    return options;
}

// A problem of the disk or the database, not of the row.
bool is_transient(std::optional<ErrorKind> kind) {
    return kind == ErrorKind::unavailable || kind == ErrorKind::overloaded;
}

}  // namespace

Run::Run(Worker& worker, const Claimed& claimed, const Lease& lease)
    : worker_(worker),
      claimed_(claimed),
      lease_(lease),
      stop_with_worker_(worker.stopper_.get_token(), Stop{stopper_}),
      renewal_(worker.db_, worker.log_, worker.queue_, claimed.id, lease, Stop{stopper_}) {}

bool Run::finish(const std::function<bool(db::Tx&)>& write) {
    for (int permanent_failures = 0; !is_lost() && permanent_failures < kMaxAttempts;) {
        bool is_ours = false;
        const bool is_written = worker_.failures_.attempt("work_outcome_not_written", id().text(), [&] {
            try {
                is_ours = worker_.db_.write(std::nullopt, [&](db::Tx& tx) { return write(tx); });
            } catch (const std::exception&) {
                if (current_failure_is_permanent()) ++permanent_failures;
                throw;
            }
        });
        lost_ = is_written && !is_ours;
        if (is_written || worker_.is_stopping()) return is_ours;
        worker_.pause();
    }
    return false;
}

Worker::Worker(db::Db& db, const Clock& clock, const telemetry::Log& log, const Queue& queue,
               Handler& handler, WorkerOptions options)
    : db_(db),
      clock_(clock),
      log_(log),
      queue_(queue),
      handler_(handler),
      options_(checked(std::move(options))),
      failures_(log, queue.name()),
      thread_([this] { run(); }) {}

Worker::~Worker() {
    stopper_.request_stop();
    thread_.join();
}

void Worker::run() {
    lower_thread_priority();
    while (!is_stopping() && !take_back_leases()) pause();
    while (!is_stopping()) {
        handler_.maintain(stopper_.get_token());
        make_retries_due();
        bool worked = false;
        failures_.attempt("work_not_claimed", [&] { worked = work_on_next(); });
        if (!worked) pause();
    }
}

void Worker::pause() {
    std::unique_lock lock{mutex_};
    wake_.wait_for(lock, stopper_.get_token(), options_.poll_interval, [] { return false; });
}

// Makes the rows due that this server held when it was killed.
bool Worker::take_back_leases() {
    return failures_.attempt("work_leases_not_released", [this] {
        const std::int64_t rows =
            db_.write(std::nullopt, [this](db::Tx& tx) { return queue_.make_all_due(tx, options_.node); });
        if (rows > 0)
            log_.write(telemetry::Level::info, "work_leases_released",
                       {{"queue", queue_.name()}, {"rows", rows}});
    });
}

// Uses monotonic time: by the database time a delay may never end, because a sandbox clock can be stopped.
void Worker::make_retries_due() {
    const Stopwatch::Instant now = stopwatch_.now();
    for (auto& [id, retry] : retries_) {
        if (retry.is_due || now < retry.until) continue;
        retry.is_due = failures_.attempt("work_retry_not_begun", [&] {
            db_.write(std::nullopt, [&](db::Tx& tx) { return queue_.make_due(tx, id, options_.node); });
        });
    }
    // Rows that were claimed by another server or deleted are not removed otherwise.
    std::erase_if(retries_, [&](const auto& each) {
        return each.second.is_due && now >= each.second.until + kTransientTimeout;
    });
}

bool Worker::work_on_next() {
    if (!db_.read(std::nullopt, [this](db::Snapshot& snapshot) { return queue_.has_due(snapshot); }))
        return false;
    const std::string token = random_text(32, "0123456789abcdef");
    const Lease lease{.node = options_.node, .token = token, .duration = options_.lease_duration};
    const auto claimed =
        db_.write(std::nullopt, [&](db::Tx& tx) { return queue_.claim(tx, lease, last_company_); });
    if (!claimed) return false;
    last_company_ = claimed->company;
    Run run{*this, *claimed, lease};
    work_on(run);
    return true;
}

void Worker::work_on(Run& run) {
    try {
        if (is_stopping()) return release(run);
        if (run.claimed_.attempts > kMaxAttempts) {
            // The server crashed during every attempt so far.
            handler_.fail(run, "too many attempts");
        } else {
            handler_.run(run);
        }
        retries_.erase(run.id());
    } catch (const Error& error) {
        settle(run, error.kind);
    } catch (const std::exception&) {
        settle(run, std::nullopt);
    }
}

// The run failed, or was stopped; its exception is being handled.
void Worker::settle(Run& run, std::optional<ErrorKind> kind) {
    handler_.clean_up(run);
    if (run.is_lost()) {
        retries_.erase(run.id());
        return;
    }
    if (is_stopping()) return release(run);
    const bool is_young = clock_.now() - time_of_uuid(run.id().text()) < kTransientTimeout;
    const bool attempt_counts = !(is_transient(kind) && is_young);
    const std::string reason = reason_of_current_failure();
    if (kind == ErrorKind::internal || (attempt_counts && run.claimed_.attempts >= kMaxAttempts)) {
        handler_.fail(run, reason);
        retries_.erase(run.id());
        return;
    }
    handler_.note_retry(run, reason);
    retry_later(run, attempt_counts);
}

void Worker::retry_later(const Run& run, bool attempt_counts) {
    Retry& retry = retries_[run.id()];
    const std::size_t step = std::min(retry.failures++, options_.retry_delays.size() - 1);
    const auto delay =
        retry_delay(options_.retry_delays, static_cast<std::int64_t>(step), random_jitter()).value();
    retry.until = stopwatch_.now() + delay;
    retry.is_due = false;
    // If this write fails, too, the row stays leased until make_retries_due().
    failures_.attempt("work_outcome_not_written", run.id().text(), [&] {
        db_.write(std::nullopt, [&](db::Tx& tx) {
            return queue_.retry_later(tx, run.id(), run.token(),
                                      {.until = tx.now + delay, .attempt_counts = attempt_counts});
        });
    });
}

void Worker::release(const Run& run) {
    // If this fails, this server reclaims the row after a restart, and others when the lease has expired.
    failures_.attempt("work_not_released", run.id().text(), [&] {
        db_.write(std::nullopt, [&](db::Tx& tx) { return queue_.release(tx, run.id(), run.token()); });
    });
}

}  // namespace callboard::work
