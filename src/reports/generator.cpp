#include "reports/generator.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include "base/error.h"
#include "base/failure.h"
#include "base/id_source.h"
#include "base/periodic.h"
#include "base/random.h"
#include "reports/file_folder.h"
#include "reports/generation.h"
#include "reports/report_file_store.h"
#include "reports/report_store.h"
#include "reports/reporting.h"
#include "telemetry/labelled_counters.h"

namespace callboard::reports {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMostAttempts = 3;
constexpr auto kPatience = 1h;  // with a disk that is full, or a database that is away
constexpr std::int64_t kMostDueAtOnce = 100;

constexpr auto kSweepEvery = 10min;
constexpr int kSweepsBetweenOrphans = 6;  // the whole folder is looked through
constexpr std::int64_t kRemovedAtOnce = 500;
constexpr auto kOrphansKept = 24h;

// Not SCHED_IDLE: on a busy machine such a thread may not run for minutes, and would lose the lease of what
// it makes, or hold up others with a lock that it has. A nice batch thread does not push aside whoever
// answers a request, and still gets on.
void lower_priority() {
    constexpr int kNice = 10;
    const sched_param none{};
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    setpriority(PRIO_PROCESS, 0, kNice);  // which is this thread alone on Linux
}

// The lease of one file. It is renewed from a thread of its own, because a query may take minutes before its
// first row; the work is stopped when the lease is lost: to another server, or with the report.
class Holding {
  public:
    Holding(db::Db& db, const ReportFileId& file, std::string_view token, std::chrono::milliseconds lease,
            const std::stop_token& stop)
        : db_(db),
          file_(file),
          token_(token),
          lease_(lease),
          stop_with_all_(stop, Stop{stopper_}),
          renewal_(lease / 4, [this] { renew(); }) {}

    void tell(std::int64_t rows) { rows_ = rows; }
    bool is_lost() const { return lost_; }
    std::stop_token stop() const { return stopper_.get_token(); }

  private:
    struct Stop {
        std::stop_source& stopper;
        void operator()() const { stopper.request_stop(); }
    };

    void renew() {
        try {
            const bool is_held = db_.write(std::nullopt, [this](db::Tx& tx) {
                return store::renew(tx, file_, token_, tx.now + lease_, rows_);
            });
            if (is_held || lost_.exchange(true)) return;
            stopper_.request_stop();
        } catch (const Error&) {
            // The next time may be in time.
        }
    }

    db::Db& db_;
    const ReportFileId file_;
    const std::string_view token_;
    const std::chrono::milliseconds lease_;
    std::stop_source stopper_;
    std::atomic<std::int64_t> rows_{0};
    std::atomic<bool> lost_{false};
    std::stop_callback<Stop> stop_with_all_;
    Periodic renewal_;
};

}  // namespace

class Generator::Work {
  public:
    Work(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
         const telemetry::Log& log, GeneratorOptions options)
        : db_(db),
          large_reads_(large_reads),
          clock_(clock),
          log_(log),
          options_(std::move(options)),
          files_(metrics, "callboard_report_files_total",
                 "Report files by outcome and by who asked for them.",
                 {"outcome", {"completed", "failed", "tried_again"}}, {"schedule", {"ad_hoc", "scheduled"}}),
          rows_(metrics.counter("callboard_report_rows_total", "Rows of report files that are complete.")),
          thread_([this] { run(); }) {}

    ~Work() {
        stopper_.request_stop();
        thread_.join();
    }

    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

  private:
    enum class CameOf { completed, failed, tried_again };

    bool is_stopping() const { return stopper_.stop_requested(); }

    void run() {
        lower_priority();
        while (!is_stopping() && !take_back_what_was_held()) rest();
        while (!is_stopping()) {
            attempt("report_schedules_unknown", [this] { run_due_schedules(); });
            wake_what_has_rested();
            bool made = false;
            attempt("report_queue_unknown", [&] { made = make_next(); });
            attempt("report_files_not_swept", [this] { sweep_now_and_then(); });
            if (!made) rest();
        }
    }

