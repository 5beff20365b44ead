#include "accounts/password_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::GlobalSql kFind{"password_find", R"sql(
    SELECT company_id, id, password_hash FROM user_account
    WHERE email_key = $1 AND state = 'ACTIVE' AND password_hash IS NOT NULL)sql"};

constexpr db::Sql kHashOf{"password_of", R"sql(
    SELECT password_hash FROM user_account
    WHERE company_id = $1 AND id = $2 AND state = 'ACTIVE' AND password_hash IS NOT NULL)sql"};

constexpr db::Sql kAnyHashOf{"password_of_any", R"sql(
    SELECT password_hash FROM user_account WHERE company_id = $1 AND id = $2 AND password_hash IS NOT NULL)sql"};

constexpr db::Sql kReplace{"password_replace", R"sql(
    UPDATE user_account SET password_hash = $4 WHERE company_id = $1 AND id = $2 AND password_hash = $3)sql"};

constexpr db::Sql kSet{"password_set", R"sql(
    UPDATE user_account SET password_hash = $3 WHERE company_id = $1 AND id = $2 AND kind = 'PERSON')sql"};

}  // namespace

std::optional<PasswordRecord> find_password(db::Snapshot& snapshot, std::string_view email) {
    const std::string key = fold(email);
    return snapshot.first(kFind, {key}, [](const db::Row& row) {
        return PasswordRecord{
            .company = row.id<CompanyId>(0), .user = row.id<UserId>(1), .password_hash = row.string(2)};
    });
}

std::optional<std::string> password_hash_of(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.first(kHashOf, {user}, [](const db::Row& row) { return row.string(0); });
}

std::optional<std::string> any_password_hash_of(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.first(kAnyHashOf, {user}, [](const db::Row& row) { return row.string(0); });
}

bool replace_password(db::Tx& tx, const UserId& user, std::string_view old_hash, std::string_view new_hash) {
    return tx.execute(kReplace, {user, old_hash, new_hash}) == 1;
}

void set_password(db::Tx& tx, const UserId& user, std::string_view hash) {
    tx.execute(kSet, {user, hash});
}

}  // namespace callboard::accounts::store
