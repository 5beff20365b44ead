#pragma once

#include <string>
#include <vector>

#include "accounts/access_group.h"
#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::accounts {

std::vector<AccessGroup> access_groups(db::Snapshot& snapshot, const Actor& actor);

// Creates an empty group.
AccessGroup add_access_group(db::Tx& tx, const Actor& actor, const std::string& name);

// Adds the users to the group; existing members are ignored. Throws unless all users exist.
AccessGroup add_to_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                                const std::vector<UserId>& users);
void remove_from_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const UserId& user);

}  // namespace callboard::accounts
