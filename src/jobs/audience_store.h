// Reads who may see a job, for all users at once; the conditions of lists are in job_list_store.cpp.
#pragma once

#include <optional>
#include <vector>

#include "accounts/role.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::jobs::store {

// Its creator and its hiring team.
std::vector<UserId> list_member_ids(db::Snapshot& snapshot, const JobId& job);

// The members of its access groups; nothing if it has no group.
std::optional<std::vector<UserId>> list_group_member_ids(db::Snapshot& snapshot, const JobId& job);

// The users whom its hiring team or its access groups give access to it, with their roles.
struct Viewer {
    UserId user;
    accounts::Role role{};
};
std::vector<Viewer> list_viewers(db::Snapshot& snapshot, const JobId& job);

bool has_row(db::Snapshot& snapshot, const JobId& job);

}  // namespace callboard::jobs::store
