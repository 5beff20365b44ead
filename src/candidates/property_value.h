// What a property may say, by its type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

// The value as it is kept, which is JSON; nothing when it is {} or null: then the property says nothing any
// more. Throws when it is no value of the property.
std::optional<std::string> checked_value(db::Snapshot& snapshot,
                                         const configuration::CandidateProperty& property,
                                         std::string_view json);

// The label of the chosen value of a single select.
std::optional<std::string_view> label_of(const configuration::CandidateProperty& property,
                                         std::string_view json);

}  // namespace callboard::candidates
