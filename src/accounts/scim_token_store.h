#pragma once

#include <optional>
#include <vector>

#include "accounts/credential.h"
#include "accounts/scim_token.h"
#include "base/digest.h"
#include "db/db.h"

namespace callboard::accounts::store {

void insert(db::Tx& tx, const ScimToken& token, const Sha256& secret_hash);

std::vector<ScimToken> list_scim_tokens(db::Snapshot& snapshot);

// The holder of this secret; nothing if it is unknown or revoked, or its service account is not active.
std::optional<Holder> find_scim_holder(db::Snapshot& snapshot, const Sha256& secret_hash);

std::optional<ScimToken> find_scim_token(db::Snapshot& snapshot, const CredentialId& id);

// The company of a token; nothing if it was revoked.
std::optional<CompanyId> company_of_scim_token(db::Snapshot& snapshot, const CredentialId& id);

// Returns false if it was already revoked.
bool revoke_scim_token(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts::store
