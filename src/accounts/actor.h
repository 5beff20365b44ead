// The author of a change together with its permissions.
#pragma once

#include <optional>

#include "accounts/role.h"
#include "base/digest.h"
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
    std::optional<Sha256> session = std::nullopt;             // the hash of the browser session in use
};

}  // namespace callboard::accounts
