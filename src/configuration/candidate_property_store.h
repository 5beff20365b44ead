// The tables candidate_property and candidate_property_choice.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "configuration/candidate_properties.h"
#include "configuration/value_order.h"
#include "db/db.h"

namespace callboard::configuration::store {

// Archived properties and choices are left out, except where it is said.
std::vector<CandidateProperty> list_candidate_properties(db::Snapshot& snapshot);
std::optional<CandidateProperty> find_candidate_property(db::Snapshot& snapshot,
                                                         const CandidatePropertyId& id);
std::optional<CandidateProperty> find_candidate_property_by_key(db::Snapshot& snapshot, std::string_view key);

// In order; also those of archived properties, whose values would appear again under the same key.
std::vector<std::string> list_property_keys(db::Snapshot& snapshot);

// These return false if another property has the label; update() also if the version is another one.
bool insert(db::Tx& tx, const CandidateProperty& property);
bool update(db::Tx& tx, const CandidateProperty& property, std::int64_t version_before);
// How often the audience of a property has become FULL_ACCESS; of archived ones, too.
std::int64_t count_restrictions(db::Snapshot& snapshot);
void archive_property(db::Tx& tx, const CandidatePropertyId& id);

std::vector<PropertyChoice> list_choices(db::Snapshot& snapshot, const CandidatePropertyId& property);
std::optional<PropertyChoice> find_choice(db::Snapshot& snapshot, const CandidatePropertyId& property,
                                          std::string_view id);
struct StoredChoice : PropertyChoice {
    bool is_archived = false;
};
// Those of the ids that exist, in any order; archived ones, too.
std::vector<StoredChoice> find_choices(db::Snapshot& snapshot, const CandidatePropertyId& property,
                                       const std::vector<std::string>& ids);
// Of all properties: the property, the id and the label.
std::map<std::pair<std::string, std::string>, std::string> list_choice_labels(db::Snapshot& snapshot);
bool is_choice_label_taken(db::Snapshot& snapshot, const CandidatePropertyId& property,
                           const PropertyChoice& choice);

// At the end. An archived choice with the id returns, with the new label. False if the id is taken.
bool insert(db::Tx& tx, const CandidatePropertyId& property, const PropertyChoice& choice);
void rename_choice(db::Tx& tx, const CandidatePropertyId& property, const PropertyChoice& choice);
std::vector<ValuePlace> list_choice_places(db::Snapshot& snapshot, const CandidatePropertyId& property);
void move_choice(db::Tx& tx, const CandidatePropertyId& property, const ValuePlace& to);
void archive_choice(db::Tx& tx, const CandidatePropertyId& property, std::string_view id);

}  // namespace callboard::configuration::store
