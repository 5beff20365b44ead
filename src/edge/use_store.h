// How often who called what, by day.
#pragma once

#include <span>

#include "db/db.h"
#include "edge/use_meter.h"

namespace callboard::edge::store {

// Adds to what the day (UTC) has so far. Two servers that add the same keys give them in the same order, as
// UseMeter::take() has them: otherwise they may wait for each other.
void add_use(db::Tx& tx, std::span<const Use> uses);

// What is older than 400 days, some at a time; true when there may be more.
bool delete_old_use(db::Tx& tx);

}  // namespace callboard::edge::store
