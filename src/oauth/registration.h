// Administration of applications by the operator. They serve all companies, so changes are audited in each
// company.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/secret.h"
#include "db/db.h"
#include "oauth/application.h"

namespace callboard::oauth {

inline constexpr std::size_t kMostRedirectUris = 3;

struct NewApplication {
    std::string name;
    std::vector<std::string> redirect_uris;
    std::string scopes;
};

// Throws Error with the invalid redirect URI or scope.
Application register_application(db::Tx& tx, const NewApplication& wanted, const Secret& secret);

// Absent values are not changed.
struct ApplicationChange {
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> redirect_uris;
    std::optional<std::string> scopes;
};

// Validates as registration does. Removing a scope or a redirect URI takes effect on existing tokens and
// codes at once (token_store.h, token_flow.h). An added scope must be authorized by each user.
Application update_application(db::Tx& tx, const ApplicationId& id, const ApplicationChange& change);

// The previous secret stays valid for another day, so that a partner can switch without interruption.
void rotate_secret(db::Tx& tx, const ApplicationId& id, const Secret& secret);

// Revokes the application with all its tokens and ends its webhook subscriptions in all companies.
void revoke_application(db::Tx& tx, const ApplicationId& id);

}  // namespace callboard::oauth
