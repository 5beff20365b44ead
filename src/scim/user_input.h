// What a directory sends of a user, and the user that it makes of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/user.h"
#include "scim/body.h"
#include "scim/filter.h"
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

// What a patch does to one attribute.
struct UserChange {
    PatchAction action{};
    Path path;                             // with a selection only of emails and roles
    std::optional<wire::JsonValue> value;  // valid as long as the document
};

// Throws invalidPath for a filter where there is nothing to select, and tooMany if the filters have more
// comparisons in total than one filter may have.
std::vector<UserChange> read_user_patch(const std::vector<PatchOperation>& operations);

// The changes with their document.
struct UserPatch {
    explicit UserPatch(std::string_view text) : body(text), changes(read_user_patch(body.operations)) {}

    const PatchBody body;
    const std::vector<UserChange> changes;
};

// Throws noTarget if an element that is to be replaced does not exist.
UserInput patched_user(const std::vector<UserChange>& changes, const accounts::UserRecord& before);

// Throws invalidValue for what a user cannot have.
// `role` is for users to whom the directory gives none.
accounts::UserDraft new_user(const UserInput& input, accounts::Role role);
accounts::UserDraft changed_user(const UserInput& input, const accounts::UserRecord& before,
                                 accounts::Role role);

}  // namespace callboard::scim
