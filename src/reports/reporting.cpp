#include "reports/reporting.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

#include "accounts/access_group_store.h"
#include "accounts/company_store.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "configuration/candidate_property_store.h"
#include "events/audit_log.h"
#include "reports/report_file_store.h"
#include "reports/report_store.h"
#include "reports/schedule.h"

namespace callboard::reports {
namespace {

// --- permissions

bool is_manager(accounts::Role role) {
    return accounts::rights_of(role).manages_reports;
}

void require_reader(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).runs_reports) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not use reports");
}

void require_manager(const accounts::Actor& actor) {
    if (is_manager(actor.role)) return;
    throw forbidden("PERMISSION_DENIED", "only administrators can create, change and delete reports");
}

bool is_open_to(const Area& area, accounts::Role role) {
    return area.table.row_access != RowAccess::administrators || is_manager(role);
}

bool sees(const accounts::Actor& actor, const Report& report) {
    if (is_manager(actor.role)) return true;
    if (!is_open_to(*report.area, actor.role)) return false;
    const std::vector<UserId>& grantees = report.definition.grantees;
    return report.is_built_in() || std::ranges::find(grantees, actor.id()) != grantees.end();
}

// Only for this role visibility depends on access groups.
bool depends_on_groups(accounts::Role role) {
    return accounts::rights_of(role).sees == accounts::Jobs::of_groups;
}

// A file without data may be seen by its requester in any case.
bool sees(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportFile& file) {
    if (is_manager(actor.role)) return true;
    if (file.requestor != actor.id()) return false;
    if (file.status != FileStatus::completed) return true;
    if (file.role != actor.role) return false;
    // A property may have been restricted since.
    if (file.property_restrictions &&
        file.property_restrictions != configuration::store::count_restrictions(snapshot))
        return false;
    return !depends_on_groups(actor.role) || file.access_groups == access_groups_of(snapshot, actor.id());
}

std::optional<store::Reader> reader_for(db::Snapshot& snapshot, const accounts::Actor& actor) {
    if (is_manager(actor.role)) return std::nullopt;
    store::Reader reader{.user = actor.id(), .role = actor.role, .access_groups = std::nullopt};
    if (depends_on_groups(actor.role)) reader.access_groups = access_groups_of(snapshot, actor.id());
    reader.property_restrictions = configuration::store::count_restrictions(snapshot);
    return reader;
}

Error no_report() {
    return not_found("REPORT_NOT_FOUND");
}

Error no_file() {
    return not_found("REPORT_FILE_NOT_FOUND");
}

// --- lookup

std::vector<Report> built_in_reports(db::Snapshot& snapshot) {
    const accounts::Company company = accounts::store::own_company(snapshot);
    std::vector<Report> reports;
    for (const Area& area : all_areas()) reports.push_back(built_in(company.id, company.created_at, area));
    return reports;
}

std::optional<Report> find(db::Snapshot& snapshot, const ReportId& id) {
    if (auto own = store::find(snapshot, id)) return own;
    for (Report& each : built_in_reports(snapshot))
        if (each.id == id) return std::move(each);
    return std::nullopt;
}

using Place = std::tuple<Timestamp, ReportId>;

// Newest change first.
Place place_of(const Report& report) {
    return {report.updated_at, report.id};
}

std::optional<Place> parse_place(std::string_view text) {
    const auto position = wire::Position::parse(text);
    const auto id = position ? ReportId::parse(position->id) : std::nullopt;
    if (!id) return std::nullopt;
    return Place{position->time, *id};
}

std::string position_of(const Report& report) {
    return wire::Position{.time = report.updated_at, .id = std::string{report.id.text()}}.text();
}

// --- changes

std::optional<Timestamp> first_run(const Definition& definition, Timestamp now) {
    return definition.schedule ? next_run(*definition.schedule, now) : std::nullopt;
}

bool is_same_schedule(const Definition& a, const Definition& b) {
    if (!a.schedule || !b.schedule) return !a.schedule && !b.schedule;
    return wire::to_json(*a.schedule) == wire::to_json(*b.schedule);
}

void record(db::Tx& tx, const accounts::Actor& actor, const Report& report, std::string_view what) {
    events::audit(tx, actor,
                  {.name = what,
                   .entity_type = "REPORT",
                   .entity_id = report.id.text(),
                   .context = {{"name", report.name}, {"rowEntityTypeId", report.area->id}}});
}

