#include "reports/draft.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/user_store.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "reports/schedule.h"

namespace callboard::reports {
namespace {

class Faults {
  public:
    void add(std::string_view code, std::string message, std::string path) {
        faults_.push_back({std::string{code}, std::move(message), std::move(path)});
    }
    void refuse_if_any() {
        if (!faults_.empty()) throw Error{ErrorKind::unprocessable, std::move(faults_)};
    }

  private:
    std::vector<Fault> faults_;
};

std::string item(std::string_view list, std::size_t index) {
    return std::string{list}.append("/").append(std::to_string(index));
}

void twice(Faults& faults, std::string path) {
    faults.add("VALIDATION_ERROR", "is a duplicate", std::move(path));
}

// Finds the chosen column and sets the descriptive members of the choice.
const Column* resolve(Faults& faults, const Area& area, ColumnChoice& choice, const std::string& path) {
    if (choice.entity_type && *choice.entity_type != area.id) {
        faults.add("COLUMN_NOT_FOUND", "columns must be of the area of the report, " + in_quotes(area.id),
                   path + "/entityTypeId");
        return nullptr;
    }
    const Column* column = column_called(area, choice.data_point);
    if (!column) {
        faults.add("COLUMN_NOT_FOUND",
                   "the area " + in_quotes(area.id) + " has no column " + in_quotes(choice.data_point),
                   path + "/dataPointId");
        return nullptr;
    }
    choice = choice_of(area, *column);
    return column;
}

void check_columns(Faults& faults, const Area& area, std::vector<ColumnChoice>& columns) {
    std::set<const Column*> seen;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string path = item("/columns", i);
        const Column* column = resolve(faults, area, columns[i], path);
        if (column && !seen.insert(column).second) twice(faults, path + "/dataPointId");
    }
}

bool has_values_to_list(DataType type) {
    switch (type) {
        case DataType::id:
        case DataType::text:
        case DataType::word:
        case DataType::number: return true;
        case DataType::date:
        case DataType::boolean:
        case DataType::decimal: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// Nothing if the filter is valid.
std::optional<std::string> fault_of(const FilterChoice& filter, const Column& column) {
    const int conditions =
        static_cast<int>(filter.date_range.has_value()) + static_cast<int>(filter.date_period.has_value()) +
        static_cast<int>(filter.row_values.has_value()) + static_cast<int>(filter.boolean_value.has_value());
    if (conditions != 1) return "must have exactly one of dateRange, datePeriod, rowValues and booleanValue";
    if (!can_filter(column)) return "this column does not support filters";
    if (filter.row_values && !has_values_to_list(column.type))
        return "rowValues requires a column of ids, texts, words or numbers";
    if (filter.boolean_value && column.type != DataType::boolean)
        return "booleanValue requires a boolean column";
    if ((filter.date_range || filter.date_period) && column.type != DataType::date)
        return "dateRange and datePeriod require a date column";
    if (const auto& range = filter.date_range) {
        if (!range->from && !range->to) return "dateRange must have from, to or both";
        if (range->from && range->to && *range->to <= *range->from)
            return "in a dateRange, to must be after from";
    }
    return std::nullopt;
}

void check_filters(Faults& faults, const Area& area, std::vector<FilterChoice>& filters) {
    for (std::size_t i = 0; i < filters.size(); ++i) {
        const std::string path = item("/filters", i);
        const Column* column = resolve(faults, area, filters[i].column, path + "/column");
        if (!column) continue;
        if (auto why = fault_of(filters[i], *column)) faults.add("INVALID_FILTER", std::move(*why), path);
    }
}

void check_formats(Faults& faults, const std::vector<Format>& formats) {
    for (std::size_t i = 0; i < formats.size(); ++i)
        if (std::ranges::count(formats.begin(), formats.begin() + static_cast<std::ptrdiff_t>(i),
                               formats[i]) > 0)
            twice(faults, item("/reportFormats", i));
}

void check_grantees(Faults& faults, db::Snapshot& snapshot, const std::vector<UserId>& grantees) {
    std::set<UserId> seen;
    for (std::size_t i = 0; i < grantees.size(); ++i) {
        const std::string path = item("/grantees", i);
        if (!seen.insert(grantees[i]).second) {
            twice(faults, path);
        } else if (!accounts::store::find_user(snapshot, grantees[i])) {
            faults.add("USER_NOT_FOUND", "user " + in_quotes(grantees[i].text()) + " does not exist", path);
        }
    }
}

void check_schedule(Faults& faults, const Schedule& schedule) {
    constexpr std::string_view kCode = "INVALID_SCHEDULE";
    const ActivityPeriod& period = schedule.activity_period;
    const SchedulingTime& time = schedule.scheduling_time;
    if (period.to && *period.to <= period.from)
        faults.add(kCode, "must be after from", "/schedule/activityPeriod/to");
    if (time.zone && !is_zone(*time.zone))
        faults.add(kCode, "must be an IANA time zone, such as Europe/Berlin",
                   "/schedule/schedulingTime/zone");
}

// Limited because a list returns the definitions of many reports.
void check_size(Faults& faults, const Definition& definition) {
    if (wire::to_json(definition).size() > kMostBytesOfDefinition)
        faults.add("VALIDATION_ERROR",
                   "columns, filters, formats, grantees and schedule are too large: at most " +
                       std::to_string(kMostBytesOfDefinition) + " bytes of JSON",
                   "");
}

}  // namespace

CheckedDraft checked(db::Snapshot& snapshot, const Draft& draft) {
    Faults faults;
    Definition definition = draft.definition;
    const Area* area = area_called(draft.area);
    if (area) {
        check_columns(faults, *area, definition.columns);
        check_filters(faults, *area, definition.filters);
    } else {
        faults.add("AREA_NOT_FOUND", "area " + in_quotes(draft.area) + " does not exist", "/rowEntityTypeId");
    }
    check_formats(faults, definition.formats);
    check_grantees(faults, snapshot, definition.grantees);
    if (definition.schedule) check_schedule(faults, *definition.schedule);
    faults.refuse_if_any();

    if (definition.columns.empty()) definition.columns = all_columns(*area);
    if (definition.formats.empty()) definition.formats = {Format::csv};
    check_size(faults, definition);
    faults.refuse_if_any();
    return {area, std::move(definition)};
}

}  // namespace callboard::reports
