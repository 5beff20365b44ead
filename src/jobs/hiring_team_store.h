// All SQL of hiring teams.
#pragma once

#include <cstdint>
#include <vector>

#include "db/db.h"
#include "jobs/hiring_team.h"

namespace callboard::jobs::store {

// Returns false if the user is already on the team.
bool insert_member(db::Tx& tx, const JobId& id, const TeamMember& member);

std::vector<TeamMember> list_team(db::Snapshot& snapshot, const JobId& id);  // ordered by time of joining
bool is_on_team(db::Snapshot& snapshot, const JobId& id, const UserId& user);
std::int64_t count_team(db::Snapshot& snapshot, const JobId& id);

// Jobs that the user created or on whose team they are; at most this many of them.
std::vector<JobId> list_own(db::Snapshot& snapshot, const UserId& user, std::int64_t most);

void remove_member(db::Tx& tx, const JobId& id, const UserId& user);
void keep_as_creator(db::Tx& tx, const JobId& id, const UserId& user);  // of a creator who left the team

}  // namespace callboard::jobs::store