    void rest() {
        std::unique_lock lock{mutex_};
        wake_.wait_for(lock, stopper_.get_token(), options_.look_every, [] { return false; });
    }

    // False when it failed: then it is tried again soon. Trouble is told once, not five times a second.
    template <class What>
    bool attempt(std::string_view what_if_not, What what) {
        try {
            what();
            in_trouble_.erase(what_if_not);
            return true;
        } catch (const std::exception&) {
            if (!is_stopping() && in_trouble_.insert(what_if_not).second)
                log_.write(telemetry::Level::warn, what_if_not, {{"reason", reason_of_current_failure()}});
            return false;
        }
    }

    // --- what is to be done

    // Whatever this server held when it was killed is nobody's now.
    bool take_back_what_was_held() {
        return attempt("report_leases_not_released", [this] {
            const std::int64_t number =
                db_.write(std::nullopt, [this](db::Tx& tx) { return store::wake_all_of(tx, options_.node); });
            if (number > 0) log_.write(telemetry::Level::info, "report_leases_released", {{"files", number}});
        });
    }

    void run_due_schedules() {
        const auto due = db_.read(std::nullopt, [](db::Snapshot& snapshot) {
            return store::due(snapshot, snapshot.now, kMostDueAtOnce);
        });
        for (const store::Due& each : due) {
            if (is_stopping()) return;
            attempt("report_schedule_not_run", [&] { run_due(each); });
        }
    }

    // A report that cannot be read would be due for ever.
    void run_due(const store::Due& due) {
        try {
            db_.write(due.company, [&](db::Tx& tx) { run_schedule(tx, due.report); });
        } catch (const Error& error) {
            if (error.kind != ErrorKind::internal) throw;
            db_.write(due.company, [&](db::Tx& tx) { store::set_next_run(tx, due.report, std::nullopt); });
            log_.write(telemetry::Level::error, "report_schedule_ended",
                       {{"report", due.report.text()}, {"reason", reason_of_current_failure()}});
        }
    }

    // By this server's own time: in the database's a rest may take for ever, when somebody has stopped the
    // clock.
    void wake_what_has_rested() {
        for (auto& [file, rest] : rests_) {
            if (!rest.is_over && stopwatch_.now() >= rest.until)
                rest.is_over = attempt("report_file_not_woken", [&] {
                    db_.write(std::nullopt, [&](db::Tx& tx) { return store::wake(tx, file, options_.node); });
                });
        }
        // What was taken by another server, or deleted, is not seen here again.
        std::erase_if(rests_, [this](const auto& each) {
            return each.second.is_over && stopwatch_.now() >= each.second.until + kPatience;
        });
    }

    // False when there was nothing.
    bool make_next() {
        if (!db_.read(std::nullopt, store::is_one_waiting)) return false;
        const std::string token = random_text(32, "0123456789abcdef");
        const auto claimed = db_.write(std::nullopt, [&](db::Tx& tx) {
            return store::claim(tx,
                                {.node = options_.node, .token = token, .until = tx.now + options_.lease});
        });
        if (!claimed) return false;
        make(*claimed, token);
        return true;
    }

    // --- making one

    // A file that this server holds the lease of.
    struct Task {
        const store::Claimed& claimed;
        const std::string& token;
        const std::filesystem::path place;  // of the bytes
        Holding& holding;

        const ReportFileId& id() const { return claimed.id; }
    };

    void make(const store::Claimed& claimed, const std::string& token) {
        Holding holding{db_, claimed.id, token, options_.lease, stopper_.get_token()};
        const Task task{claimed, token, options_.folder / bytes_name(claimed.id, token), holding};
        try {
            // A file that the server did not survive three times would be the end of it a fourth time.
            if (claimed.attempts > kMostAttempts) return fail(task, Failure::unknown, "too many attempts");
            const auto file = db_.read(claimed.company, [&](db::Snapshot& snapshot) {
                return store::find_file(snapshot, claimed.id);
            });
            if (!file) return;  // deleted
            const auto refused =
                db_.read(claimed.company, [&](db::Snapshot& snapshot) { return obstacle(snapshot, *file); });
            if (refused) return fail(task, *refused, name_of(*refused));
            complete(task, generated(task, *file));
        } catch (const Error& error) {
            settle(task, error.kind);
        } catch (const std::exception&) {
            settle(task, std::nullopt);
        }
    }

