// All SQL of the figures about the applications of a period.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/id.h"
#include "candidates/application.h"
#include "db/db.h"

namespace callboard::reports::store {

struct InsightsSelection {
    Timestamp from;
    Timestamp to;                   // exclusive
    const accounts::Actor& reader;  // sees applications for some jobs only (jobs/access.h)
    std::vector<JobId> jobs;        // which the reader must see; none: all that the reader sees
};

struct SourceOfWeek {
    Timestamp monday;
    std::string source;
    std::int64_t count = 0;
};
// Applications by the week of their creation, in order.
std::vector<SourceOfWeek> count_by_week(db::Snapshot& snapshot, const InsightsSelection& selection);

struct Hires {
    Timestamp day;
    std::int64_t tenths_of_days = 0;  // since the application
    std::int64_t count = 0;
};
// Those who were hired in the period and still are, by day.
std::vector<Hires> count_hires(db::Snapshot& snapshot, const InsightsSelection& selection);

struct HistoryRow {
    std::string_view application;  // valid during the visit
    candidates::Status status{};
    Timestamp at;
};
// The status changes of the applications that were created in the period: applications, and the changes of
// each, newest first. Stops after `most` rows.
void visit_history(db::Snapshot& snapshot, const InsightsSelection& selection, std::int64_t most,
                   FunctionRef<void(const HistoryRow&)> visit);

}  // namespace callboard::reports::store
