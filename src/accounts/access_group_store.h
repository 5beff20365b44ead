// All SQL of access groups and their members.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/access_group.h"
#include "db/db.h"

namespace callboard::accounts::store {

// False when the name is taken.
bool insert(db::Tx& tx, const AccessGroup& group);

std::vector<AccessGroup> list_groups(db::Snapshot& snapshot);
std::vector<AccessGroup> groups_of(db::Snapshot& snapshot, const UserId& user);
// Those of each user who is in any, without their names.
std::map<UserId, std::vector<AccessGroupId>> group_ids_of(db::Snapshot& snapshot,
                                                          std::span<const UserId> users);
std::optional<AccessGroup> find_group(db::Snapshot& snapshot, const AccessGroupId& id);
std::optional<AccessGroup> find_group_named(db::Snapshot& snapshot, std::string_view name);

// In the order of their creation. A name has one group at most; its case does not matter.
std::vector<ProvisionedGroup> list_provisioned_groups(db::Snapshot& snapshot);
std::vector<ProvisionedGroup> provisioned_groups_named(db::Snapshot& snapshot, std::string_view name);
std::vector<ProvisionedGroup> provisioned_groups_by_external_id(db::Snapshot& snapshot,
                                                                std::string_view external_id);
std::vector<ProvisionedGroup> provisioned_groups_of(db::Snapshot& snapshot, const UserId& user);
std::optional<ProvisionedGroup> find_provisioned_group(db::Snapshot& snapshot, const AccessGroupId& id);

// Members that a directory provisions (user_store.h), ordered by id.
std::vector<GroupMember> members_of(db::Snapshot& snapshot, const AccessGroupId& group);
std::vector<UserId> provisioned_member_ids(db::Snapshot& snapshot, const AccessGroupId& group);
// All members, also service accounts and those whom the directory has deleted.
std::vector<UserId> member_ids(db::Snapshot& snapshot, const AccessGroupId& group);
// Those of the users who are members.
std::set<UserId> members_among(db::Snapshot& snapshot, const AccessGroupId& group,
                               std::span<const UserId> users);
std::int64_t count_members(db::Snapshot& snapshot, const AccessGroupId& group);

// False when another group has the name.
bool rename(db::Tx& tx, const AccessGroup& group);
void set_external_id(db::Tx& tx, const AccessGroupId& group, const std::optional<std::string>& external_id);

// False when jobs are restricted to the group.
bool remove(db::Tx& tx, const AccessGroupId& group);

// Without effect if the user is already a member, or is none.
void insert_member(db::Tx& tx, const AccessGroupId& group, const UserId& user);
void remove_member(db::Tx& tx, const AccessGroupId& group, const UserId& user);

}  // namespace callboard::accounts::store
