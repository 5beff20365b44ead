// The six tables of the Analytics API, each with all that it tells.
#pragma once

#include <span>

#include "reports/table.h"

namespace callboard::analytics {

enum class Feed { applications, hiring_team, interviews, job_fields, jobs, positions };

const reports::Table& table_of(Feed feed);

// Adds to a row of that table what the database cannot say itself. False: the row is not shown.
bool complete(Feed feed, std::span<reports::Cell> row);

}  // namespace callboard::analytics
