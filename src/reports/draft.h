// The input of a caller for a report, and its validation.
#pragma once

#include <cstddef>
#include <string>

#include "db/db.h"
#include "reports/report.h"

namespace callboard::reports {

inline constexpr std::size_t kMostBytesOfDefinition = std::size_t{32} * 1024;  // as JSON

struct Draft {
    std::string name;
    std::string area;
    Definition definition;
};

struct CheckedDraft {
    const Area* area = nullptr;
    Definition definition;  // with defaults: all columns, CSV
};

// Throws with all errors of the draft, each with its JSON path: AREA_NOT_FOUND, COLUMN_NOT_FOUND …
CheckedDraft checked(db::Snapshot& snapshot, const Draft& draft);

}  // namespace callboard::reports
