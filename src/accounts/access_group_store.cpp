#include "accounts/access_group_store.h"

#include <utility>

#include "accounts/renaming_store.h"
#include "accounts/user_store.h"
#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kInsert{"access_group_insert", R"sql(
    INSERT INTO access_group (company_id, id, name, name_key, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, name_key) DO NOTHING)sql"};

constexpr db::Sql kList{"access_group_list", R"sql(
    SELECT id, name FROM access_group WHERE company_id = $1 ORDER BY name_key)sql"};

// CROSS JOIN: SQLite reads the memberships of the user first, and not all groups in the order of their names.
constexpr db::Sql kOfUser{"access_group_of_user", R"sql(
    SELECT g.id, g.name FROM access_group_member m CROSS JOIN access_group g
    WHERE m.company_id = $1 AND m.user_id = $2 AND g.company_id = m.company_id AND g.id = m.access_group_id
    ORDER BY g.name_key)sql"};

constexpr db::ListSql kIdsOfUsers{"access_group_ids_of_users", "m.user_id, m.access_group_id",
                                  "FROM access_group_member m WHERE m.company_id = $1",
                                  "ORDER BY m.user_id, m.access_group_id"};

constexpr db::ListSql kMembersAmong{"access_group_members_among", "m.user_id", kIdsOfUsers.from,
                                    "ORDER BY m.user_id"};

constexpr db::Sql kFind{"access_group_find", R"sql(
    SELECT id, name FROM access_group WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindNamed{"access_group_find_named", R"sql(
    SELECT id, name FROM access_group WHERE company_id = $1 AND name_key = $2)sql"};

constexpr db::Sql kInsertMember{"access_group_member_insert", R"sql(
    INSERT INTO access_group_member (company_id, access_group_id, user_id) VALUES ($1, $2, $3)
    ON CONFLICT (company_id, access_group_id, user_id) DO NOTHING)sql"};

constexpr db::Sql kRemoveMember{"access_group_member_remove", R"sql(
    DELETE FROM access_group_member WHERE company_id = $1 AND access_group_id = $2 AND user_id = $3)sql"};

constexpr db::Sql kListProvisioned{"access_group_list_provisioned", R"sql(
    SELECT id, name, external_id, created_at FROM access_group WHERE company_id = $1 ORDER BY created_at, id)sql"};

constexpr db::Sql kProvisionedNamed{"access_group_provisioned_named", R"sql(
    SELECT id, name, external_id, created_at FROM access_group WHERE company_id = $1 AND name_key = $2)sql"};

constexpr db::Sql kProvisionedByExternalId{"access_group_provisioned_by_external_id", R"sql(
    SELECT id, name, external_id, created_at FROM access_group
    WHERE company_id = $1 AND external_id = $2 ORDER BY created_at, id)sql"};

constexpr db::Sql kProvisionedOfUser{"access_group_provisioned_of_user", R"sql(
    SELECT g.id, g.name, g.external_id, g.created_at FROM access_group_member m CROSS JOIN access_group g
    WHERE m.company_id = $1 AND m.user_id = $2 AND g.company_id = m.company_id AND g.id = m.access_group_id
    ORDER BY g.created_at, g.id)sql"};

constexpr db::Sql kFindProvisioned{"access_group_find_provisioned", R"sql(
    SELECT id, name, external_id, created_at FROM access_group WHERE company_id = $1 AND id = $2)sql"};

// Where kIsProvisioned (user_store.h).
constexpr db::ListSql kMembers{
    "access_group_members", "u.id, u.first_name, u.last_name",
    "FROM access_group_member m JOIN user_account u ON u.company_id = m.company_id AND u.id = m.user_id "
    "WHERE m.company_id = $1",
    "ORDER BY m.user_id"};
constexpr db::ListSql kProvisionedMemberIds{"access_group_provisioned_member_ids", "m.user_id", kMembers.from,
                                            kMembers.order};

constexpr db::Sql kMemberIds{"access_group_member_ids", R"sql(
    SELECT user_id FROM access_group_member WHERE company_id = $1 AND access_group_id = $2 ORDER BY user_id)sql"};

constexpr db::Sql kCountMembers{"access_group_count_members", R"sql(
    SELECT count(*) FROM access_group_member WHERE company_id = $1 AND access_group_id = $2)sql"};

constexpr db::Sql kRename{"access_group_rename", R"sql(
    UPDATE access_group SET name = $3, name_key = $4
    WHERE company_id = $1 AND id = $2 AND NOT EXISTS (
        SELECT 1 FROM access_group other
        WHERE other.company_id = $1 AND other.name_key = $4 AND other.id <> $2))sql"};

constexpr db::Sql kSetExternalId{"access_group_set_external_id", R"sql(
    UPDATE access_group SET external_id = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kRemove{"access_group_remove", R"sql(
    DELETE FROM access_group
    WHERE company_id = $1 AND id = $2 AND NOT EXISTS (
        SELECT 1 FROM job_access_group j WHERE j.company_id = $1 AND j.access_group_id = $2))sql"};

ProvisionedGroup provisioned_from(const db::Row& row) {
    return {.group = {.id = row.id<AccessGroupId>(0), .name = row.string(1)},
            .external_id = row.optional_string(2),
            .created_at = row.time(3)};
}

AccessGroup group_from(const db::Row& row) {
    return {.id = row.id<AccessGroupId>(0), .name = row.string(1)};
}

}  // namespace

bool insert(db::Tx& tx, const AccessGroup& group) {
    const std::string key = fold(group.name);
    return tx.execute(kInsert, {group.id, group.name, key, tx.now}) == 1;
}

std::vector<AccessGroup> list_groups(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, group_from);
}

