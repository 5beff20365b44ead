#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/access_group.h"
#include "accounts/actor.h"
#include "db/db.h"

namespace callboard::accounts {

std::vector<AccessGroup> access_groups(db::Snapshot& snapshot, const Actor& actor);

// Creates an empty group.
AccessGroup add_access_group(db::Tx& tx, const Actor& actor, const std::string& name);

// Throws RESOURCE_ALREADY_EXIST if another group has the name.
void rename_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::string& name);

// The id of the group in the directory that provisions it; nothing removes it.
void set_external_id(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                     const std::optional<std::string>& external_id);

// Throws ACCESS_GROUP_IN_USE if jobs are restricted to the group: without it, more users would see them.
void delete_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id);

// Adds the users to the group; existing members are ignored. Throws unless all users exist.
AccessGroup add_to_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                                const std::vector<UserId>& users);
// Who is already a member, or is none, is ignored. The group and the users must exist, and the caller must
// have called lock_user_changes() (user_access.h).
void change_members(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::vector<UserId>& added,
                    const std::vector<UserId>& removed);

// Throws USER_NOT_IN_ACCESS_GROUP.
void remove_from_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const UserId& user);

}  // namespace callboard::accounts
