// A report: area, columns, filters, readers and schedule. Every company has a built-in one for each area;
// administrators create others.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "reports/areas.h"
#include "wire/shape.h"

namespace callboard::reports {

enum class Format { csv, excel };
enum class PeriodUnit { days, weeks, months, years };
enum class Frequency { annually, monthly, weekly, daily };

// The parts of a report that are stored and returned as JSON in the format of the API.

struct ColumnChoice {
    std::optional<std::string> entity_type;  // must be that of the report
    std::string data_point;
    std::optional<std::string> data_point_name;  // output only; input is ignored
    std::optional<DataType> data_point_type;     // likewise

    static constexpr std::string_view kName = "ReportColumn";
    static constexpr auto shape() {
        using Self = ColumnChoice;
        return wire::fields(
            wire::field("entityTypeId", &Self::entity_type, {.max_length = 64}),
            wire::field("dataPointId", &Self::data_point, {.min_length = 1, .max_length = 64}),
            wire::field("dataPointName", &Self::data_point_name, {.max_length = 256}),
            wire::field("dataPointType", &Self::data_point_type));
    }
};

struct DateRange {
    std::optional<Timestamp> from;
    std::optional<Timestamp> to;

    static constexpr std::string_view kName = "ReportDateRange";
    static constexpr auto shape() {
        return wire::fields(wire::field("from", &DateRange::from), wire::field("to", &DateRange::to));
    }
};

// The last n days, weeks …, up to now; with `full_period` up to the end of the last complete one.
struct DatePeriod {
    std::int64_t period = 1;
    PeriodUnit unit{};
    std::optional<bool> full_period;

    static constexpr std::string_view kName = "ReportDatePeriod";
    static constexpr auto shape() {
        return wire::fields(wire::field("period", &DatePeriod::period, {.min = 1, .max = 10'000}),
                            wire::field("unit", &DatePeriod::unit),
                            wire::field("fullPeriod", &DatePeriod::full_period));
    }
};

struct RowValues {
    std::optional<bool> none_value;  // also rows without a value
    std::optional<std::vector<std::string>> values;

    static constexpr std::string_view kName = "ReportRowValues";
    static constexpr auto shape() {
        return wire::fields(wire::field("noneValue", &RowValues::none_value),
                            wire::field("values", &RowValues::values,
                                        {.min_length = 1, .max_length = 256, .max_items = 100}));
    }
};

struct BooleanValue {
    bool value = false;

    static constexpr std::string_view kName = "ReportBooleanValue";
    static constexpr auto shape() { return wire::fields(wire::field("value", &BooleanValue::value)); }
};

// Exactly one of the four is set.
struct FilterChoice {
    ColumnChoice column;
    std::optional<DateRange> date_range;
    std::optional<DatePeriod> date_period;
    std::optional<RowValues> row_values;
    std::optional<BooleanValue> boolean_value;

    static constexpr std::string_view kName = "ReportFilter";
    static constexpr auto shape() {
        using Self = FilterChoice;
        return wire::fields(wire::field("column", &Self::column), wire::field("dateRange", &Self::date_range),
                            wire::field("datePeriod", &Self::date_period),
                            wire::field("rowValues", &Self::row_values),
                            wire::field("booleanValue", &Self::boolean_value));
    }
};

struct ActivityPeriod {
    Timestamp from;
    std::optional<Timestamp> to;

    static constexpr std::string_view kName = "ReportActivityPeriod";
    static constexpr auto shape() {
        return wire::fields(wire::field("from", &ActivityPeriod::from),
                            wire::field("to", &ActivityPeriod::to));
    }
};

struct TimeOfDay {
    int hour = 0;
    int minute = 0;

    bool operator==(const TimeOfDay&) const = default;
};

// Times of day in an IANA time zone. The report runs at `from`.
struct SchedulingTime {
    TimeOfDay from;
    std::optional<TimeOfDay> to;
    std::optional<std::string> zone;  // default: UTC

    static constexpr std::string_view kName = "ReportSchedulingTime";
    static constexpr auto shape() {
        return wire::fields(wire::field("from", &SchedulingTime::from),
                            wire::field("to", &SchedulingTime::to),
                            wire::field("zone", &SchedulingTime::zone, {.min_length = 1, .max_length = 64}));
    }
};

}  // namespace callboard::reports

// {"hour": 6, "minute": 30}; input may also be "06:30".
template <>
struct callboard::wire::Codec<callboard::reports::TimeOfDay> {
    using TimeOfDay = callboard::reports::TimeOfDay;
    static std::optional<TimeOfDay> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const TimeOfDay& time);
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas);
};

