// What reports can be about: every area is a table with its columns, and the built-in report that shows all
// of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "configuration/reasons.h"
#include "reports/table.h"

namespace callboard::reports {

struct Area {
    std::string_view id;     // rowEntityTypeId: JOB
    std::string_view title;  // of the built-in report: Jobs
    Table table;
};

// The expression that gives the label of an application's reason (a.reason_id): labels are the same for all
// companies, so no table has them. Ids of the two kinds differ, and only an application that was rejected, or
// withdrawn, has one of that kind.
std::string label_of_reason(configuration::ReasonKind kind);

std::span<const Area> all_areas();
const Area* area_called(std::string_view id);                        // null: there is none
const Column* column_called(const Area& area, std::string_view id);  // the same

}  // namespace callboard::reports
