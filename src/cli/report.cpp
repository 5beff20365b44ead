#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <utility>

#include <fmt/format.h>

#include "accounts/user_store.h"
#include "app/data_dir.h"
#include "app/store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/periodic.h"
#include "base/random.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/progress_bar.h"
#include "cli/saved_file.h"
#include "cli/stop_signal.h"
#include "reports/file_folder.h"
#include "reports/generation.h"
#include "reports/report_file_store.h"
#include "reports/reporting.h"
#include "work/lease_renewal.h"

namespace callboard::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLeaseDuration = 60s;
constexpr std::string_view kNode = "command line";  // no server is called so

// Handles Ctrl-C by requesting cancellation. Must be created before any other thread.
class Interruption {
  public:
    const std::stop_token& token() const { return token_; }
    void request() { source_.request_stop(); }

  private:
    const StopSignal signal_;
    std::stop_source source_;
    const std::stop_token token_ = source_.get_token();
    const Periodic watcher_{100ms, [this] {
                                if (signal_.arrives_within(0ms)) source_.request_stop();
                            }};
};

accounts::Actor acting_user(db::Snapshot& snapshot, const std::optional<std::string>& email) {
    if (email && !is_utf8(*email)) throw not_found("USER_NOT_FOUND", "the e-mail address is not valid UTF-8");
    const auto user = email ? accounts::store::find_active_user(snapshot, *email)
                            : accounts::store::first_administrator(snapshot);
    if (user) return {user->id, user->role, {}};
    throw not_found("USER_NOT_FOUND", email ? "the company has no active user " + *email
                                            : "the company has no active administrator");
}

// --- lookup of reports and files

std::vector<reports::Report> all_reports(db::Snapshot& snapshot, const accounts::Actor& actor) {
    std::vector<reports::Report> all;
    reports::PageRequest request{.limit = 1'000, .cursor = std::nullopt};
    do {
        auto page = reports::list(snapshot, actor, request);
        std::ranges::move(page.items, std::back_inserter(all));
        request.cursor = std::move(page.next);
    } while (request.cursor);
    return all;
}

std::optional<reports::Report> find_report(db::Snapshot& snapshot, const accounts::Actor& actor,
                                           const std::string& id_or_name) {
    std::optional<reports::Report> found;
    for (auto& report : all_reports(snapshot, actor)) {
        if (report.id.text() == id_or_name) return std::move(report);
        if (report.name != id_or_name) continue;
        if (found)
            throw conflict("SEVERAL_REPORTS",
                           "several reports are named " + id_or_name + "; give the report id");
        found = std::move(report);
    }
    return found;
}

Error no_report(const std::string& id_or_name) {
    return not_found("REPORT_NOT_FOUND", "there is no report " + id_or_name + " that this user can access");
}

std::optional<reports::ReportFile> newest_file(db::Snapshot& snapshot, const ReportId& report) {
    auto files = reports::store::files(
        snapshot, {.report = report, .reader = std::nullopt, .only_completed = true, .limit = 1});
    if (files.empty()) return std::nullopt;
    return std::move(files.front());
}

// --- formats

std::optional<reports::Format> format_called(const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    return *name == "excel" ? reports::Format::excel : reports::Format::csv;
}

reports::Format format_to_save(const std::optional<std::int64_t>& csv_bytes,
                               const std::optional<std::int64_t>& excel_bytes,
                               std::optional<reports::Format> wanted) {
    using enum reports::Format;
    const reports::Format format = wanted.value_or(csv_bytes ? csv : excel);
    if (format == csv ? !csv_bytes : !excel_bytes)
        throw not_found("FORMAT_NOT_FOUND", fmt::format("the file is not available as {}", name_of(format)));
    return format;
}

// The size in this format.
std::int64_t size_of(const auto& made, reports::Format format) {
    return (format == reports::Format::csv ? made.csv_bytes : made.excel_bytes).value_or(0);
}

// --- commands

struct ListReports : Common {
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const auto items = store.db().read(id, [](db::Snapshot& snapshot) {
            const accounts::Actor actor = acting_user(snapshot, std::nullopt);
            std::vector<Fields> found;
            for (const auto& report : all_reports(snapshot, actor)) found.push_back(fields(snapshot, report));
            return found;
        });
        output().list(items, "The company has no reports.");
    }

  private:
    static Fields fields(db::Snapshot& snapshot, const reports::Report& report) {
        Fields fields{{"report_id", std::string{report.id.text()}},
                      {"name", report.name},
                      {"area", std::string{report.area->id}}};
        if (const auto file = newest_file(snapshot, report.id)) {
            fields.emplace_back("last_file", file->id.text());
            fields.emplace_back("last_completed", to_iso(file->generated_at.value_or(file->scheduled_at)));
        }
        return fields;
    }
};