    Generated generated(const Task& task, const ReportFile& file) {
        const accounts::Actor reader{file.requestor, file.role, {}};
        Holding& holding = task.holding;
        return generate(large_reads_, task.claimed.company, file, reader, task.place, holding.stop(),
                        [&](std::int64_t rows) {
                            holding.tell(rows);
                            if (holding.stop().stop_requested()) throw timed_out();
                        });
    }

    void complete(const Task& task, const Generated& made) {
        const store::Outcome outcome{.failure = std::nullopt,
                                     .access_groups = made.access_groups,
                                     .rows = made.rows,
                                     .csv_bytes = made.csv_bytes,
                                     .excel_bytes = made.excel_bytes};
        if (!finish(task, outcome)) return;
        count(task, CameOf::completed);
        rows_.add(static_cast<std::uint64_t>(made.rows));
        log_.write(telemetry::Level::info, "report_file_completed",
                   {{"file", task.id().text()}, {"rows", made.rows}});
    }

    void fail(const Task& task, Failure failure, std::string_view reason) {
        const store::Outcome outcome{.failure = failure,
                                     .access_groups = {},
                                     .rows = 0,
                                     .csv_bytes = std::nullopt,
                                     .excel_bytes = std::nullopt};
        if (!finish(task, outcome)) return;
        count(task, CameOf::failed);
        log_.write(telemetry::Level::warn, "report_file_failed",
                   {{"file", task.id().text()}, {"reason", reason}});
    }

    // What came of it is written however long the database is away; should this server end before, the file
    // is made anew. False: it is not ours any more.
    bool finish(const Task& task, const store::Outcome& outcome) {
        while (!task.holding.is_lost()) {
            bool is_ours = false;
            const bool done = attempt("report_file_not_written", [&] {
                is_ours = db_.write(std::nullopt, [&](db::Tx& tx) {
                    return store::finish(tx, task.id(), task.token, outcome);
                });
            });
            if (done && is_ours) {
                rests_.erase(task.id());
                return true;
            }
            if (done) break;
            if (is_stopping()) return false;
            rest();
        }
        // The row may be complete all the same: a write whose answer was lost may have been done.
        return forget(task);
    }

    // It went wrong, or was stopped; the exception that tells it is being handled.
    void settle(const Task& task, std::optional<ErrorKind> kind) {
        if (task.holding.is_lost()) {
            forget(task);
            return;
        }
        // A format may have been kept before another one failed.
        attempt("report_file_not_removed", [&] { remove_bytes(task.place); });
        if (is_stopping()) return give_back(task);
        const bool is_patient = is_passing(kind) && was_asked_for_lately(task);
        if (kind == ErrorKind::internal || (!is_patient && task.claimed.attempts >= kMostAttempts))
            return fail(task, Failure::unknown, reason_of_current_failure());
        count(task, CameOf::tried_again);
        log_.write(telemetry::Level::warn, "report_file_postponed",
                   {{"file", task.id().text()}, {"reason", reason_of_current_failure()}});
        postpone(task, !is_patient);
    }

    // Trouble with the disk or the database, not with the file.
    static bool is_passing(std::optional<ErrorKind> kind) {
        return kind == ErrorKind::unavailable || kind == ErrorKind::overloaded;
    }

    bool was_asked_for_lately(const Task& task) const {
        return clock_.now() - time_of_uuid(task.id().text()) < kPatience;
    }

