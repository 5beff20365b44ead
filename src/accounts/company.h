#pragma once

#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::accounts {

// A tenant. Every row of data belongs to one.
struct Company {
    CompanyId id;
    std::string identifier;  // short, as it stands in URLs; unique without regard to case
    std::string name;
    Timestamp created_at;
};

}  // namespace callboard::accounts