Report lock_report(db::Tx& tx, const accounts::Actor& actor, const ReportId& id) {
    require_manager(actor);
    store::lock_row(tx, id);
    auto report = find(tx, id);
    if (!report) throw no_report();
    if (report->is_built_in())
        throw forbidden("BUILT_IN_REPORT", "built-in reports cannot be changed or deleted");
    return std::move(*report);
}

// --- files

ReportFile new_file(db::Tx& tx, const Report& report, const UserId& requestor, accounts::Role role) {
    return {.id = tx.new_id<ReportFileId>(),
            .report = report.id,
            .area = std::string{report.area->id},
            .definition = report.definition,
            .status = FileStatus::pending,
            .schedule_type = ScheduleType::ad_hoc,
            .requestor = requestor,
            .role = role,
            .access_groups = {},
            .scheduled_at = tx.now,
            .generated_at = std::nullopt,
            .failure = std::nullopt,
            .row_count = 0,
            .bytes_name = std::nullopt,
            .csv_bytes = std::nullopt,
            .excel_bytes = std::nullopt,
            .attempts = 0};
}

// Locks the report, so that a concurrent deletion also deletes the new file.
ReportFile request_file_for(db::Tx& tx, const accounts::Actor& actor, const ReportId& id) {
    require_reader(actor);
    store::lock_row(tx, id);
    return new_file(tx, visible(tx, actor, id), actor.id(), actor.role);
}

void insert(db::Tx& tx, const ReportFile& file, const work::Lease& lease = {}) {
    if (!store::insert_file(tx, file, lease))
        throw invalid_request("REPORT_GENERATION_PENDING",
                              "a file of this report is already being generated");
}

}  // namespace

Page<Report> list(db::Snapshot& snapshot, const accounts::Actor& actor, const PageRequest& request) {
    require_reader(actor);
    const wire::ListCursors cursors{snapshot.company().text(), "reports", request};
    const auto start = cursors.start(parse_place);
    std::vector<Report> all = store::list(snapshot);
    std::ranges::move(built_in_reports(snapshot), std::back_inserter(all));
    std::erase_if(
        all, [&](const Report& each) { return !sees(actor, each) || (start && place_of(each) >= *start); });
    std::ranges::sort(all, std::greater{}, place_of);

    Page<Report> page{.items = std::move(all), .next = std::nullopt};
    page.next = cursors.next(page.items, position_of);
    return page;
}

Report visible(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& id) {
    require_reader(actor);
    auto report = find(snapshot, id);
    if (!report || !sees(actor, *report)) throw no_report();
    return std::move(*report);
}

Report create(db::Tx& tx, const accounts::Actor& actor, const Draft& draft) {
    require_manager(actor);
    CheckedDraft made = checked(tx, draft);
    accounts::store::lock_company(tx);
    if (store::count(tx) >= std::int64_t{kMostReports})
        throw conflict("REPORTS_LIMIT_EXCEEDED",
                       "the company already has the maximum of " + std::to_string(kMostReports) + " reports");
    const auto run = first_run(made.definition, tx.now);
    Report report{
        .id = tx.new_id<ReportId>(),
        .name = draft.name,
        .area = made.area,
        .definition = std::move(made.definition),
        .creator = actor.id(),
        .creator_role = actor.role,
        .creator_group = AccessGroupId::parse(access_groups_of(tx, actor.id())),  // empty for several groups
        .modifier = actor.id(),
        .created_at = tx.now,
        .updated_at = tx.now,
        .next_run_at = run};
    store::insert(tx, report);
    record(tx, actor, report, "REPORT_CREATED");
    return report;
}

Report change(db::Tx& tx, const accounts::Actor& actor, const ReportId& id, const Draft& draft) {
    Report report = lock_report(tx, actor, id);
    CheckedDraft wanted = checked(tx, draft);
    const bool is_unchanged = report.name == draft.name && report.area == wanted.area &&
                              wire::to_json(report.definition) == wire::to_json(wanted.definition);
    if (is_unchanged) return report;

    // A run that is already due is not cancelled.
    if (!is_same_schedule(report.definition, wanted.definition))
        report.next_run_at = first_run(wanted.definition, tx.now);
    report.name = draft.name;
    report.area = wanted.area;
    report.definition = std::move(wanted.definition);
    report.modifier = actor.id();
    report.updated_at = std::max(tx.now, report.updated_at + std::chrono::milliseconds{1});
    store::update(tx, report);
    record(tx, actor, report, "REPORT_CHANGED");
    return report;
}