    void postpone(const Task& task, bool attempt_counts) {
        Rest& rest = rests_[task.id()];
        rest.length =
            rest.length == 0ms ? options_.first_rest : std::min(rest.length * 2, options_.longest_rest);
        rest.until = stopwatch_.now() + rest.length;
        rest.is_over = false;
        // If this cannot be written either, the file is ours until it is woken.
        attempt("report_file_not_written", [&] {
            db_.write(std::nullopt, [&](db::Tx& tx) {
                return store::postpone(tx, task.id(), task.token,
                                       {.until = tx.now + rest.length, .attempt_counts = attempt_counts});
            });
        });
    }

    void give_back(const Task& task) {
        try {
            db_.write(std::nullopt, [&](db::Tx& tx) { return store::give_back(tx, task.id(), task.token); });
        } catch (const Error&) {
            // This server takes it back when it starts again; another one when the lease has run out.
            log_.write(telemetry::Level::warn, "report_file_not_given_back",
                       {{"file", task.id().text()}, {"reason", reason_of_current_failure()}});
        }
    }

    // Of a file that is not ours any more. True: because it is complete, by us.
    bool forget(const Task& task) {
        rests_.erase(task.id());
        bool is_complete = false;
        attempt("report_file_not_removed",
                [&] { is_complete = remove_unless_known(db_, task.claimed.company, task.id(), task.place); });
        return is_complete;
    }

    void count(const Task& task, CameOf what) {
        files_.add(static_cast<std::size_t>(what), static_cast<std::size_t>(task.claimed.schedule_type));
    }

    // --- what is not kept any longer

    void sweep_now_and_then() {
        const Timestamp now = clock_.now();
        if (now < sweep_at_) return;
        sweep_at_ = now + kSweepEvery;
        remove_old();
        if (sweeps_++ % kSweepsBetweenOrphans == 0) remove_orphans();
    }

    void remove_old() {
        std::size_t removed = 0;
        do {
            const auto old = db_.write(std::nullopt, [this](db::Tx& tx) {
                return store::remove_older(tx, tx.now - options_.kept, kRemovedAtOnce);
            });
            remove_files(options_.folder, old);
            removed = old.size();
        } while (removed == kRemovedAtOnce && !is_stopping());
    }

    // Bytes of which the database knows nothing, or that are not the ones it names: somebody was killed
    // between two steps.
    void remove_orphans() {
        const std::string first_to_stay = first_uuid_of(clock_.now() - kOrphansKept);
        for (const FoundFile& found : files_in(options_.folder)) {
            if (is_stopping()) return;
            if (found.file.text() >= first_to_stay) continue;
            const auto known = db_.read(std::nullopt, [&](db::Snapshot& snapshot) {
                return store::known_bytes(snapshot, found.file);
            });
            if (known && is_wanted(found, *known)) continue;
            std::error_code error;
            std::filesystem::remove(found.path, error);
            if (error)
                log_.write(telemetry::Level::warn, "report_file_not_removed",
                           {{"file", found.file.text()}, {"reason", error.message()}});
        }
    }

    // What is whole may be about to be told of.
    static bool is_wanted(const FoundFile& found, const store::KnownBytes& known) {
        if (known.status == FileStatus::running) return true;
        return !found.is_part && known.bytes_name == found.bytes_name;
    }

    db::Db& db_;
    db::Db& large_reads_;
    const Clock& clock_;
    const telemetry::Log& log_;
    const GeneratorOptions options_;
    telemetry::LabelledCounters files_;
    telemetry::Counter& rows_;

    struct Rest {
        std::chrono::milliseconds length{0};
        Stopwatch::Instant until;
        bool is_over = false;  // it may be taken again
    };

    const SystemStopwatch stopwatch_;
    std::map<ReportFileId, Rest> rests_;     // of what failed here and is to be tried again
    std::set<std::string_view> in_trouble_;  // what failed the last time
    Timestamp sweep_at_;
    std::int64_t sweeps_ = 0;

    std::stop_source stopper_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::thread thread_;
};

Generator::Generator(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
                     const telemetry::Log& log, GeneratorOptions options)
    : work_(std::make_unique<Work>(db, large_reads, clock, metrics, log, std::move(options))) {}

Generator::~Generator() = default;

}  // namespace callboard::reports