namespace callboard::reports {

struct Schedule {
    Frequency frequency{};
    ActivityPeriod activity_period;
    SchedulingTime scheduling_time;

    static constexpr std::string_view kName = "ReportSchedule";
    static constexpr auto shape() {
        return wire::fields(wire::field("frequency", &Schedule::frequency),
                            wire::field("activityPeriod", &Schedule::activity_period),
                            wire::field("schedulingTime", &Schedule::scheduling_time));
    }
};

struct Definition {
    std::vector<ColumnChoice> columns;
    std::vector<FilterChoice> filters;
    std::vector<Format> formats;
    std::vector<UserId> grantees;  // users who may read it besides administrators
    std::optional<Schedule> schedule;

    static constexpr auto shape() {
        using Self = Definition;
        return wire::fields(wire::field("columns", &Self::columns), wire::field("filters", &Self::filters),
                            wire::field("reportFormats", &Self::formats),
                            wire::field("grantees", &Self::grantees),
                            wire::field("schedule", &Self::schedule));
    }
};

struct Report {
    ReportId id;
    std::string name;
    const Area* area = nullptr;
    Definition definition;
    std::optional<UserId> creator;  // absent: built in
    std::optional<accounts::Role> creator_role;
    std::optional<AccessGroupId> creator_group;  // if they are in exactly one
    std::optional<UserId> modifier;
    Timestamp created_at;
    Timestamp updated_at;
    std::optional<Timestamp> next_run_at;

    bool is_built_in() const { return !creator; }
};

// Parses the stored definition; throws if it is invalid.
Definition kept_definition(std::string_view json);

// The id of the built-in report of an area.
ReportId template_of(const CompanyId& company, const Area& area);

// The description of a column in a report.
ColumnChoice choice_of(const Area& area, const Column& column);
std::vector<ColumnChoice> all_columns(const Area& area);

// The built-in report of an area. Its id is derived from the company's: it has no row.
Report built_in(const CompanyId& company, Timestamp company_created_at, const Area& area);

}  // namespace callboard::reports

template <>
struct callboard::Names<callboard::reports::Format> {
    using enum callboard::reports::Format;
    static constexpr std::string_view kName = "ReportFormat";
    static constexpr std::array kList{std::pair{csv, std::string_view{"CSV"}},
                                      std::pair{excel, std::string_view{"EXCEL"}}};
};
template <>
struct callboard::Names<callboard::reports::PeriodUnit> {
    using enum callboard::reports::PeriodUnit;
    static constexpr std::string_view kName = "ReportPeriodUnit";
    static constexpr std::array kList{
        std::pair{days, std::string_view{"DAYS"}}, std::pair{weeks, std::string_view{"WEEKS"}},
        std::pair{months, std::string_view{"MONTHS"}}, std::pair{years, std::string_view{"YEARS"}}};
};
template <>
struct callboard::Names<callboard::reports::Frequency> {
    using enum callboard::reports::Frequency;
    static constexpr std::string_view kName = "ReportFrequency";
    static constexpr std::array kList{
        std::pair{annually, std::string_view{"ANNUALLY"}}, std::pair{monthly, std::string_view{"MONTHLY"}},
        std::pair{weekly, std::string_view{"WEEKLY"}}, std::pair{daily, std::string_view{"DAILY"}}};
};
