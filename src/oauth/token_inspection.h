// What becomes of a token that exists: RFC 7009 revocation, RFC 7662 introspection.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "db/db.h"
#include "events/author.h"
#include "oauth/client_authentication.h"

namespace callboard::oauth {

// Ends the token with everything that came from the same authorization, if it is the client's own. True when
// something ended; the client hears the same either way. When the application has no other authorization of
// the user, its webhook subscriptions for the user become inactive.
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

// Nothing for tokens that are not alive, and for those of other clients.
std::optional<TokenFacts> introspect(db::Snapshot& snapshot, const Client& client, std::string_view token);

}  // namespace callboard::oauth
