// Whom a call is made for, and how far they may go.
#pragma once

#include <optional>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "oauth/scope.h"
#include "throttle/rule_book.h"

namespace callboard::edge {

enum class CredentialKind { none, api_key, access_token, malformed };

struct Caller {
    CredentialKind called_with{};
    CompanyId company;
    UserId user;
    accounts::Role role{};
    oauth::ScopeSet scopes;
    std::optional<ApplicationId> application;  // that acts for the user
    std::optional<Timestamp> expires_at;       // of the access token
    throttle::Subject budget;                  // from which its calls are taken
    const throttle::Rules* rules = nullptr;
};

}  // namespace callboard::edge
