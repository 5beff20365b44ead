// An OAuth client of a partner, which acts on behalf of users who authorized it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "oauth/scope.h"

namespace callboard::oauth {

struct Application {
    ApplicationId id;  // its client_id
    std::string name;
    std::vector<std::string> redirect_uris;
    ScopeSet scopes;
    Timestamp created_at;
    std::optional<Timestamp> revoked_at;
};

// When a client secret was created and last used; only its hash is stored.
struct SecretRecord {
    Timestamp created_at;
    std::optional<Timestamp> expires_at;
    std::optional<Timestamp> last_used_at;
};

}  // namespace callboard::oauth
