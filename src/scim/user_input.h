// What a directory sends of a user, and the user that it makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/user.h"
#include "scim/body.h"
#include "wire/json.h"

namespace callboard::scim {

// What was sent; nothing: not sent.
struct UserInput {
    std::optional<std::string> user_name;
    std::optional<std::string> given_name;
    std::optional<std::string> family_name;
    std::optional<std::string> full_name;    // name.formatted, or displayName; for missing names of new users
    std::optional<std::string> external_id;  // empty: remove it
    std::optional<std::string> language;     // empty: remove it
    std::optional<accounts::Role> role;
    bool role_is_removed = false;  // the user gets that of the token
    std::optional<bool> active;
};

// Of a new user, or to replace one.
UserInput read_user(const wire::JsonValue& body);

// The changes of a patch to the user.
UserInput read_user_patch(const std::vector<PatchOperation>& operations, const accounts::UserRecord& before);

// Throws invalidValue for what a user cannot have.
// `role` is for users to whom the directory gives none.
accounts::UserDraft new_user(const UserInput& input, accounts::Role role);
accounts::UserDraft changed_user(const UserInput& input, const accounts::UserRecord& before,
                                 accounts::Role role);

}  // namespace callboard::scim
