#pragma once

#include <string>

#include "base/id.h"

namespace callboard::accounts {

// A set of users. A job that is restricted to access groups is visible to EXTENDED users only if they are
// members, or if it is their own job (role.h).
struct AccessGroup {
    AccessGroupId id;
    std::string name;  // unique in its company, case-insensitive
};

}  // namespace callboard::accounts