// Finds the contents of a file and copies them to the operator's target.
class Saver {
  public:
    Saver(const app::Store& store, std::filesystem::path folder, bool may_replace,
          const std::stop_token& stop)
        : stopwatch_(store.stopwatch()), folder_(std::move(folder)), may_replace_(may_replace), stop_(stop) {}

    std::int64_t save(const std::string& bytes_name, reports::Format format, std::int64_t size,
                      const std::string& target) const {
        ProgressBar bar{ProgressUnit::bytes, stopwatch_};
        return save_copy(reports::path_of(folder_ / bytes_name, format), size, target, may_replace_, stop_,
                         [&](std::int64_t done, std::int64_t total) { bar.show(done, total); });
    }

  private:
    const Stopwatch& stopwatch_;
    const std::filesystem::path folder_;
    const bool may_replace_;
    const std::stop_token& stop_;
};

// A file that this process generates, with a lease that is renewed meanwhile.
class ReportRun {
  public:
    ReportRun(app::Store& store, const CompanyId& company, const accounts::Actor& actor,
              Interruption& interruption)
        : store_(store), company_(company), actor_(actor), interruption_(interruption) {}

    reports::ReportFile begin(const std::string& report) {
        return store_.db().write(company_, [&](db::Tx& tx) {
            const auto found = find_report(tx, actor_, report);
            if (!found) throw no_report(report);
            return reports::begin_file(tx, actor_, found->id, lease_);
        });
    }

    std::string bytes_name(const reports::ReportFile& file) const {
        return reports::bytes_name(file.id, token_);
    }

    // Records a failed generation as FAILED.
    reports::Generated finish(const reports::ReportFile& file, const std::filesystem::path& folder) {
        const std::filesystem::path place = folder / bytes_name(file);
        try {
            auto made = generate(file, place);
            const bool ours = end(file, {.failure = std::nullopt,
                                         .access_groups = made.access_groups,
                                         .property_restrictions = made.property_restrictions,
                                         .rows = made.rows,
                                         .csv_bytes = made.csv_bytes,
                                         .excel_bytes = made.excel_bytes});
            if (!ours)
                throw std::runtime_error("another process took over the file, or the report was deleted");
            return made;
        } catch (const std::exception&) {
            end(file, {.failure = reports::Failure::unknown});
            reports::remove_unless_known(store_.db(), company_, file.id, place);
            if (interruption_.token().stop_requested())
                throw std::runtime_error("interrupted; the report was not generated");
            throw;
        }
    }

  private:
    reports::Generated generate(const reports::ReportFile& file, const std::filesystem::path& place) {
        work::LeaseRenewal renewal{store_.db(),
                                   store_.log(),
                                   reports::store::queue(),
                                   reports::store::row_of(file.id),
                                   lease_,
                                   [this] { interruption_.request(); }};
        db::Db& db = store_.large_reads();
        ProgressBar bar{ProgressUnit::rows, store_.stopwatch()};
        std::int64_t total = 0;
        if (bar.is_seen()) total = reports::count_rows(db, company_, file, actor_, interruption_.token());
        return reports::generate(db, company_, file, actor_, place, interruption_.token(),
                                 [&](std::int64_t rows) {
                                     renewal.set_progress(rows);
                                     bar.show(rows, total);
                                 });
    }
    bool end(const reports::ReportFile& file, const reports::store::Outcome& outcome) {
        return store_.db().write(company_, [&](db::Tx& tx) {
            const bool ours = reports::store::finish(tx, file.id, token_, outcome);
            if (ours && !outcome.failure) reports::record_download(tx, {}, file);  // given to the operator
            return ours;
        });
    }

    app::Store& store_;
    const CompanyId company_;
    const accounts::Actor actor_;
    Interruption& interruption_;
    const std::string token_ = random_secret();
    const work::Lease lease_{.node = kNode, .token = token_, .duration = kLeaseDuration};
};

struct RunReport : Common {
    std::string report;
    std::string company;
    std::optional<std::string> user;
    std::optional<std::string> file;
    std::optional<std::string> format;
    bool force = false;

