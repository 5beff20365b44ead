// The areas of reports: each is a table with its columns, and a built-in report with all of them.
#pragma once

#include <span>
#include <string_view>

#include "reports/table.h"

namespace callboard::reports {

struct Area {
    std::string_view id;     // rowEntityTypeId, such as JOB
    std::string_view title;  // of the built-in report, such as Jobs
    Table table;
};

// SQL for the label of an application's reason, which its table joins as `reason`. An application with a
// reason of the other kind gives no label.
inline constexpr std::string_view kRejectionLabel =
    "CASE WHEN reason.kind = 'REJECTION' THEN reason.label END";
inline constexpr std::string_view kWithdrawalLabel =
    "CASE WHEN reason.kind = 'WITHDRAWAL' THEN reason.label END";

// The column with the candidate properties of an application, in a table that calls it `a`.
Column application_properties(std::string_view id, std::string_view name);

std::span<const Area> all_areas();
const Area* area_called(std::string_view id);                        // null: unknown
const Column* column_called(const Area& area, std::string_view id);  // null: unknown

}  // namespace callboard::reports
