// All SQL of hiring teams.
#pragma once

#include <cstdint>
#include <vector>

#include "db/db.h"
#include "jobs/hiring_team.h"

namespace callboard::jobs::store {

// False when the user is on the team already.
bool insert_member(db::Tx& tx, const JobId& id, const TeamMember& member);

std::vector<TeamMember> list_team(db::Snapshot& snapshot, const JobId& id);  // in the order they came
bool is_on_team(db::Snapshot& snapshot, const JobId& id, const UserId& user);
std::int64_t count_team(db::Snapshot& snapshot, const JobId& id);

void remove_member(db::Tx& tx, const JobId& id, const UserId& user);
void keep_as_creator(db::Tx& tx, const JobId& id, const UserId& user);  // who is no member any more

}  // namespace callboard::jobs::store
