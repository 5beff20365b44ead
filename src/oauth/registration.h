// Administration of applications, by the operator or by an administrator of the company that registered one
// (company_applications.h). The operator makes them if there is no author. Changes by the operator are
// audited in each company that the application serves, those by an administrator where it is in use.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/secret.h"
#include "db/db.h"
#include "events/author.h"
#include "oauth/application.h"

namespace callboard::oauth {

inline constexpr std::size_t kMostRedirectUris = 3;
inline constexpr std::chrono::hours kSecretOverlap{24};  // both secrets are valid after a rotation

struct NewApplication {
    std::string name;
    std::vector<std::string> redirect_uris;
    std::string scopes;
    ClientType type = ClientType::confidential;
    std::optional<CompanyId> company = std::nullopt;  // that registers it; nothing: the operator
};

// Throws Error with the invalid redirect URI or scope. A public application does not get the secret.
Application register_application(db::Tx& tx, const NewApplication& wanted, const Secret& secret,
                                 const events::Author& author = {});

// Absent values are not changed.
struct ApplicationChange {
    std::optional<std::string> name;
    std::optional<std::vector<std::string>> redirect_uris;
    std::optional<std::string> scopes;
};

// Validates as registration does. Removing a scope or a redirect URI takes effect on existing tokens and
// codes at once (token_store.h, token_flow.h). An added scope must be authorized by each user.
Application update_application(db::Tx& tx, const ApplicationId& id, const ApplicationChange& change,
                               const events::Author& author = {});

// The previous secret stays valid for another day, so that a partner can switch without interruption. Throws
// APPLICATION_HAS_NO_SECRET.
void rotate_secret(db::Tx& tx, const ApplicationId& id, const Secret& secret,
                   const events::Author& author = {});

// From now on, users of all companies may authorize an application that a company registered. Throws
// APPLICATION_SERVES_ALL if they may already.
void publish_application(db::Tx& tx, const ApplicationId& id);

// Revokes the application with all its tokens and ends its webhook subscriptions in all companies.
void revoke_application(db::Tx& tx, const ApplicationId& id, const events::Author& author = {});

}  // namespace callboard::oauth
