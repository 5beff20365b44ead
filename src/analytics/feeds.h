// The six tables of the deprecated Analytics API with their columns.
#pragma once

#include <span>

#include "reports/table.h"

namespace callboard::analytics {

enum class Feed { applications, hiring_team, interviews, job_fields, jobs, positions };

const reports::Table& table_of(Feed feed);

// Fills in columns that SQL cannot compute. Returns false if the row must be omitted.
bool complete(Feed feed, std::span<reports::Cell> row);

}  // namespace callboard::analytics