std::vector<ReportFileId> remove(db::Tx& tx, const accounts::Actor& actor, const ReportId& id) {
    const Report report = lock_report(tx, actor, id);
    if (!store::remove(tx, id)) throw no_report();
    auto files = store::remove_files(tx, id);
    record(tx, actor, report, "REPORT_DELETED");
    return files;
}

Page<ReportFile> list_files(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report,
                            const PageRequest& request) {
    visible(snapshot, actor, report);
    const std::string list = "report_files/" + std::string{report.text()};
    const wire::ListCursors cursors{snapshot.company().text(), list, request};
    // One more, to detect a next page.
    const store::FileSelection selection{.report = report,
                                         .reader = reader_for(snapshot, actor),
                                         .only_completed = false,
                                         .after = cursors.start(ReportFileId::parse),
                                         .limit = request.limit + 1};
    Page<ReportFile> page{.items = store::files(snapshot, selection), .next = std::nullopt};
    page.next = cursors.next(page.items, [](const ReportFile& last) { return last.id.text(); });
    return page;
}

ReportFile visible_file(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportFileId& id) {
    require_reader(actor);
    auto file = store::find_file(snapshot, id);
    if (!file || !sees(snapshot, actor, *file)) throw no_file();
    if (!is_manager(actor.role)) {
        const auto report = find(snapshot, file->report);
        if (!report || !sees(actor, *report)) throw no_file();
    }
    return std::move(*file);
}

ReportFile recent_file(db::Snapshot& snapshot, const accounts::Actor& actor, const ReportId& report) {
    visible(snapshot, actor, report);
    auto newest = store::files(snapshot, {.report = report,
                                          .reader = reader_for(snapshot, actor),
                                          .only_completed = true,
                                          .after = std::nullopt,
                                          .limit = 1});
    if (newest.empty()) throw no_file();
    return std::move(newest.front());
}

ReportFile request_file(db::Tx& tx, const accounts::Actor& actor, const ReportId& report) {
    ReportFile file = request_file_for(tx, actor, report);
    insert(tx, file);
    return file;
}

ReportFile begin_file(db::Tx& tx, const accounts::Actor& actor, const ReportId& report,
                      const work::Lease& lease) {
    ReportFile file = request_file_for(tx, actor, report);
    file.status = FileStatus::running;
    file.attempts = 1;
    insert(tx, file, lease);
    return file;
}

void run_schedule(db::Tx& tx, const ReportId& id) {
    if (!store::lock_row(tx, id)) return;
    const Report report = store::find(tx, id).value();
    if (!report.next_run_at || *report.next_run_at > tx.now) return;  // another server has handled it
    const auto creator = accounts::store::find_user(tx, *report.creator);
    // A deactivated creator has no role; the generation then fails with a reason.
    ReportFile file =
        new_file(tx, report, *report.creator, creator ? creator->role : accounts::Role::employee);
    file.schedule_type = ScheduleType::scheduled;
    file.scheduled_at = *report.next_run_at;
    store::insert_file(tx, file);
    store::set_next_run(tx, id, first_run(report.definition, tx.now));
}

std::optional<Failure> access_failure(db::Snapshot& snapshot, const ReportFile& file) {
    const auto requestor = accounts::store::find_user(snapshot, file.requestor);
    if (!requestor || requestor->state != accounts::UserState::active)
        return Failure::missing_report_creator_employee;
    if (requestor->role != file.role) return Failure::system_role_mismatch;
    if (!accounts::rights_of(file.role).runs_reports) return Failure::incorrect_access_configuration;
    const Area* area = area_called(file.area);
    if (area && !is_open_to(*area, file.role)) return Failure::reporting_area_restricted;
    return std::nullopt;
}

std::string access_groups_of(db::Snapshot& snapshot, const UserId& user) {
    std::set<AccessGroupId> ids;
    for (const accounts::AccessGroup& group : accounts::store::groups_of(snapshot, user))
        ids.insert(group.id);
    std::string text;
    for (const AccessGroupId& id : ids) text.append(text.empty() ? "" : ",").append(id.text());
    return text;
}

void record_download(db::Tx& tx, const events::Author& author, const ReportFile& file) {
    events::audit(tx, author,
                  {.name = "CUSTOMER_REPORT_DOWNLOADED",
                   .entity_type = "REPORT_FILE",
                   .entity_id = file.id.text(),
                   .context = {{"reportFileId", file.id.text()}, {"reportId", file.report.text()}}});
}

}  // namespace callboard::reports
