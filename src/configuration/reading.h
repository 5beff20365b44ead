// Reads candidate properties and sources on behalf of an actor. Every function throws PERMISSION_DENIED if
// the role may not read the configuration.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/id.h"
#include "configuration/candidate_properties.h"
#include "configuration/sources.h"
#include "db/db.h"

namespace callboard::configuration {

std::vector<CandidateProperty> candidate_properties(db::Snapshot& snapshot, const accounts::Actor& actor);
// These throw CANDIDATE_PROPERTY_NOT_FOUND; those about values CANDIDATE_PROPERTY_NOT_SINGLE_SELECT and
// CANDIDATE_PROPERTY_VALUE_NOT_FOUND, too.
CandidateProperty candidate_property(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     std::string_view id_or_key);
std::vector<PropertyChoice> property_values(db::Snapshot& snapshot, const accounts::Actor& actor,
                                            std::string_view id_or_key);
PropertyChoice property_value(db::Snapshot& snapshot, const accounts::Actor& actor,
                              std::string_view id_or_key, std::string_view value);
// Throws unless its values are chosen from a list.
void require_choices(const CandidateProperty& property);

struct SourceValuesRequest {
    std::string_view type;
    std::optional<std::string> sub_type;
    std::int64_t limit;
    std::int64_t offset;
};

std::span<const SourceType> source_types(const accounts::Actor& actor);
// Throws SOURCE_TYPE_NOT_FOUND or SOURCE_TYPE_AND_SUBTYPE_INVALID.
SourcePage source_values(db::Snapshot& snapshot, const accounts::Actor& actor,
                         const SourceValuesRequest& request);
// Throws SOURCE_TYPE_INVALID, SOURCE_TYPE_AND_SUBTYPE_INVALID, SUBTYPE_REQUIRED or SOURCE_NOT_FOUND.
Source source_value(db::Snapshot& snapshot, const accounts::Actor& actor, std::string_view type,
                    const std::optional<std::string>& sub_type, std::string_view id);
// Also an archived one. Throws SOURCE_NOT_FOUND.
Source source(db::Snapshot& snapshot, const accounts::Actor& actor, const SourceIdentifier& identifier);

}  // namespace callboard::configuration
