#pragma once

#include <string>

#include "base/id.h"

namespace callboard::accounts {

// A list of users. Jobs that were given to groups are seen by their users, and by nobody else of the role
// EXTENDED.
struct AccessGroup {
    AccessGroupId id;
    std::string name;  // unique in its company without regard to case
};

}  // namespace callboard::accounts