std::vector<AccessGroup> groups_of(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.all(kOfUser, {user}, group_from);
}

std::map<UserId, std::vector<AccessGroupId>> group_ids_of(db::Snapshot& snapshot,
                                                          std::span<const UserId> users) {
    std::map<UserId, std::vector<AccessGroupId>> groups;
    if (users.empty()) return groups;
    db::ListQuery list{kIdsOfUsers};
    list.where_any("m.user_id", users).whole();
    auto memberships = snapshot.all(
        list, [](const db::Row& row) { return std::pair{row.id<UserId>(0), row.id<AccessGroupId>(1)}; });
    for (auto& [user, group] : memberships) groups[std::move(user)].push_back(std::move(group));
    return groups;
}

std::optional<AccessGroup> find_group(db::Snapshot& snapshot, const AccessGroupId& id) {
    return snapshot.first(kFind, {id}, group_from);
}

std::optional<AccessGroup> find_group_named(db::Snapshot& snapshot, std::string_view name) {
    const std::string key = fold(name);
    return snapshot.first(kFindNamed, {key}, group_from);
}

std::vector<ProvisionedGroup> list_provisioned_groups(db::Snapshot& snapshot) {
    return snapshot.all(kListProvisioned, {}, provisioned_from);
}

std::vector<ProvisionedGroup> provisioned_groups_named(db::Snapshot& snapshot, std::string_view name) {
    const std::string key = fold(name);
    return snapshot.all(kProvisionedNamed, {key}, provisioned_from);
}

std::vector<ProvisionedGroup> provisioned_groups_by_external_id(db::Snapshot& snapshot,
                                                                std::string_view external_id) {
    return snapshot.all(kProvisionedByExternalId, {external_id}, provisioned_from);
}

std::vector<ProvisionedGroup> provisioned_groups_of(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.all(kProvisionedOfUser, {user}, provisioned_from);
}

std::optional<ProvisionedGroup> find_provisioned_group(db::Snapshot& snapshot, const AccessGroupId& id) {
    return snapshot.first(kFindProvisioned, {id}, provisioned_from);
}

std::vector<GroupMember> members_of(db::Snapshot& snapshot, const AccessGroupId& group) {
    db::ListQuery list{kMembers};
    list.where("m.access_group_id =", group).where(kIsProvisioned).whole();
    return snapshot.all(list, [](const db::Row& row) {
        return GroupMember{.user = row.id<UserId>(0), .name = row.string(1) + " " + row.string(2)};
    });
}

std::vector<UserId> provisioned_member_ids(db::Snapshot& snapshot, const AccessGroupId& group) {
    db::ListQuery list{kProvisionedMemberIds};
    list.where("m.access_group_id =", group).where(kIsProvisioned).whole();
    return snapshot.all(list, [](const db::Row& row) { return row.id<UserId>(0); });
}

std::vector<UserId> member_ids(db::Snapshot& snapshot, const AccessGroupId& group) {
    return snapshot.all(kMemberIds, {group}, [](const db::Row& row) { return row.id<UserId>(0); });
}

std::set<UserId> members_among(db::Snapshot& snapshot, const AccessGroupId& group,
                               std::span<const UserId> users) {
    std::set<UserId> found;
    in_portions(users, [&](std::span<const UserId> some) {
        db::ListQuery list{kMembersAmong};
        list.where("m.access_group_id =", group).where_any("m.user_id", some).whole();
        for (UserId& id : snapshot.all(list, [](const db::Row& row) { return row.id<UserId>(0); }))
            found.insert(std::move(id));
    });
    return found;
}

std::int64_t count_members(db::Snapshot& snapshot, const AccessGroupId& group) {
    return snapshot.number(kCountMembers, {group});
}

bool rename(db::Tx& tx, const AccessGroup& group) {
    const std::string key = fold(group.name);
    if (tx.execute(kRename, {group.id, group.name, key}) == 0) return false;
    record_renaming(tx, Renamed::access_group, group.id.text());
    return true;
}

void set_external_id(db::Tx& tx, const AccessGroupId& group, const std::optional<std::string>& external_id) {
    tx.enqueue(kSetExternalId, {group, external_id});
}

bool remove(db::Tx& tx, const AccessGroupId& group) {
    return tx.execute(kRemove, {group}) == 1;
}

void insert_member(db::Tx& tx, const AccessGroupId& group, const UserId& user) {
    tx.enqueue(kInsertMember, {group, user});
}

void remove_member(db::Tx& tx, const AccessGroupId& group, const UserId& user) {
    tx.enqueue(kRemoveMember, {group, user});
}

}  // namespace callboard::accounts::store
