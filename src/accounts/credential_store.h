#pragma once

#include <optional>
#include <vector>

#include "accounts/credential.h"
#include "db/db.h"

namespace callboard::accounts::store {

void insert(db::Tx& tx, const Credential& credential, const Sha256& secret_hash);

std::vector<Credential> list_credentials(db::Snapshot& snapshot);

// The holder of this secret; nothing if it is unknown or revoked, or its user is not active.
std::optional<Holder> find_holder(db::Snapshot& snapshot, const Sha256& secret_hash);

// The company of a credential; nothing if it was revoked.
std::optional<CompanyId> company_of(db::Snapshot& snapshot, const CredentialId& id);

// The credential was used until now. Others than API keys are ignored. Works from a transaction of any
// company.
void record_use(db::Tx& tx, const CompanyId& company, const CredentialId& id);

// Returns false if it was already revoked.
bool revoke(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts::store
