// API usage per day.
#pragma once

#include <span>
#include <vector>

#include "db/db.h"
#include "edge/use_meter.h"

namespace callboard::edge::store {

// Adds to the counts of the current day (UTC), and notes when API keys were used. Keys must be in the order
// of UseMeter::take(): servers that lock the same rows in a different order could deadlock.
void add_use(db::Tx& tx, std::span<const Use> uses);

// Those of the companies from `first` to `last` that have use older than 400 days.
std::vector<CompanyId> companies_with_old_use(db::Snapshot& snapshot, const CompanyId& first,
                                              const CompanyId& last);

// Deletes a batch of it, of the company of the transaction; returns true if there may be more.
bool delete_old_use(db::Tx& tx);

}  // namespace callboard::edge::store
