// A program of a company itself: it calls with the role of its service account and with scopes of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/secret.h"
#include "db/db.h"
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
    std::optional<std::string> access_group = std::nullopt;  // by name; its service account joins it
};

// Makes it, and its service account, in the transaction's company.
ClientCredential create_client_credential(db::Tx& tx, const NewClientCredential& wanted,
                                          const Secret& secret);

// Ends it with all its tokens and webhook subscriptions. False when there is none.
bool revoke_client_credential(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::oauth
