#include "api/reports/reports.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "edge/content_negotiation.h"
#include "edge/export.h"
#include "http/file_body.h"
#include "reports/areas.h"
#include "reports/download.h"
#include "reports/removal.h"
#include "reports/reporting.h"

namespace callboard::api {
namespace {

constexpr std::string_view kReports = "/reporting-api/v201804/reports";

ReportId report_id(const edge::PathParams& path) {
    return path.id<ReportId>("reportId", "REPORT_NOT_FOUND");
}

ReportFileId report_file_id(const edge::PathParams& path) {
    return path.id<ReportFileId>("reportFileId", "REPORT_FILE_NOT_FOUND");
}

std::string path_of(const ReportId& id) {
    return std::string{kReports}.append("/").append(id.text());
}

// --- from requests

template <class T>
std::vector<T> items_of(const std::optional<UniqueList<T>>& list) {
    return list ? list->items : std::vector<T>{};
}

reports::Draft draft_of(const ReportInput& input) {
    return {.name = input.name,
            .area = input.row_entity_type,
            .definition = {.columns = items_of(input.columns),
                           .filters = input.filters.value_or(std::vector<reports::FilterChoice>{}),
                           .formats = items_of(input.report_formats),
                           .grantees = items_of(input.grantees),
                           .schedule = input.schedule}};
}

// --- to views

// Fills in name and type of the column; a column that the area no longer has is shown as stored.
void complete(reports::ColumnChoice& choice, const reports::Area* area) {
    const reports::Column* const column = area ? reports::column_called(*area, choice.data_point) : nullptr;
    if (!column) return;
    choice.entity_type = area->id;
    choice.data_point_name = column->name;
    choice.data_point_type = column->type;
}

std::vector<reports::ColumnChoice> completed(std::vector<reports::ColumnChoice> columns,
                                             const reports::Area* area) {
    for (auto& column : columns) complete(column, area);
    return columns;
}

std::vector<reports::FilterChoice> completed(std::vector<reports::FilterChoice> filters,
                                             const reports::Area* area) {
    for (auto& filter : filters) complete(filter.column, area);
    return filters;
}

ReportView view(const CompanyId& company, reports::Report report) {
    return {.id = report.id,
            .name = std::move(report.name),
            .row_entity_type = report.area->id,
            .columns = completed(std::move(report.definition.columns), report.area),
            .filters = completed(std::move(report.definition.filters), report.area),
            .creation_date = report.created_at,
            .modification_date = report.updated_at,
            .creator = report.creator,
            .modifier = report.modifier,
            .grantees = std::move(report.definition.grantees),
            .schedule = std::move(report.definition.schedule),
            .report_formats = std::move(report.definition.formats),
            .report_template = reports::template_of(company, *report.area),
            .access_group = report.creator_group,
            .system_role = report.creator_role};
}

ReportFileView view(const CompanyId&, reports::ReportFile file) {
    const reports::Area* const area = reports::area_called(file.area);
    return {.id = file.id,
            .report = file.report,
            .status = file.status,
            .schedule_type = file.schedule_type,
            .scheduling_date = file.scheduled_at,
            .generation_date = file.generated_at,
            .requestor = file.requestor,
            .system_role = file.role,
            .access_group = AccessGroupId::parse(file.access_groups),  // absent if there are several
            .row_entity_type = std::move(file.area),
            .columns = completed(std::move(file.definition.columns), area),
            .filters = completed(std::move(file.definition.filters), area),
            .error_reason = file.failure};
}

// `path` is the path of the list, for the link to the next page.
template <class List, class Item>
edge::Reply<List> reply(const db::Snapshot& snapshot,
                        const edge::Call<wire::Nothing, reports::PageRequest>& call, const std::string& path,
                        reports::Page<Item> page) {
    edge::Reply<List> made{.view = {.next_page = {page.next}, .content = {}}};
    for (Item& item : page.items) made.view.content.push_back(view(snapshot.company(), std::move(item)));
    made.next_page = call.next_page(path, page.next);
    made.next_page_is_also = "link";
    return made;
}

// --- data

reports::Format chosen_format(const http::Request& request, const reports::ReportFile& file) {
    using enum reports::Format;
    if (!file.excel_bytes) return csv;
    if (!file.csv_bytes) return excel;
    constexpr std::array kTypes{kCsvType, kWorkbookType};
    return edge::preferred_type(request, kTypes).value_or(0) == 0 ? csv : excel;
}

// A file name of ASCII letters, digits, "_" and "-", which every file system accepts.
std::string safe_name(std::string_view name) {
    std::string safe;
    for (const char c : name) {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (is_plain) {
            safe += c;
        } else if (!safe.empty() && !safe.ends_with('-')) {
            safe += '-';
        }
    }
    if (safe.ends_with('-')) safe.pop_back();
    return safe.empty() ? "report" : safe;
}

std::string disposition(const reports::Download& found, std::string_view extension) {
    constexpr std::size_t kDay = std::string_view{"2021-10-13"}.size();
    const Timestamp made = found.file.generated_at.value_or(found.file.scheduled_at);
    return "attachment; filename=\"" + safe_name(found.report_name) + "-" + to_iso(made).substr(0, kDay) +
           "." + std::string{extension} + "\"";
}

http::OpenFile open(const reports::StoredBytes& bytes) {
    auto opened = http::OpenFile::open(bytes.path);
    if (!opened) throw unavailable("there is no file " + bytes.path.string());
    if (std::cmp_not_equal(opened->size(), bytes.size))
        throw unavailable(bytes.path.string() + " has " + std::to_string(opened->size()) +
                          " bytes instead of " + std::to_string(bytes.size));
    return std::move(*opened);
}

// The content of the report file that `which` finds, in the preferred format.
edge::Export data(const edge::ExportSteps& steps, const accounts::Actor& actor,
                  FunctionRef<reports::Download(db::Snapshot&)> which) {
    const reports::Download it = steps.db.read(steps.company, which, steps.stop);
    const reports::ReportFile& file = it.file;
    const reports::Format format = chosen_format(steps.request, file);
    const bool is_csv = format == reports::Format::csv;
    const std::string_view extension = is_csv ? "csv" : "xlsx";

    edge::Export made;
    made.etag = std::string{"\""}.append(file.id.text()).append("-").append(extension).append("\"");
    if (file.csv_bytes && file.excel_bytes) made.headers.emplace_back("Vary", "Accept");
    if (edge::client_has(steps.request, *made.etag)) {
        made.status = 304;
        return made;
    }
    made.content_type = is_csv ? kCsvType : kWorkbookType;
    made.compressible = is_csv;
    made.headers.emplace_back("Content-Disposition", disposition(it, extension));

    http::OpenFile opened = open(reports::bytes_of(file, format, steps.services.export_folder));
    const std::uint64_t size = opened.size();
    made = edge::with_range(steps.request, std::move(made), size,
                            [&](http::ByteRange part) { return http::file_body(std::move(opened), part); });
    if (made.body && !steps.request.is_head)
        steps.db.write(steps.company, [&](db::Tx& tx) { reports::record_download(tx, actor, file); });
    return made;
}

void note_unused_names(const reports::ColumnChoice& choice, const reports::Area& area,
                       wire::Reading& reading) {
    const reports::Column* const column = reports::column_called(area, choice.data_point);
    if (!column) return;
    constexpr std::string_view kReason = "does not match the column";
    if (choice.data_point_name && *choice.data_point_name != column->name)
        reading.unused_member("dataPointName", kReason);
    if (choice.data_point_type && *choice.data_point_type != column->type)
        reading.unused_member("dataPointType", kReason);
}

}  // namespace

void ReportInput::note_unused(const ReportInput& input, wire::Reading& reading) {
    const reports::Area* const area = reports::area_called(input.row_entity_type);
    if (!area) return;
    if (input.columns) {
        const wire::Reading::Step columns{reading, "columns"};
        for (std::size_t i = 0; i < input.columns->items.size(); ++i) {
            const wire::Reading::Step step{reading, std::to_string(i)};
            note_unused_names(input.columns->items[i], *area, reading);
        }
    }
    if (input.filters) {
        const wire::Reading::Step filters{reading, "filters"};
        for (std::size_t i = 0; i < input.filters->size(); ++i) {
            const wire::Reading::Step step{reading, std::to_string(i)};
            const wire::Reading::Step column{reading, "column"};
            note_unused_names((*input.filters)[i].column, *area, reading);
        }
    }
}

edge::Reply<ReportList> list_reports(db::Snapshot& snapshot,
                                     const edge::Call<wire::Nothing, reports::PageRequest>& call) {
    return reply<ReportList>(snapshot, call, std::string{kReports},
                             reports::list(snapshot, call.actor(), call.query));
}

ReportView get_report(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(snapshot.company(), reports::visible(snapshot, call.actor(), report_id(call.path)));
}

edge::Reply<ReportView> create_report(db::Tx& tx, const edge::Call<ReportInput>& call) {
    auto made = reports::create(tx, call.actor(), draft_of(call.body));
    auto location = call.link(path_of(made.id));
    return {.view = view(tx.company(), std::move(made)), .location = std::move(location)};
}

ReportView change_report(db::Tx& tx, const edge::Call<ReportInput>& call) {
    return view(tx.company(), reports::change(tx, call.actor(), report_id(call.path), draft_of(call.body)));
}

wire::Nothing delete_report(const edge::Steps& steps, const edge::Call<>& call) {
    reports::remove_with_bytes(steps.db, steps.company, call.actor(), report_id(call.path),
                               steps.services.export_folder);
    return {};
}

edge::Reply<ReportFileList> list_report_files(db::Snapshot& snapshot,
                                              const edge::Call<wire::Nothing, reports::PageRequest>& call) {
    const ReportId id = report_id(call.path);
    return reply<ReportFileList>(snapshot, call, path_of(id) + "/files",
                                 reports::list_files(snapshot, call.actor(), id, call.query));
}

ReportFileView request_report_file(db::Tx& tx, const edge::Call<>& call) {
    return view(tx.company(), reports::request_file(tx, call.actor(), report_id(call.path)));
}

ReportFileView recent_report_file(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(snapshot.company(), reports::recent_file(snapshot, call.actor(), report_id(call.path)));
}

edge::Export recent_report_data(const edge::ExportSteps& steps, const edge::Call<>& call) {
    const ReportId id = report_id(call.path);
    return data(steps, call.actor(),
                [&](db::Snapshot& snapshot) { return reports::newest_download(snapshot, call.actor(), id); });
}

ReportFileView get_report_file(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(snapshot.company(), reports::visible_file(snapshot, call.actor(), report_file_id(call.path)));
}

edge::Export report_file_data(const edge::ExportSteps& steps, const edge::Call<>& call) {
    const ReportFileId id = report_file_id(call.path);
    return data(steps, call.actor(),
                [&](db::Snapshot& snapshot) { return reports::download(snapshot, call.actor(), id); });
}

}  // namespace callboard::api
