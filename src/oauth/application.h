// A partner's program that acts for users who allowed it.
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

// When a secret of an application was made and used; the secret itself nobody has.
struct SecretRecord {
    Timestamp created_at;
    std::optional<Timestamp> expires_at;
    std::optional<Timestamp> last_used_at;
};

}  // namespace callboard::oauth
