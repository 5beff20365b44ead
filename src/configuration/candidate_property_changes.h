// What administrators do with the custom fields of candidates, and with the values of selects.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/version_tag.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::configuration {

struct NewCandidateProperty : CandidatePropertyDraft {
    std::optional<std::string> key;  // derived from the label if absent
    PropertyType type{};
    std::vector<PropertyChoice> values;  // at least one for a select, none for other types
};

// These throw CANDIDATE_PROPERTY_NOT_FOUND where a property is named, and
// CANDIDATE_PROPERTY_LABEL_ALREADY_EXISTS.
CandidateProperty add_candidate_property(db::Tx& tx, const accounts::Actor& actor,
                                         const NewCandidateProperty& wanted);
CandidateProperty replace_candidate_property(db::Tx& tx, const accounts::Actor& actor,
                                             std::string_view id_or_key, CandidatePropertyDraft draft,
                                             const ExpectedVersion& expected = {});
void archive_candidate_property(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                                const ExpectedVersion& expected = {});

// These throw CANDIDATE_PROPERTY_NOT_SINGLE_SELECT. A value without an id gets a new one.
PropertyChoice add_property_value(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                                  const std::optional<std::string>& id, const std::string& label);
PropertyChoice rename_property_value(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                                     std::string_view value, const std::string& label);
// `ids` are those of all values, in their new order. Throws CONFLICT if the property has other values.
void reorder_property_values(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                             const std::vector<std::string>& ids);
// Candidates who have the value keep it. Throws CANDIDATE_PROPERTY_LAST_VALUE.
void archive_property_value(db::Tx& tx, const accounts::Actor& actor, std::string_view id_or_key,
                            std::string_view value);

}  // namespace callboard::configuration
