#include "accounts/scim_token_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kInsert{"scim_token_insert", R"sql(
    INSERT INTO scim_token (company_id, id, name, user_id, role, assigns, secret_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr db::Sql kList{"scim_token_list", R"sql(
    SELECT id, name, user_id, role, assigns, created_at, revoked_at FROM scim_token
    WHERE company_id = $1 ORDER BY id)sql"};

constexpr db::Sql kFind{"scim_token_find", R"sql(
    SELECT id, name, user_id, role, assigns, created_at, revoked_at FROM scim_token
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::GlobalSql kFindHolder{"scim_token_holder", R"sql(
    SELECT t.company_id, t.user_id, u.role, t.id
    FROM scim_token t JOIN user_account u ON u.company_id = t.company_id AND u.id = t.user_id
    WHERE t.secret_hash = $1 AND t.revoked_at IS NULL AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kCompanyOf{"scim_token_company", R"sql(
    SELECT company_id FROM scim_token WHERE id = $1 AND revoked_at IS NULL)sql"};

constexpr db::Sql kRevoke{"scim_token_revoke", R"sql(
    UPDATE scim_token SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL)sql"};

ScimToken token_from(const db::Row& row) {
    return {.id = row.id<CredentialId>(0),
            .name = row.string(1),
            .user = row.id<UserId>(2),
            .role = row.member<Role>(3),
            .assigns = row.member<AssignedRoles>(4),
            .created_at = row.time(5),
            .revoked_at = row.optional_time(6)};
}

}  // namespace

void insert(db::Tx& tx, const ScimToken& token, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    tx.enqueue(kInsert,
               {token.id, token.name, token.user, token.role, token.assigns, hash, token.created_at});
}

std::vector<ScimToken> list_scim_tokens(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, token_from);
}

std::optional<Holder> find_scim_holder(db::Snapshot& snapshot, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    return snapshot.first(kFindHolder, {hash}, [](const db::Row& row) {
        return Holder{.company = row.id<CompanyId>(0),
                      .user = row.id<UserId>(1),
                      .role = row.member<Role>(2),
                      .credential = row.id<CredentialId>(3)};
    });
}

std::optional<ScimToken> find_scim_token(db::Snapshot& snapshot, const CredentialId& id) {
    return snapshot.first(kFind, {id}, token_from);
}

std::optional<CompanyId> company_of_scim_token(db::Snapshot& snapshot, const CredentialId& id) {
    return snapshot.first(kCompanyOf, {id}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

bool revoke_scim_token(db::Tx& tx, const CredentialId& id) {
    return tx.execute(kRevoke, {id, tx.now}) == 1;
}

}  // namespace callboard::accounts::store
