#pragma once

#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/position.h"

namespace callboard::jobs {

std::vector<Position> positions(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job);
Position position(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job,
                  const PositionId& id);

Position add_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const PositionDraft& draft);
Position change_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const PositionId& id,
                         const PositionDraft& draft);
void remove_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const PositionId& id);

// Fills the oldest open position, if there is one, after a hire. The caller has checked the permission.
void assign_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job);

}  // namespace callboard::jobs
