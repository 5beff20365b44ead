// What operators and administrators do with the provider of a company.
#pragma once

#include <optional>

#include "accounts/sso_connection.h"
#include "accounts/sso_draft.h"
#include "base/seal.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

// Creates or replaces the connection of the company. Throws an Error if a value is invalid, a domain belongs
// to another company, or users have identifiers of another issuer or claim and the draft does not say what
// happens to them.
SsoConnection set_sso_connection(db::Tx& tx, const events::Author& author, const SsoDraft& draft,
                                 const Seal& seal);

// Throw SSO_NOT_FOUND if there is none. Users keep their SSO identifiers and login modes; the modes have no
// effect until there is a connection again. The domains are the operator's to give and to take.
void remove_sso_connection(db::Tx& tx, const events::Author& author);
void remove_sso_connection_and_domains(db::Tx& tx, const events::Author& author);

SsoConnection sso_connection(db::Snapshot& snapshot);  // throws SSO_NOT_FOUND

// Nothing if the secrets key is another one than when it was set.
std::optional<Secret> client_secret_of(const SsoConnection& connection, const Seal& seal);
std::string place_of_client_secret(const CompanyId& company);

}  // namespace callboard::accounts
