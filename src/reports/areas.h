// The areas of reports: each is a table with its columns, and a built-in report with all of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "configuration/reasons.h"
#include "reports/table.h"

namespace callboard::reports {

struct Area {
    std::string_view id;     // rowEntityTypeId, such as JOB
    std::string_view title;  // of the built-in report, such as Jobs
    Table table;
};

// An SQL expression for the label of an application's reason (a.reason_id). Labels are constant, so there is
// no table of them. Ids of the two kinds differ, so an application with another kind of reason gives no
// label.
std::string label_of_reason(configuration::ReasonKind kind);

std::span<const Area> all_areas();
const Area* area_called(std::string_view id);                        // null: unknown
const Column* column_called(const Area& area, std::string_view id);  // null: unknown

}  // namespace callboard::reports
