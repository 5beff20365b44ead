// All SQL of access groups and their members.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "accounts/access_group.h"
#include "db/db.h"

namespace callboard::accounts::store {

// False when the name is taken.
bool insert(db::Tx& tx, const AccessGroup& group);

std::vector<AccessGroup> list_groups(db::Snapshot& snapshot);
std::vector<AccessGroup> groups_of(db::Snapshot& snapshot, const UserId& user);
std::optional<AccessGroup> find_group(db::Snapshot& snapshot, const AccessGroupId& id);
std::optional<AccessGroup> find_group_named(db::Snapshot& snapshot, std::string_view name);

// Return whether a row changed: false if the user was already a member, or was not one.
bool insert_member(db::Tx& tx, const AccessGroupId& group, const UserId& user);
bool remove_member(db::Tx& tx, const AccessGroupId& group, const UserId& user);

}  // namespace callboard::accounts::store
