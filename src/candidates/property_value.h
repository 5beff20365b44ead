// Validation of property values by type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

// The value as stored JSON; nothing for {} or null, which delete it. Throws if it is invalid for the
// property.
std::optional<std::string> checked_value(db::Snapshot& snapshot,
                                         const configuration::CandidateProperty& property,
                                         std::string_view json);

// The label of the chosen value of a single select.
std::optional<std::string_view> label_of(const configuration::CandidateProperty& property,
                                         std::string_view json);

}  // namespace callboard::candidates
