#include "accounts/credential_store.h"

#include "base/encoding.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kInsert{"credential_insert", R"sql(
    INSERT INTO credential (company_id, id, kind, user_id, secret_hash, created_at, name)
    VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr db::Sql kList{"credential_list", R"sql(
    SELECT c.id, c.kind, c.user_id, u.email, c.created_at, c.revoked_at, c.name, c.last_used_at
    FROM credential c JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    WHERE c.company_id = $1 ORDER BY c.id)sql"};

constexpr db::GlobalSql kFindHolder{"credential_holder", R"sql(
    SELECT c.company_id, c.user_id, u.role, c.id
    FROM credential c JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    WHERE c.secret_hash = $1 AND c.revoked_at IS NULL AND u.state = 'ACTIVE')sql"};

constexpr db::GlobalSql kCompanyOf{"credential_company", R"sql(
    SELECT company_id FROM credential WHERE id = $1 AND revoked_at IS NULL)sql"};

constexpr db::Sql kRevoke{"credential_revoke", R"sql(
    UPDATE credential SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kRecordUse{"credential_used", R"sql(
    UPDATE credential SET last_used_at = $3
    WHERE company_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3))sql"};

Credential credential_from(const db::Row& row) {
    return {.id = row.id<CredentialId>(0),
            .kind = row.member<CredentialKind>(1),
            .user = row.id<UserId>(2),
            .user_email = row.string(3),
            .created_at = row.time(4),
            .revoked_at = row.optional_time(5),
            .name = row.optional_string(6),
            .last_used_at = row.optional_time(7)};
}

Holder holder_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .user = row.id<UserId>(1),
            .role = row.member<Role>(2),
            .credential = row.id<CredentialId>(3)};
}

}  // namespace

void insert(db::Tx& tx, const Credential& credential, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    tx.enqueue(kInsert, {credential.id, credential.kind, credential.user, hash, credential.created_at,
                         credential.name});
}

std::vector<Credential> list_credentials(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, credential_from);
}

std::optional<Holder> find_holder(db::Snapshot& snapshot, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    return snapshot.first(kFindHolder, {hash}, holder_from);
}

std::optional<CompanyId> company_of(db::Snapshot& snapshot, const CredentialId& id) {
    return snapshot.first(kCompanyOf, {id}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

bool revoke(db::Tx& tx, const CredentialId& id) {
    return tx.execute(kRevoke, {id, tx.now}) == 1;
}

void record_use(db::Tx& tx, const CompanyId& company, const CredentialId& id) {
    tx.enqueue(kRecordUse, {company, id, tx.now});
}

}  // namespace callboard::accounts::store
