// All SQL of reports.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/db.h"
#include "reports/report.h"

namespace callboard::reports::store {

// Custom reports of the company, last changed first. Rows that cannot be parsed are omitted.
std::vector<Report> list(db::Snapshot& snapshot);
// Throws if the row cannot be parsed.
std::optional<Report> find(db::Snapshot& snapshot, const ReportId& id);
std::int64_t count(db::Snapshot& snapshot);
// Locks the row until the commit. Returns false if there is none.
bool lock_row(db::Tx& tx, const ReportId& id);

void insert(db::Tx& tx, const Report& report);
void update(db::Tx& tx, const Report& report);  // the row must be locked
bool remove(db::Tx& tx, const ReportId& id);

// Reports of all companies that are due, at most `limit`.
struct Due {
    CompanyId company;
    ReportId report;
};
std::vector<Due> due(db::Snapshot& snapshot, Timestamp now, std::int64_t most);
void set_next_run(db::Tx& tx, const ReportId& id, std::optional<Timestamp> at);

}  // namespace callboard::reports::store
