// Client credentials of a company's own program: with the role of its service account and its own scopes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"
#include "oauth/scope.h"

namespace callboard::oauth {

struct ClientCredential {
    CompanyId company;
    CredentialId id;  // its client_id
    std::string name;
    UserId user;
    ScopeSet scopes;
    Timestamp created_at;
    std::optional<Timestamp> last_used_at;
    std::optional<Timestamp> revoked_at;
};

struct NewClientCredential {
    std::string name;
    accounts::Role role;
    std::string scopes;
    std::optional<std::string> access_group = std::nullopt;  // name; its service account joins it
    std::vector<AccessGroupId> groups = {};                  // and these
};

// Creates the credential and its service account in the transaction's company. Without an author, the
// operator does.
ClientCredential create_client_credential(db::Tx& tx, const NewClientCredential& wanted, const Secret& secret,
                                          const events::Author& author = {});

// Revokes it with all its tokens and ends its webhook subscriptions. Returns false if there is none.
bool revoke_client_credential(db::Tx& tx, const CredentialId& id, const events::Author& author = {});

}  // namespace callboard::oauth
