// Applications come and go by the operator's hand. They serve all companies, so each of them has it in its
// audit log.
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

// Throws Error for a URI or a scope that cannot be, and names it.
Application register_application(db::Tx& tx, const NewApplication& wanted, const Secret& secret);

// What is absent stays as it is.
struct ApplicationChange {
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> redirect_uris;
    std::optional<std::string> scopes;
};

// The same rules as for registering. A scope that is taken away counts no more in any token issued before; a
// redirect URI that is taken away, in no code (token_store.h, token_flow.h). A scope that is added has to be
// allowed by each user.
Application update_application(db::Tx& tx, const ApplicationId& id, const ApplicationChange& change);

// From now on the new secret counts; the one before it for another day, so that a partner can change over.
void rotate_secret(db::Tx& tx, const ApplicationId& id, const Secret& secret);

// Ends the application, every token it has, and its webhook subscriptions in all companies.
void revoke_application(db::Tx& tx, const ApplicationId& id);

}  // namespace callboard::oauth
