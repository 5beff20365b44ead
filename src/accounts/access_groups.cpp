#include "accounts/access_groups.h"

#include <algorithm>
#include <set>
#include <utility>

#include "accounts/access_group_store.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

constexpr std::string_view kAdded = "addedToAccessGroup";
constexpr std::string_view kRemoved = "removedFromAccessGroup";

AccessGroup existing_group(db::Snapshot& snapshot, const AccessGroupId& id) {
    auto group = store::find_group(snapshot, id);
    if (!group) throw not_found("ACCESS_GROUP_NOT_FOUND");
    return std::move(*group);
}

// Group membership is part of a user, so it is audited as a change of the user.
void record_change(db::Tx& tx, const Actor& actor, const UserId& user, std::string_view what,
                   const AccessGroupId& group) {
    events::audit(tx, actor,
                  {.name = "USER_ACCOUNT_UPDATED",
                   .entity_type = "USER",
                   .entity_id = user.text(),
                   .context = {{what, group.text()}}});
}

void record_change(db::Tx& tx, const Actor& actor, std::string_view what, const AccessGroup& group) {
    events::audit(tx, actor,
                  {.name = what,
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"accessGroupId", group.id.text()}, {"name", group.name}}});
}

Error name_is_taken() {
    return conflict("RESOURCE_ALREADY_EXIST", "an access group with this name already exists");
}

}  // namespace

std::vector<AccessGroup> access_groups(db::Snapshot& snapshot, const Actor& actor) {
    require_seeing_users(actor);
    return store::list_groups(snapshot);
}

AccessGroup add_access_group(db::Tx& tx, const Actor& actor, const std::string& name) {
    require_managing_users(actor);
    AccessGroup group{.id = tx.new_id<AccessGroupId>(), .name = name};
    if (!store::insert(tx, group)) throw name_is_taken();
    record_change(tx, actor, "ACCESS_GROUP_CREATED", group);
    return group;
}

void rename_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::string& name) {
    require_managing_users(actor);
    AccessGroup group = existing_group(tx, id);
    if (group.name == name) return;
    group.name = name;
    if (!store::rename(tx, group)) throw name_is_taken();
    record_change(tx, actor, "ACCESS_GROUP_UPDATED", group);
}

void delete_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id) {
    require_managing_users(actor);
    const AccessGroup group = existing_group(tx, id);
    const std::vector<UserId> members = store::member_ids(tx, id);
    if (!store::remove(tx, id))
        throw conflict("ACCESS_GROUP_IN_USE",
                       "jobs are restricted to this access group; remove it from them first");
    for (const UserId& member : members) record_change(tx, actor, member, kRemoved, id);
    record_change(tx, actor, "ACCESS_GROUP_DELETED", group);
}

void set_external_id(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                     const std::optional<std::string>& external_id) {
    require_managing_users(actor);
    auto found = store::find_provisioned_group(tx, id);
    if (!found) throw not_found("ACCESS_GROUP_NOT_FOUND");
    if (found->external_id == external_id) return;
    store::set_external_id(tx, id, external_id);
    events::audit(tx, actor,
                  {.name = "ACCESS_GROUP_UPDATED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"accessGroupId", id.text()}, {"externalId", external_id.value_or("")}}});
}

void change_members(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const std::vector<UserId>& added,
                    const std::vector<UserId>& removed) {
    require_managing_users(actor);
    std::vector<UserId> changed = removed;
    changed.insert(changed.end(), added.begin(), added.end());
    std::set<UserId> members = store::members_among(tx, id, changed);
    for (const UserId& user : removed) {
        if (members.erase(user) == 0) continue;
        store::remove_member(tx, id, user);
        record_change(tx, actor, user, kRemoved, id);
    }
    for (const UserId& user : added) {
        if (!members.insert(user).second) continue;
        store::insert_member(tx, id, user);
        record_change(tx, actor, user, kAdded, id);
    }
}

AccessGroup add_to_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id,
                                const std::vector<UserId>& users) {
    require_managing_users(actor);
    lock_user_changes(tx);
    AccessGroup group = existing_group(tx, id);
    const std::set<UserId> known = store::existing_among(tx, users);
    if (!std::ranges::all_of(users, [&](const UserId& user) { return known.contains(user); }))
        throw not_found("USER_NOT_FOUND");
    change_members(tx, actor, id, users, {});
    return group;
}

void remove_from_access_group(db::Tx& tx, const Actor& actor, const AccessGroupId& id, const UserId& user) {
    require_managing_users(actor);
    lock_user_changes(tx);
    existing_group(tx, id);
    if (!store::find_user(tx, user)) throw not_found("USER_NOT_FOUND");
    if (store::members_among(tx, id, {&user, 1}).empty())
        throw not_found("USER_NOT_IN_ACCESS_GROUP", "the user is not in the access group");
    change_members(tx, actor, id, {}, {user});
}

}  // namespace callboard::accounts
