#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/sso_connection.h"
#include "db/db.h"

namespace callboard::accounts::store {

std::optional<SsoConnection> find_sso_connection(db::Snapshot& snapshot);
void put_sso_connection(db::Tx& tx, const SsoConnection& connection);  // without its domains
bool remove_sso_connection(db::Tx& tx);                                // likewise; false: there is none

// Where the SSO identifiers of users are from: the present provider, or the last one.
struct IdentifierSource {
    std::string issuer;
    std::string claim;
};
std::optional<IdentifierSource> identifier_source(db::Snapshot& snapshot);

// Of all companies, for checks of the secrets key.
struct SealedClientSecret {
    CompanyId company;
    std::string sealed_secret;
};
std::vector<SealedClientSecret> sealed_client_secrets(db::Snapshot& snapshot, std::int64_t limit);

enum class SsoRule { absent, optional, required };
SsoRule sso_rule(db::Snapshot& snapshot);

std::vector<std::string> sso_domains(db::Snapshot& snapshot);
// Returns false if the domain belongs to another company.
bool insert_sso_domain(db::Tx& tx, std::string_view domain);
bool delete_sso_domains(db::Tx& tx);  // false: there are none

// The company to which users with this domain belong.
std::optional<CompanyId> company_of_sso_domain(db::Snapshot& snapshot, std::string_view domain);

}  // namespace callboard::accounts::store
