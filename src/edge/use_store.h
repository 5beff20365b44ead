// API usage per day.
#pragma once

#include <span>

#include "db/db.h"
#include "edge/use_meter.h"

namespace callboard::edge::store {

// Adds to the counts of the current day (UTC). Keys must be in the order of UseMeter::take(): servers that
// lock the same rows in a different order could deadlock.
void add_use(db::Tx& tx, std::span<const Use> uses);

// Deletes a batch of what is older than 400 days; returns true if there may be more.
bool delete_old_use(db::Tx& tx);

}  // namespace callboard::edge::store
