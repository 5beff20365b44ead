#include "oauth/client_credential_store.h"

#include <string>

#include "base/encoding.h"
#include "oauth/token.h"

namespace callboard::oauth::store {
namespace {

constexpr db::Sql kInsert{"client_credential_insert", R"sql(
    INSERT INTO client_credential (company_id, id, name, user_id, scopes, secret_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr db::Sql kList{"client_credential_list", R"sql(
    SELECT company_id, id, name, user_id, scopes, created_at, last_used_at, revoked_at
    FROM client_credential WHERE company_id = $1 ORDER BY id)sql"};

constexpr db::GlobalSql kCompanyOf{"client_credential_company", R"sql(
    SELECT company_id FROM client_credential WHERE id = $1 AND revoked_at IS NULL)sql"};

constexpr db::Sql kRevoke{"client_credential_revoke", R"sql(
    UPDATE client_credential SET revoked_at = $3 WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kFindBySecret{"client_credential_find", R"sql(
    SELECT company_id, id, name, user_id, scopes, created_at, last_used_at, revoked_at
    FROM client_credential WHERE id = $1 AND secret_hash = $2 AND revoked_at IS NULL)sql"};

constexpr db::GlobalSql kRecordUse{"client_credential_used", R"sql(
    UPDATE client_credential SET last_used_at = $2 WHERE id = $1)sql"};

ClientCredential credential_from(const db::Row& row) {
    return {.company = row.id<CompanyId>(0),
            .id = row.id<CredentialId>(1),
            .name = row.string(2),
            .user = row.id<UserId>(3),
            .scopes = read_scopes(row.string(4)).known,
            .created_at = row.time(5),
            .last_used_at = row.optional_time(6),
            .revoked_at = row.optional_time(7)};
}

}  // namespace

void insert(db::Tx& tx, const ClientCredential& credential, const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    const std::string scopes = to_text(credential.scopes);
    tx.execute(kInsert,
               {credential.id, credential.name, credential.user, scopes, hash, credential.created_at});
}

std::vector<ClientCredential> list_client_credentials(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, credential_from);
}

std::optional<CompanyId> company_of(db::Snapshot& snapshot, const CredentialId& id) {
    return snapshot.first(kCompanyOf, {id}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

bool revoke(db::Tx& tx, const CredentialId& id) {
    return tx.execute(kRevoke, {id, tx.now}) == 1;
}

std::optional<ClientCredential> find_by_secret(db::Tx& tx, const CredentialId& id,
                                               const Sha256& secret_hash) {
    const std::string hash = to_hex(secret_hash);
    auto found = tx.first(kFindBySecret, {id, hash}, credential_from);
    const bool note = found && (!found->last_used_at || tx.now - *found->last_used_at >= kUseRecordInterval);
    if (note) tx.enqueue(kRecordUse, {id, tx.now});
    return found;
}

}  // namespace callboard::oauth::store
