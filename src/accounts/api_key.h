// API keys: creation and revocation, by the operator or by an administrator.
#pragma once

#include <optional>
#include <string>

#include "accounts/credential.h"
#include "accounts/user.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::accounts {

// Creates a key that acts for the user, with an audit record.
Credential add_api_key(db::Tx& tx, const events::Author& author, const User& user,
                       const std::optional<std::string>& name, const Secret& key);

// Revokes the key at once, with an audit record, and deactivates the webhook subscriptions that were created
// with it. Returns false if there is none.
bool revoke_api_key(db::Tx& tx, const events::Author& author, const CredentialId& id);

}  // namespace callboard::accounts
