#include "accounts/sso_connection_store.h"

namespace callboard::accounts::store {
namespace {

constexpr db::Sql kFind{"sso_connection_find", R"sql(
    SELECT issuer, client_id, sealed_secret, claim, created_role, required_at, updated_at, required_claim
    FROM sso_connection WHERE company_id = $1 AND removed_at IS NULL)sql"};

constexpr db::Sql kPut{"sso_connection_put", R"sql(
    INSERT INTO sso_connection (company_id, issuer, client_id, sealed_secret, claim, created_role, required_at,
                                updated_at, required_claim)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (company_id) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
        sealed_secret = excluded.sealed_secret, claim = excluded.claim, created_role = excluded.created_role,
        required_at = excluded.required_at, updated_at = excluded.updated_at,
        required_claim = excluded.required_claim, removed_at = NULL)sql"};

constexpr db::Sql kRemove{"sso_connection_remove", R"sql(
    UPDATE sso_connection SET sealed_secret = '', created_role = NULL, required_at = NULL, updated_at = $2,
                              removed_at = $2
    WHERE company_id = $1 AND removed_at IS NULL)sql"};

constexpr db::Sql kIdentifierSource{"sso_connection_identifier_source", R"sql(
    SELECT issuer, claim FROM sso_connection WHERE company_id = $1)sql"};

constexpr db::GlobalSql kSealed{"sso_connection_sealed", R"sql(
    SELECT company_id, sealed_secret FROM sso_connection WHERE removed_at IS NULL ORDER BY company_id LIMIT $1)sql"};

constexpr db::Sql kRule{"sso_connection_rule", R"sql(
    SELECT CASE WHEN required_at IS NULL THEN 0 ELSE 1 END FROM sso_connection
    WHERE company_id = $1 AND removed_at IS NULL)sql"};

constexpr db::Sql kDomains{"sso_domain_list", R"sql(
    SELECT domain FROM sso_domain WHERE company_id = $1 ORDER BY domain)sql"};

constexpr db::Sql kInsertDomain{"sso_domain_insert", R"sql(
    INSERT INTO sso_domain (domain, company_id) VALUES ($2, $1) ON CONFLICT (domain) DO NOTHING)sql"};

constexpr db::Sql kDeleteDomains{"sso_domain_delete_all", "DELETE FROM sso_domain WHERE company_id = $1"};

constexpr db::GlobalSql kCompanyOf{"sso_domain_company",
                                   "SELECT company_id FROM sso_domain WHERE domain = $1"};

std::optional<Role> role_from(const std::optional<std::string>& name) {
    return name ? named<Role>(*name) : std::nullopt;
}

}  // namespace

std::optional<SsoConnection> find_sso_connection(db::Snapshot& snapshot) {
    auto found = snapshot.first(kFind, {}, [&](const db::Row& row) {
        return SsoConnection{.company = snapshot.company(),
                             .issuer = row.string(0),
                             .client_id = row.string(1),
                             .sealed_secret = row.string(2),
                             .claim = row.string(3),
                             .required_claim = row.optional_string(7),
                             .created_role = role_from(row.optional_string(4)),
                             .required_at = row.optional_time(5),
                             .updated_at = row.time(6),
                             .domains = {}};
    });
    if (found) found->domains = sso_domains(snapshot);
    return found;
}

void put_sso_connection(db::Tx& tx, const SsoConnection& connection) {
    tx.execute(kPut, {connection.issuer, connection.client_id, connection.sealed_secret, connection.claim,
                      connection.created_role, connection.required_at, connection.updated_at,
                      connection.required_claim});
}

bool remove_sso_connection(db::Tx& tx) {
    return tx.execute(kRemove, {tx.now}) == 1;
}

std::optional<IdentifierSource> identifier_source(db::Snapshot& snapshot) {
    return snapshot.first(kIdentifierSource, {}, [](const db::Row& row) {
        return IdentifierSource{.issuer = row.string(0), .claim = row.string(1)};
    });
}

std::vector<SealedClientSecret> sealed_client_secrets(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kSealed, {limit}, [](const db::Row& row) {
        return SealedClientSecret{.company = row.id<CompanyId>(0), .sealed_secret = row.string(1)};
    });
}

SsoRule sso_rule(db::Snapshot& snapshot) {
    const auto required = snapshot.first(kRule, {}, [](const db::Row& row) { return row.integer(0) == 1; });
    if (!required) return SsoRule::absent;
    return *required ? SsoRule::required : SsoRule::optional;
}

std::vector<std::string> sso_domains(db::Snapshot& snapshot) {
    return snapshot.all(kDomains, {}, [](const db::Row& row) { return row.string(0); });
}

bool insert_sso_domain(db::Tx& tx, std::string_view domain) {
    return tx.execute(kInsertDomain, {domain}) == 1;
}

bool delete_sso_domains(db::Tx& tx) {
    return tx.execute(kDeleteDomains, {}) > 0;
}

std::optional<CompanyId> company_of_sso_domain(db::Snapshot& snapshot, std::string_view domain) {
    return snapshot.first(kCompanyOf, {domain}, [](const db::Row& row) { return row.id<CompanyId>(0); });
}

}  // namespace callboard::accounts::store
