// Reads the configuration on behalf of an actor. Every function throws PERMISSION_DENIED if the role may not
// read it, except where another code is documented.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "accounts/actor.h"
#include "accounts/company.h"
#include "configuration/candidate_properties.h"
#include "configuration/dictionary.h"
#include "configuration/hiring_process.h"
#include "configuration/offer_properties.h"
#include "configuration/reasons.h"
#include "configuration/sources.h"
#include "db/db.h"

namespace callboard::configuration {

accounts::Company own_company(db::Snapshot& snapshot, const accounts::Actor& actor);

std::span<const HiringProcess> hiring_processes(const accounts::Actor& actor);
// Throws HIRING_PROCESS_NOT_FOUND.
const HiringProcess& hiring_process(const accounts::Actor& actor, std::string_view id);
std::span<const Term> reasons(const accounts::Actor& actor, ReasonKind kind);

// Throws NO_ACCESS_TO_OFFERS for a role that cannot see jobs.
std::span<const OfferPropertyCategory> offer_properties(const accounts::Actor& actor);

std::span<const CandidateProperty> candidate_properties(const accounts::Actor& actor);
// These throw CANDIDATE_PROPERTY_NOT_FOUND; those about values CANDIDATE_PROPERTY_NOT_SINGLE_SELECT and
// CANDIDATE_PROPERTY_VALUE_NOT_FOUND, too.
const CandidateProperty& candidate_property(const accounts::Actor& actor, std::string_view id_or_key);
std::span<const Term> property_values(const accounts::Actor& actor, std::string_view id_or_key);
const Term& property_value(const accounts::Actor& actor, std::string_view id_or_key, std::string_view value);

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
// Throws SOURCE_NOT_FOUND.
Source source(const accounts::Actor& actor, std::string_view identifier);

}  // namespace callboard::configuration
