#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "db/db.h"
#include "oauth/client_credential.h"

namespace callboard::oauth::store {

void insert(db::Tx& tx, const ClientCredential& credential, const Sha256& secret_hash);
std::vector<ClientCredential> list_client_credentials(db::Snapshot& snapshot);
std::optional<CompanyId> company_of(db::Snapshot& snapshot, const CredentialId& id);
bool revoke(db::Tx& tx, const CredentialId& id);

// The credential, if the secret is valid; records its use.
std::optional<ClientCredential> find_by_secret(db::Tx& tx, const CredentialId& id, const Sha256& secret_hash);

}  // namespace callboard::oauth::store
