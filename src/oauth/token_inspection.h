// Token revocation (RFC 7009) and introspection (RFC 7662).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/db.h"
#include "events/author.h"
#include "oauth/client_authentication.h"

namespace callboard::oauth {

// Revokes the token and its whole chain if it belongs to the client. Returns whether something was revoked;
// the response is the same either way. If the application has no other chain of the user, its webhook
// subscriptions for the user become inactive.
bool revoke_token(db::Tx& tx, const Client& client, std::string_view token,
                  const events::Author& author = {});

struct TokenFacts {
    ScopeSet scopes;
    std::string client_id;
    Timestamp expires_at;
    UserId user;
    CompanyId company;
    bool is_access_token;
};

// Nothing for tokens that are expired, revoked or of another client.
std::optional<TokenFacts> introspect(db::Snapshot& snapshot, const Client& client, std::string_view token);

}  // namespace callboard::oauth
