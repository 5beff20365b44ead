#include "accounts/user_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kInsert{"user_insert", R"sql(
    INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, password_hash,
                              created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (email_key) WHERE state = 'ACTIVE' DO NOTHING)sql"};

constexpr db::Sql kInsertService{"user_insert_service", R"sql(
    INSERT INTO user_account (company_id, id, email, email_key, first_name, last_name, role, state, created_at,
                              updated_at, kind)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 'SERVICE'))sql"};

constexpr db::Sql kFind{"user_find", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at
    FROM user_account WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindActive{"user_find_active", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at
    FROM user_account WHERE company_id = $1 AND email_key = $2 AND state = 'ACTIVE')sql"};

constexpr db::Sql kFirstAdministrator{"user_first_administrator", R"sql(
    SELECT id, email, first_name, last_name, role, state, created_at, updated_at
    FROM user_account WHERE company_id = $1 AND role = 'ADMINISTRATOR' AND state = 'ACTIVE' AND kind = 'PERSON'
    ORDER BY created_at, id LIMIT 1)sql"};

User user_from(const db::Row& row) {
    return {.id = row.id<UserId>(0),
            .email = row.string(1),
            .first_name = row.string(2),
            .last_name = row.string(3),
            .role = row.member<Role>(4),
            .state = row.member<UserState>(5),
            .created_at = row.time(6),
            .updated_at = row.time(7)};
}

}  // namespace

bool insert(db::Tx& tx, const User& user, const std::optional<std::string>& password_hash) {
    const std::string key = fold(user.email);
    return tx.execute(kInsert, {user.id, user.email, key, user.first_name, user.last_name, user.role,
                                user.state, password_hash, user.created_at, user.updated_at}) == 1;
}

void insert_service_account(db::Tx& tx, const User& account) {
    const std::string key = fold(account.email);
    tx.execute(kInsertService, {account.id, account.email, key, account.first_name, account.last_name,
                                account.role, account.state, account.created_at});
}

std::optional<User> find_user(db::Snapshot& snapshot, const UserId& id) {
    return snapshot.first(kFind, {id}, user_from);
}

std::optional<User> find_active_user(db::Snapshot& snapshot, std::string_view email) {
    const std::string key = fold(email);
    return snapshot.first(kFindActive, {key}, user_from);
}

std::optional<User> first_administrator(db::Snapshot& snapshot) {
    return snapshot.first(kFirstAdministrator, {}, user_from);
}

}  // namespace callboard::accounts::store
