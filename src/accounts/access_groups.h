#pragma once

#include <string>
#include <vector>

#include "accounts/access_group.h"
#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::accounts {

std::vector<AccessGroup> access_groups(db::Snapshot& snapshot, const Actor& actor);

// A group that did not exist, with nobody in it.
AccessGroup add_access_group(db::Tx& tx, const Actor& actor, const std::string& name);

// Adds the users to the group; those who are in it already stay. Throws unless every one of them exists.
AccessGroup add_to_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                                const std::vector<UserId>& users);
void remove_from_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const UserId& user);

}  // namespace callboard::accounts
