#include "oauth/company_credential_store.h"

namespace callboard::oauth::store {
namespace {

constexpr db::Sql kList{"company_credential_list", R"sql(
    SELECT c.id, c.kind, c.name, NULL, c.user_id, u.first_name, u.last_name, c.created_at, c.last_used_at
    FROM credential c JOIN user_account u ON u.company_id = c.company_id AND u.id = c.user_id
    WHERE c.company_id = $1 AND c.revoked_at IS NULL
    UNION ALL
    SELECT p.id, 'CLIENT_CREDENTIALS', p.name, p.scopes, p.user_id, u.first_name, u.last_name, p.created_at,
           p.last_used_at
    FROM client_credential p JOIN user_account u ON u.company_id = p.company_id AND u.id = p.user_id
    WHERE p.company_id = $1 AND p.revoked_at IS NULL
    ORDER BY 8, 1)sql"};

CompanyCredential credential_from(const db::Row& row) {
    const auto scopes = row.optional_string(3);
    return {.id = row.id<CredentialId>(0),
            .type = row.member<CredentialType>(1),
            .name = row.optional_string(2),
            .scopes = scopes ? std::optional{read_scopes(*scopes).known} : std::nullopt,
            .user = row.id<UserId>(4),
            .first_name = row.string(5),
            .last_name = row.string(6),
            .created_at = row.time(7),
            .last_used_at = row.optional_time(8)};
}

}  // namespace

std::vector<CompanyCredential> list_company_credentials(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, credential_from);
}

}  // namespace callboard::oauth::store
