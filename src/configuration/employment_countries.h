// The countries where jobs can have a type of employment of the dictionary. Administrators restrict it;
// without that, it is allowed everywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "configuration/dictionary.h"
#include "db/db.h"

namespace callboard::configuration {

struct EmploymentRule {
    Term type;
    std::vector<std::string> countries;  // codes in lower case, sorted; empty: all
};

bool is_employment_allowed(db::Snapshot& snapshot, std::string_view type, std::string_view country);

// One rule for each type, in the order of the dictionary.
std::vector<EmploymentRule> employment_rules(db::Snapshot& snapshot, const accounts::Actor& actor);

// Throws TYPE_OF_EMPLOYMENT_NOT_FOUND, and COUNTRY_NOT_FOUND with every fault. Jobs that exist stay as they
// are.
EmploymentRule set_employment_countries(db::Tx& tx, const accounts::Actor& actor, std::string_view type,
                                        const std::vector<std::string>& countries);

}  // namespace callboard::configuration
