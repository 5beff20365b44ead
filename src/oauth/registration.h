// Applications come and go by the operator's hand.
#pragma once

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

// From now on the new secret counts; the one before it for another day, so that a partner can change over.
void rotate_secret(db::Tx& tx, const ApplicationId& id, const Secret& secret);

// Ends the application and every token it has.
void revoke_application(db::Tx& tx, const ApplicationId& id);

}  // namespace callboard::oauth
