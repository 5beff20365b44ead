#include "reports/generator.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/failure.h"
#include "reports/file_folder.h"
#include "reports/file_retention.h"
#include "reports/generation.h"
#include "reports/report_file_store.h"
#include "reports/report_store.h"
#include "reports/reporting.h"
#include "telemetry/labelled_counters.h"
#include "work/failure_log.h"
#include "work/housekeeping_store.h"
#include "work/worker.h"

namespace callboard::reports {
namespace {

constexpr std::int64_t kMostDueAtOnce = 100;
// Another server takes over after this time, also while the one that has it generates a long report.
constexpr std::chrono::seconds kScheduleLease{5};

ReportFileId file_of(const work::Run& run) {
    return ReportFileId::from_trusted(run.id().text());
}

}  // namespace

class Generator::Files final : public work::Handler {
  public:
    Files(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
          const telemetry::Log& log, const GeneratorOptions& options)
        : db_(db),
          large_reads_(large_reads),
          log_(log),
          folder_(options.folder),
          retention_(db, clock, log, options.folder, options.retention, options.node),
          schedules_{.task = "report_schedules", .node = options.node, .lease_duration = kScheduleLease},
          failures_(log, store::queue().name()),
          files_(metrics, "callboard_report_files_total",
                 "Report files by outcome and by who asked for them.",
                 {"outcome", {"completed", "failed", "tried_again"}}, {"schedule", {"ad_hoc", "scheduled"}}),
          rows_(metrics.counter("callboard_report_rows_total", "Rows of report files that are complete.")) {}

    void run(work::Run& run) override {
        const auto file = db_.read(
            run.company(), [&](db::Snapshot& snapshot) { return store::find_file(snapshot, file_of(run)); });
        if (!file) return;  // deleted
        const auto refused =
            db_.read(run.company(), [&](db::Snapshot& snapshot) { return access_failure(snapshot, *file); });
        if (refused) return fail(run, *refused, name_of(*refused));
        complete(run, generated(run, *file));
    }

    void fail(work::Run& run, std::string_view reason) override { fail(run, Failure::unknown, reason); }

    void note_retry(const work::Run& run, std::string_view reason) override {
        count(run, Outcome::tried_again);
        log_.write(telemetry::Level::warn, "report_file_postponed",
                   {{"file", run.id().text()}, {"reason", reason}});
    }

    void clean_up(const work::Run& run) override {
        // One format may have been written before another failed. Contents of a complete row are kept: the
        // exception may have been thrown after the commit.
        is_complete(run);
    }

    void maintain(const std::stop_token& stop) override {
        failures_.attempt("report_schedules_unknown", [&] { run_due_schedules(stop); });
        failures_.attempt("report_files_not_swept", [&] { retention_.sweep(stop); });
    }

  private:
    enum class Outcome { completed, failed, tried_again };

    std::filesystem::path place_of(const work::Run& run) const {
        return folder_ / bytes_name(file_of(run), run.token());
    }

    Generated generated(work::Run& run, const ReportFile& file) {
        const accounts::Actor reader{file.requestor, file.role, {}};
        const std::stop_token stop = run.stop();
        return generate(large_reads_, run.company(), file, reader, place_of(run), stop,
                        [&](std::int64_t rows) {
                            run.set_progress(rows);
                            if (stop.stop_requested()) throw timed_out();
                        });
    }

    void complete(work::Run& run, const Generated& made) {
        const store::Outcome outcome{.failure = std::nullopt,
                                     .access_groups = made.access_groups,
                                     .property_restrictions = made.property_restrictions,
                                     .rows = made.rows,
                                     .csv_bytes = made.csv_bytes,
                                     .excel_bytes = made.excel_bytes};
        if (!finish(run, outcome)) return;
        count(run, Outcome::completed);
        rows_.add(static_cast<std::uint64_t>(made.rows));
        log_.write(telemetry::Level::info, "report_file_completed",
                   {{"file", run.id().text()}, {"rows", made.rows}});
    }

    void fail(work::Run& run, Failure failure, std::string_view reason) {
        const store::Outcome outcome{.failure = failure,
                                     .access_groups = {},
                                     .rows = 0,
                                     .csv_bytes = std::nullopt,
                                     .excel_bytes = std::nullopt};
        if (!finish(run, outcome)) return;
        count(run, Outcome::failed);
        log_.write(telemetry::Level::warn, "report_file_failed",
                   {{"file", run.id().text()}, {"reason", reason}});
    }

    bool finish(work::Run& run, const store::Outcome& outcome) {
        if (run.finish([&](db::Tx& tx) { return store::finish(tx, file_of(run), run.token(), outcome); }))
            return true;
        // The commit may have succeeded although its response was lost.
        return run.is_lost() && is_complete(run);
    }

    // For a file whose lease was lost: true if it was completed by this run; otherwise removes its contents.
    bool is_complete(const work::Run& run) {
        bool is_complete = false;
        failures_.attempt("report_file_not_removed", [&] {
            is_complete = remove_unless_known(db_, run.company(), file_of(run), place_of(run));
        });
        return is_complete;
    }

    void count(const work::Run& run, Outcome outcome) {
        const auto type = named<ScheduleType>(run.kind()).value();
        files_.add(static_cast<std::size_t>(outcome), static_cast<std::size_t>(type));
    }

    void run_due_schedules(const std::stop_token& stop) {
        const auto due = db_.read(std::nullopt, [](db::Snapshot& snapshot) {
            return store::due(snapshot, snapshot.now, kMostDueAtOnce);
        });
        // Otherwise all servers would run the same schedules, and all but one in vain.
        if (due.empty() || !work::may_clean(db_, schedules_)) return;
        for (const store::Due& each : due) {
            if (stop.stop_requested()) return;
            failures_.attempt("report_schedule_not_run", [&] { run_due(each); });
        }
    }

    // A report whose definition is invalid would be due forever, so its schedule is ended.
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

    db::Db& db_;
    db::Db& large_reads_;
    const telemetry::Log& log_;
    const std::filesystem::path folder_;
    FileRetention retention_;
    const work::Housekeeping schedules_;
    work::FailureLog failures_;
    telemetry::LabelledCounters files_;
    telemetry::Counter& rows_;
};

struct Generator::Parts {
    Parts(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
          const telemetry::Log& log, const GeneratorOptions& options)
        : files(db, large_reads, clock, metrics, log, options),
          worker(db, clock, log, store::queue(), files,
                 {.node = options.node,
                  .lease_duration = options.lease_duration,
                  .poll_interval = options.poll_interval,
                  .retry_delays = options.retry_delays}) {}

    Files files;
    work::Worker worker;
};

Generator::Generator(db::Db& db, db::Db& large_reads, const Clock& clock, telemetry::Metrics& metrics,
                     const telemetry::Log& log, const GeneratorOptions& options)
    : parts_(std::make_unique<Parts>(db, large_reads, clock, metrics, log, options)) {}

Generator::~Generator() = default;

}  // namespace callboard::reports
