// Validation of property values by type.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

// The value as stored JSON; nothing for {} or null, which delete it. A value that is invalid for the property
// is a fault at /value.
using CheckedValue = std::expected<std::optional<std::string>, Fault>;
CheckedValue checked_value(db::Snapshot& snapshot, const configuration::CandidateProperty& property,
                           std::string_view json);

// The label of the chosen value of a single select, also if the value cannot be chosen any more.
std::optional<std::string> label_of(db::Snapshot& snapshot, const configuration::CandidateProperty& property,
                                    std::string_view json);

}  // namespace callboard::candidates
