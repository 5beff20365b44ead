#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::accounts {

// A set of users. A job that is restricted to access groups is visible to EXTENDED users only if they are
// members, or if it is their own job (role.h).
struct AccessGroup {
    AccessGroupId id;
    std::string name;  // unique in its company, case-insensitive
};

// A group as a directory provisions it.
struct ProvisionedGroup {
    AccessGroup group;
    std::optional<std::string> external_id;  // in the directory
    Timestamp created_at;
};

struct GroupMember {
    UserId user;
    std::string name;  // first and last name
};

}  // namespace callboard::accounts