    void run() const {
        Interruption interruption;
        if (file) require_free(*file, force);
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        const std::filesystem::path folder = app::prepare_report_dir(loaded);
        ReportRun report_run{
            store, id,
            store.db().read(id, [&](db::Snapshot& snapshot) { return acting_user(snapshot, user); }),
            interruption};

        reports::ReportFile begun = report_run.begin(report);
        const auto wanted = format_called(format);
        if (wanted) begun.definition.formats = {*wanted};
        const reports::Generated made = report_run.finish(begun, folder);

        Fields fields{{"report_file_id", std::string{begun.id.text()}},
                      {"report_id", std::string{begun.report.text()}},
                      {"rows", made.rows}};
        std::string text = fmt::format("Generated file {} with {} rows.", begun.id.text(), made.rows);
        if (file) {
            const Saver saver{store, folder, force, interruption.token()};
            const auto chosen = format_to_save(made.csv_bytes, made.excel_bytes, wanted);
            saver.save(report_run.bytes_name(begun), chosen, size_of(made, chosen), *file);
            fields.emplace_back("output", *file);
            text += "\nWrote " + *file + ".";
        }
        output().result(fields, text);
    }
};

struct DownloadReport : Common {
    std::string which;
    std::string company;
    std::string file;
    std::optional<std::string> format;
    bool force = false;

    void run() const {
        const Interruption interruption;
        require_free(file, force);
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        const auto found = store.db().read(id, [&](db::Snapshot& snapshot) { return wanted_file(snapshot); });
        const Saver saver{store, app::prepare_report_dir(loaded), force, interruption.token()};
        const auto chosen = format_to_save(found.csv_bytes, found.excel_bytes, format_called(format));
        store.db().write(id, [&](db::Tx& tx) { reports::record_download(tx, {}, found); });
        const auto bytes =
            saver.save(found.bytes_name.value_or(std::string{}), chosen, size_of(found, chosen), file);
        output().result({{"report_file_id", std::string{found.id.text()}},
                         {"report_id", std::string{found.report.text()}},
                         {"bytes", bytes},
                         {"output", file}},
                        fmt::format("Wrote {} bytes to {}.", bytes, file));
    }

  private:
    reports::ReportFile wanted_file(db::Snapshot& snapshot) const {
        if (const auto id = ReportFileId::parse(which))
            if (auto named = reports::store::find_file(snapshot, *id)) return completed(std::move(*named));
        const auto report = find_report(snapshot, acting_user(snapshot, std::nullopt), which);
        if (!report) throw not_found("REPORT_NOT_FOUND", "the company has no report or report file " + which);
        auto newest = newest_file(snapshot, report->id);
        if (!newest)
            throw not_found("REPORT_FILE_NOT_FOUND", "the report " + which + " has no completed file");
        return std::move(*newest);
    }
    static reports::ReportFile completed(reports::ReportFile found) {
        if (found.status == reports::FileStatus::completed) return found;
        throw not_found("REPORT_FILE_NOT_FOUND", fmt::format("the file {} is not complete: {}",
                                                             found.id.text(), name_of(found.status)));
    }
};

}  // namespace

void add_report(CommandSpec& root) {
    CommandSpec& group = root.add("report", "Reports of a company and their files");
    command<ListReports>(group, "list", "List all reports of a company with their newest files")
        .needs("--company", &ListReports::company, "Identifier of the company");
    command<RunReport>(group, "run", "Generate a report file now")
        .needs("report", &RunReport::report, "Report id or name")
        .needs("--company", &RunReport::company, "Identifier of the company")
        .takes("--user", &RunReport::user,
               "E-mail of the user to run it as; by default the first administrator")
        .takes("--output", &RunReport::file, "Also write the file to this path")
        .shown_as("FILE")
        .takes("--format", &RunReport::format,
               "Generate only this format; by default all formats of the report")
        .one_of({"csv", "excel"})
        .flag("--force", &RunReport::force, "Overwrite an existing output file");
    command<DownloadReport>(group, "download", "Save a report file")
        .needs("report", &DownloadReport::which, "Report id or name, for its newest file; or report file id")
        .needs("--company", &DownloadReport::company, "Identifier of the company")
        .needs("--output", &DownloadReport::file, "Path to write to")
        .shown_as("FILE")
        .takes("--format", &DownloadReport::format, "Format to save; by default csv if the file has it")
        .one_of({"csv", "excel"})
        .flag("--force", &DownloadReport::force, "Overwrite an existing output file");
}

}  // namespace callboard::cli
