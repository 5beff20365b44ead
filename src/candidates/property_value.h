// Validation of property values by type.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

// The value as stored JSON; nothing for {} or null, which delete it, and for [] of a multi select. A value
// that is invalid for the property is a fault at /value. What is stored stays valid, even if it can no longer
// be chosen.
using CheckedValue = std::expected<std::optional<std::string>, Fault>;
CheckedValue checked_value(db::Snapshot& snapshot, const configuration::CandidateProperty& property,
                           std::string_view json, const std::optional<std::string>& stored);

// The chosen values of a select, also those that cannot be chosen any more; none for other types.
std::vector<configuration::PropertyChoice> selected_values(db::Snapshot& snapshot,
                                                           const configuration::CandidateProperty& property,
                                                           std::string_view json);

}  // namespace callboard::candidates
