// The credential of a directory, such as Entra ID or Okta, that provisions the users of a company by SCIM. It
// has a service account, which is the author of its changes, and is accepted by no other API.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/secret.h"
#include "db/db.h"

namespace callboard::accounts {

struct ScimToken {
    CredentialId id;
    std::string name;
    UserId user;  // the service account
    Role role{};  // of users that are created with it
    Timestamp created_at;
    std::optional<Timestamp> revoked_at;
};

// 256 random bits after a prefix that people and secret scanners recognize.
Secret new_scim_token();
bool looks_like_scim_token(std::string_view text);

// For the operator's command line.
ScimToken create_scim_token(db::Tx& tx, const std::string& name, Role role, const Secret& secret);

// Takes effect at once; users that were created with it stay. Throws if it is unknown or already revoked.
void revoke_scim_token(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts
