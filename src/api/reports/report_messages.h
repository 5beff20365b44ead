// Requests and responses about reports and report files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "reports/report.h"
#include "reports/report_file.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// A list without duplicates.
template <class T>
struct UniqueList {
    std::vector<T> items;
};

// The key by which entries of a UniqueList are compared.
template <class T>
const T& identity_of(const T& item) {
    return item;  // NOLINT(bugprone-return-const-ref-from-parameter): only called for elements of a list
}
inline const std::string& identity_of(const reports::ColumnChoice& column) {
    return column.data_point;
}

}  // namespace callboard::api

template <class T>
struct callboard::wire::Codec<callboard::api::UniqueList<T>> {
    using List = callboard::api::UniqueList<T>;

    static std::optional<List> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        const std::size_t faults_before = reading.faults().size();
        auto items = Codec<std::vector<T>>::read(value, rule, reading);
        if (!items || reading.faults().size() > faults_before) return std::nullopt;
        for (auto each = items->begin(); each != items->end(); ++each) {
            const bool is_there = std::any_of(items->begin(), each, [&](const T& before) {
                return callboard::api::identity_of(before) == callboard::api::identity_of(*each);
            });
            const Reading::Step step{reading, std::to_string(each - items->begin())};
            if (is_there) reading.fault("is a duplicate");
        }
        return List{std::move(*items)};
    }
    static void write(JsonWriter& out, const List& list) { Codec<std::vector<T>>::write(out, list.items); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<std::vector<T>>::schema(out, rule, schemas);
    }
};

namespace callboard::api {

// --- requests

struct ReportInput {
    std::string name;
    std::string row_entity_type;
    std::optional<UniqueList<reports::ColumnChoice>> columns;
    std::optional<std::vector<reports::FilterChoice>> filters;
    std::optional<UniqueList<reports::Format>> report_formats;
    std::optional<UniqueList<UserId>> grantees;
    std::optional<reports::Schedule> schedule;

    static constexpr std::string_view kName = "ReportInput";
    static constexpr auto shape() {
        using Self = ReportInput;
        return wire::fields(
            wire::field("name", &Self::name, {.min_length = 1, .max_length = 256, .one_line = true}),
            wire::field("rowEntityTypeId", &Self::row_entity_type,
                        {.min_length = 1,
                         .max_length = 64,
                         .about = "The entity that rows describe: JOB, APPLICATION …"}),
            wire::field("columns", &Self::columns,
                        {.min_items = 1, .max_items = 100, .about = "Default: all. Without duplicates."}),
            wire::field("filters", &Self::filters,
                        {.max_items = 50, .about = "Combined with AND. Each has one condition."}),
            wire::field("reportFormats", &Self::report_formats,
                        {.min_items = 1, .max_items = 2, .about = "Default: CSV. Without duplicates."}),
            wire::field("grantees", &Self::grantees,
                        {.max_items = 100,
                         .about = "Who may use the report besides administrators. Without duplicates."}),
            wire::field("schedule", &Self::schedule, {.about = "When the report is run automatically."}));
    }
    static ReportInput example() {
        return {.name = "Jobs of the last three months",
                .row_entity_type = "JOB",
                .columns = {{{{.data_point = "jobId"}, {.data_point = "title"}}}},
                .filters = {{{.column = {.data_point = "createdOn"},
                              .date_period = {{.period = 3, .unit = reports::PeriodUnit::months}}}}},
                .report_formats = {{{reports::Format::csv, reports::Format::excel}}},
                .grantees = {{{UserId::from_trusted("65a0f3c2b1d4e5f60718293a")}}},
                .schedule = {
                    {.frequency = reports::Frequency::weekly,
                     .activity_period = {.from = {1'767'571'200'000}, .to = std::nullopt},
                     .scheduling_time = {
                         .from = {.hour = 6, .minute = 0}, .to = std::nullopt, .zone = "Europe/Warsaw"}}}};
    }
    // The name and type of a column are read-only; different values are ignored and reported as unused.
    static void note_unused(const ReportInput& input, wire::Reading& reading);
};

// --- responses

struct ReportView {
    ReportId id;
    std::string name;
    std::string_view row_entity_type;
    std::vector<reports::ColumnChoice> columns;
    std::vector<reports::FilterChoice> filters;
    Timestamp creation_date;
    Timestamp modification_date;
    std::optional<UserId> creator;
    std::optional<UserId> modifier;
    std::vector<UserId> grantees;
    std::optional<reports::Schedule> schedule;
    std::vector<reports::Format> report_formats;
    ReportId report_template;
    std::optional<AccessGroupId> access_group;
    std::optional<accounts::Role> system_role;

