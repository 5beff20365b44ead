#pragma once

#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::accounts {

// A tenant; all data belongs to exactly one.
struct Company {
    CompanyId id;
    std::string identifier;  // short, used in URLs; unique, case-insensitive
    std::string name;
    Timestamp created_at;
    std::string language = "en";  // of mails to people for whose own there are no texts
};

}  // namespace callboard::accounts
