#include "accounts/access_group_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kInsert{"access_group_insert", R"sql(
    INSERT INTO access_group (company_id, id, name, name_key, created_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, name_key) DO NOTHING)sql"};

constexpr db::Sql kList{"access_group_list", R"sql(
    SELECT id, name FROM access_group WHERE company_id = $1 ORDER BY name_key)sql"};

constexpr db::Sql kOfUser{"access_group_of_user", R"sql(
    SELECT g.id, g.name FROM access_group_member m
    JOIN access_group g ON g.company_id = m.company_id AND g.id = m.access_group_id
    WHERE m.company_id = $1 AND m.user_id = $2 ORDER BY g.name_key)sql"};

constexpr db::Sql kFind{"access_group_find", R"sql(
    SELECT id, name FROM access_group WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindNamed{"access_group_find_named", R"sql(
    SELECT id, name FROM access_group WHERE company_id = $1 AND name_key = $2)sql"};

constexpr db::Sql kInsertMember{"access_group_member_insert", R"sql(
    INSERT INTO access_group_member (company_id, access_group_id, user_id) VALUES ($1, $2, $3)
    ON CONFLICT (company_id, access_group_id, user_id) DO NOTHING)sql"};

constexpr db::Sql kRemoveMember{"access_group_member_remove", R"sql(
    DELETE FROM access_group_member WHERE company_id = $1 AND access_group_id = $2 AND user_id = $3)sql"};

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

std::optional<AccessGroup> find_group(db::Snapshot& snapshot, const AccessGroupId& id) {
    return snapshot.first(kFind, {id}, group_from);
}

std::optional<AccessGroup> find_group_named(db::Snapshot& snapshot, std::string_view name) {
    const std::string key = fold(name);
    return snapshot.first(kFindNamed, {key}, group_from);
}

bool insert_member(db::Tx& tx, const AccessGroupId& group, const UserId& user) {
    return tx.execute(kInsertMember, {group, user}) == 1;
}

bool remove_member(db::Tx& tx, const AccessGroupId& group, const UserId& user) {
    return tx.execute(kRemoveMember, {group, user}) == 1;
}

}  // namespace callboard::accounts::store
