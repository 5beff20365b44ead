// The credential of a directory, such as Entra ID or Okta, that provisions the users of a company by SCIM. It
// has a service account, which is the author of its changes, and is accepted by no other API.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "base/secret.h"
#include "db/db.h"

namespace callboard::accounts {

// The roles that a directory gives to users.
enum class AssignedRoles { up_to_own, any };

struct ScimToken {
    CredentialId id;
    std::string name;
    UserId user;  // the service account
    Role role{};  // of users that are created with it
    AssignedRoles assigns{};
    Timestamp created_at;
    std::optional<Timestamp> revoked_at;
};

// 256 random bits after a prefix that people and secret scanners recognize.
Secret new_scim_token();
bool looks_like_scim_token(std::string_view text);

// For the operator's command line.
ScimToken create_scim_token(db::Tx& tx, const std::string& name, Role role, AssignedRoles assigns,
                            const Secret& secret);

// Takes effect when servers notice the new cache epoch; users that were created with it stay. Throws if it is
// unknown or already revoked.
void revoke_scim_token(db::Tx& tx, const CredentialId& id);

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::AssignedRoles> {
    using enum callboard::accounts::AssignedRoles;
    static constexpr std::array kList{std::pair{up_to_own, std::string_view{"UP_TO_OWN"}},
                                      std::pair{any, std::string_view{"ANY"}}};
};
