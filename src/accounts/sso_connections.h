// What operators and administrators do with the provider of a company.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/sso_connection.h"
#include "base/seal.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

struct SsoDraft {
    std::string issuer;
    std::string client_id;
    std::optional<Secret> client_secret;  // nothing: the stored one, if issuer and client id stay
    std::string claim{kSubjectClaim};
    std::optional<Role> created_role;
    bool required = false;
    std::optional<std::vector<std::string>> domains;  // nothing: the stored ones
};

// Creates or replaces the connection of the company. Throws an Error if a value is invalid, or a domain
// belongs to another company.
SsoConnection set_sso_connection(db::Tx& tx, const events::Author& author, const SsoDraft& draft,
                                 const Seal& seal);

// Throws SSO_NOT_FOUND if there is none. Users keep their SSO identifiers and login modes; the modes have no
// effect until there is a connection again.
void remove_sso_connection(db::Tx& tx, const events::Author& author);

SsoConnection sso_connection(db::Snapshot& snapshot);  // throws SSO_NOT_FOUND

// Nothing if the secrets key is another one than when it was set.
std::optional<Secret> client_secret_of(const SsoConnection& connection, const Seal& seal);

}  // namespace callboard::accounts
