#include "reports/generator.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

#include "base/error.h"
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
constexpr auto kRestAfterFailure = 5s;
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

// Of the exception that is being handled; what only the log may know of it, if there is such.
std::string reason() {
    try {
        throw;
    } catch (const Error& error) {
        return error.detail.empty() ? error.what() : error.detail;
    } catch (const std::exception& failure) {
        return failure.what();
    }
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
            bool made = false;
            attempt("report_queue_unknown", [&] { made = make_next(); });
            attempt("report_files_not_swept", [this] { sweep_now_and_then(); });
            ++looks_;
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
                log_.write(telemetry::Level::warn, what_if_not, {{"reason", reason()}});
            return false;
        }
    }

    // --- what is to be done

    // Whatever this server held when it was killed is nobody's now.
    bool take_back_what_was_held() {
        return attempt("report_leases_not_released", [this] {
            const std::int64_t number = db_.write(
                std::nullopt, [this](db::Tx& tx) { return store::give_back_all_of(tx, options_.node); });
            if (number > 0) log_.write(telemetry::Level::info, "report_leases_released", {{"files", number}});
        });
    }

    void run_due_schedules() {
        const auto due = db_.read(std::nullopt, [](db::Snapshot& snapshot) {
            return store::due(snapshot, snapshot.now, kMostDueAtOnce);
        });
        for (const store::Due& each : due) {
            if (is_stopping()) return;
            db_.write(each.company, [&](db::Tx& tx) { run_schedule(tx, each.report); });
        }
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

    void make(const store::Claimed& claimed, const std::string& token) {
        const ReportFile& file = claimed.file;
        Holding holding{db_, file.id, token, options_.lease, stopper_.get_token()};
        try {
            // A file that the server did not survive three times would be the end of it a fourth time.
            if (file.attempts > kMostAttempts)
                return fail(file, token, holding, Failure::unknown, "too many attempts");
            const auto refused =
                db_.read(claimed.company, [&](db::Snapshot& snapshot) { return obstacle(snapshot, file); });
            if (refused) return fail(file, token, holding, *refused, name_of(*refused));
            complete(file, token, holding, generated(claimed, holding));
        } catch (const Error& error) {
            settle(file, token, holding, error.kind == ErrorKind::internal);
        } catch (const std::exception&) {
            settle(file, token, holding, false);
        }
    }

    Generated generated(const store::Claimed& claimed, Holding& holding) {
        const accounts::Actor reader{claimed.file.requestor, claimed.file.role, {}};
        return generate(large_reads_, claimed.company, claimed.file, reader, options_.folder, holding.stop(),
                        [&](std::int64_t rows) {
                            holding.tell(rows);
                            if (holding.stop().stop_requested()) throw timed_out();
                        });
    }

    void complete(const ReportFile& file, const std::string& token, const Holding& holding,
                  const Generated& made) {
        const store::Outcome outcome{.failure = std::nullopt,
                                     .access_groups = made.access_groups,
                                     .rows = made.rows,
                                     .csv_bytes = made.csv_bytes,
                                     .excel_bytes = made.excel_bytes};
        if (!finish(file, token, holding, outcome)) return;
        count(file, CameOf::completed);
        rows_.add(static_cast<std::uint64_t>(made.rows));
        log_.write(telemetry::Level::info, "report_file_completed",
                   {{"file", file.id.text()}, {"rows", made.rows}});
    }

    void fail(const ReportFile& file, const std::string& token, const Holding& holding, Failure failure,
              std::string_view reason) {
        const store::Outcome outcome{.failure = failure,
                                     .access_groups = {},
                                     .rows = 0,
                                     .csv_bytes = std::nullopt,
                                     .excel_bytes = std::nullopt};
        if (!finish(file, token, holding, outcome)) return;
        count(file, CameOf::failed);
        log_.write(telemetry::Level::warn, "report_file_failed",
                   {{"file", file.id.text()}, {"reason", reason}});
    }

    // What came of it is written however long the database is away; should this server end before, the file
    // is made anew. False: it is not ours any more.
    bool finish(const ReportFile& file, const std::string& token, const Holding& holding,
                const store::Outcome& outcome) {
        while (!holding.is_lost()) {
            bool is_ours = false;
            const bool done = attempt("report_file_not_written", [&] {
                is_ours = db_.write(std::nullopt,
                                    [&](db::Tx& tx) { return store::finish(tx, file.id, token, outcome); });
            });
            if (done && is_ours) return true;
            if (done) break;
            if (is_stopping()) return false;
            rest();
        }
        forget_if_deleted(file);
        return false;
    }

    // It went wrong, or was stopped; the exception that tells it is being handled.
    void settle(const ReportFile& file, const std::string& token, const Holding& holding, bool is_hopeless) {
        if (holding.is_lost()) return forget_if_deleted(file);
        if (is_stopping()) return give_back(file, token);
        if (is_hopeless || file.attempts >= kMostAttempts)
            return fail(file, token, holding, Failure::unknown, reason());
        count(file, CameOf::tried_again);
        log_.write(telemetry::Level::warn, "report_file_postponed",
                   {{"file", file.id.text()}, {"reason", reason()}});
        attempt("report_file_not_written", [&] {
            db_.write(std::nullopt, [&](db::Tx& tx) {
                return store::postpone(tx, file.id, token, tx.now + kRestAfterFailure);
            });
        });
    }

    void give_back(const ReportFile& file, const std::string& token) {
        try {
            db_.write(std::nullopt, [&](db::Tx& tx) { return store::give_back(tx, file.id, token); });
        } catch (const Error&) {
            // This server takes it back when it starts again; another one when the lease has run out.
            log_.write(telemetry::Level::warn, "report_file_not_given_back",
                       {{"file", file.id.text()}, {"reason", reason()}});
        }
    }

    // Somebody else's bytes may have the same name: they are removed only when there is nobody any more.
    void forget_if_deleted(const ReportFile& file) {
        attempt("report_file_not_removed", [&] {
            const auto status = db_.read(
                std::nullopt, [&](db::Snapshot& snapshot) { return store::status_of(snapshot, file.id); });
            if (!status) remove_file(options_.folder, file.id);
        });
    }

    void count(const ReportFile& file, CameOf what) {
        files_.add(static_cast<std::size_t>(what), static_cast<std::size_t>(file.schedule_type));
    }

    // --- what is not kept any longer

    void sweep_now_and_then() {
        if (looks_ < sweep_at_) return;
        sweep_at_ = looks_ + kSweepEvery / options_.look_every;
        remove_old();
        if (sweeps_++ % kSweepsBetweenOrphans == 0) remove_orphans();
    }

    void remove_old() {
        std::size_t removed = 0;
        do {
            const auto old = db_.write(std::nullopt, [this](db::Tx& tx) {
                return store::remove_older(tx, tx.now - options_.kept, kRemovedAtOnce);
            });
            for (const ReportFileId& each : old) remove_file(options_.folder, each);
            removed = old.size();
        } while (removed == kRemovedAtOnce && !is_stopping());
    }

    // Bytes of which the database knows nothing: somebody was killed between two steps.
    void remove_orphans() {
        const std::string first_to_stay = first_uuid_of(clock_.now() - kOrphansKept);
        for (const FoundFile& found : files_in(options_.folder)) {
            if (is_stopping()) return;
            if (found.file.text() >= first_to_stay) continue;
            const auto status = db_.read(
                std::nullopt, [&](db::Snapshot& snapshot) { return store::status_of(snapshot, found.file); });
            const bool is_wanted = found.is_part ? status == FileStatus::running : status.has_value();
            if (!is_wanted) std::filesystem::remove(found.path);
        }
    }

    db::Db& db_;
    db::Db& large_reads_;
    const Clock& clock_;
    const telemetry::Log& log_;
    const GeneratorOptions options_;
    telemetry::LabelledCounters files_;
    telemetry::Counter& rows_;

    std::set<std::string_view> in_trouble_;  // what failed the last time
    std::int64_t looks_ = 0;                 // they tell how much time went by, more or less
    std::int64_t sweep_at_ = 0;
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
