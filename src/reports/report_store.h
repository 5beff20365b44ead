// All SQL of reports.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/db.h"
#include "reports/report.h"

namespace callboard::reports::store {

// Of the company, made by its people; newest change first. One that cannot be read is left out.
std::vector<Report> list(db::Snapshot& snapshot);
// Throws when it cannot be read.
std::optional<Report> find(db::Snapshot& snapshot, const ReportId& id);
std::int64_t count(db::Snapshot& snapshot);
// Nobody else changes or deletes it until this transaction ends. False: there is none.
bool take_turn(db::Tx& tx, const ReportId& id);

void insert(db::Tx& tx, const Report& report);
void update(db::Tx& tx, const Report& report);  // by whoever has taken their turn
bool remove(db::Tx& tx, const ReportId& id);

// Of all companies: reports whose time has come, at most so many.
struct Due {
    CompanyId company;
    ReportId report;
};
std::vector<Due> due(db::Snapshot& snapshot, Timestamp now, std::int64_t most);
void set_next_run(db::Tx& tx, const ReportId& id, std::optional<Timestamp> at);

}  // namespace callboard::reports::store
