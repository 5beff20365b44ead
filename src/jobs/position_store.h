// All SQL of positions.
#pragma once

#include <optional>
#include <vector>

#include "db/db.h"
#include "jobs/position.h"

namespace callboard::jobs::store {

void insert(db::Tx& tx, const JobId& job, const Position& position);
void update(db::Tx& tx, const JobId& job, const Position& position);
void remove_position(db::Tx& tx, const JobId& job, const PositionId& id);

std::optional<Position> find_position(db::Snapshot& snapshot, const JobId& job, const PositionId& id);
std::vector<Position> list_positions(db::Snapshot& snapshot,
                                     const JobId& job);  // ordered by creation

}  // namespace callboard::jobs::store
