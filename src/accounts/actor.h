// Who acts: an author with rights.
#pragma once

#include "accounts/role.h"
#include "events/author.h"

namespace callboard::accounts {

struct Actor : events::Author {
    Actor(const UserId& who, Role which, const events::Author& from) : Author(from), role(which) {
        user = who;
    }

    const UserId& id() const { return *user; }

    Role role;
};

}  // namespace callboard::accounts