    static constexpr std::string_view kName = "Report";
    static constexpr auto shape() {
        using Self = ReportView;
        return wire::fields(
            wire::field("reportId", &Self::id), wire::field("name", &Self::name),
            wire::field("rowEntityTypeId", &Self::row_entity_type), wire::field("columns", &Self::columns),
            wire::field("filters", &Self::filters), wire::field("creationDate", &Self::creation_date),
            wire::field("modificationDate", &Self::modification_date),
            wire::field("creatorId", &Self::creator, {.about = "Absent for built-in reports."}),
            wire::field("modifierId", &Self::modifier), wire::field("grantees", &Self::grantees),
            wire::field("schedule", &Self::schedule), wire::field("reportFormats", &Self::report_formats),
            wire::field("reportTemplateId", &Self::report_template,
                        {.about = "The built-in report on the same entity."}),
            wire::field("accessGroupId", &Self::access_group,
                        {.about = "The access group of the creator, if the creator is in exactly one."}),
            wire::field("systemRoleId", &Self::system_role, {.about = "The system role of the creator."}));
    }
};

struct ReportList {
    wire::Cursor next_page;
    std::vector<ReportView> content;

    static constexpr std::string_view kName = "Reports";
    static constexpr auto shape() {
        return wire::fields(wire::field("nextPage", &ReportList::next_page),
                            wire::field("content", &ReportList::content));
    }
};

struct ReportFileView {
    ReportFileId id;
    ReportId report;
    reports::FileStatus status{};
    reports::ScheduleType schedule_type{};
    Timestamp scheduling_date;
    std::optional<Timestamp> generation_date;
    UserId requestor;
    accounts::Role system_role{};
    std::optional<AccessGroupId> access_group;
    std::string row_entity_type;
    std::vector<reports::ColumnChoice> columns;
    std::vector<reports::FilterChoice> filters;
    std::optional<reports::Failure> error_reason;

    static constexpr std::string_view kName = "ReportFile";
    static constexpr auto shape() {
        using Self = ReportFileView;
        return wire::fields(
            wire::field("reportFileId", &Self::id), wire::field("reportId", &Self::report),
            wire::field("reportFileStatus", &Self::status), wire::field("scheduleType", &Self::schedule_type),
            wire::field("schedulingDate", &Self::scheduling_date),
            wire::field("generationDate", &Self::generation_date,
                        {.about = "When generation completed or failed."}),
            wire::field("requestorId", &Self::requestor, {.about = "The file has what this user may see."}),
            wire::field("systemRoleId", &Self::system_role),
            wire::field("accessGroupId", &Self::access_group,
                        {.about = "The access group of the requestor, if it was exactly one."}),
            wire::field("rowEntityTypeId", &Self::row_entity_type), wire::field("columns", &Self::columns),
            wire::field("filters", &Self::filters), wire::field("errorReason", &Self::error_reason));
    }
};

struct ReportFileList {
    wire::Cursor next_page;
    std::vector<ReportFileView> content;

    static constexpr std::string_view kName = "ReportFiles";
    static constexpr auto shape() {
        return wire::fields(wire::field("nextPage", &ReportFileList::next_page),
                            wire::field("content", &ReportFileList::content));
    }
};

}  // namespace callboard::api
