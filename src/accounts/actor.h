// The author of a change together with its permissions.
#pragma once

#include <optional>

#include "accounts/role.h"
#include "events/author.h"

namespace callboard::accounts {

struct Actor : events::Author {
    Actor(const UserId& who, Role which, const events::Author& from) : Author(from), role(which) {
        user = who;
    }

    const UserId& id() const { return *user; }

    Role role;
    std::optional<ApplicationId> application = std::nullopt;  // acts on behalf of the user
    std::optional<CredentialId> credential = std::nullopt;    // the API key or client credentials in use
};

}  // namespace callboard::accounts
