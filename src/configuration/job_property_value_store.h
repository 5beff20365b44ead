// All SQL of the values of job properties, and of the values that depend on another one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/job_property.h"
#include "configuration/value_order.h"
#include "db/db.h"

namespace callboard::configuration::store {

// The label is English.
std::optional<JobPropertyValue> find_property_value(db::Snapshot& snapshot, const JobPropertyId& property,
                                                    std::string_view id);

// A value with its place in the list, from which the next page starts.
struct PlacedValue {
    JobPropertyValue value;
    std::int64_t place = 0;
};

// In the order of the list, after the given place (0: from the first), with labels in the language.
std::vector<PlacedValue> page_of_values(db::Snapshot& snapshot, const JobPropertyId& property,
                                        std::string_view language, std::int64_t after, std::int64_t most);

bool is_value_label_taken(db::Snapshot& snapshot, const JobPropertyId& property, std::string_view label,
                          std::string_view except);

// These keep the numbers of values of the property, whose row must be locked.
void insert_value(db::Tx& tx, const JobPropertyId& property, const JobPropertyValue& value);
void archive_value(db::Tx& tx, const JobPropertyId& property, std::string_view id);
void unarchive_value(db::Tx& tx, const JobPropertyId& property, std::string_view id);

void rename_value(db::Tx& tx, const JobPropertyId& property, std::string_view id, std::string_view label);

// With archived ones.
std::vector<ValuePlace> list_value_places(db::Snapshot& snapshot, const JobPropertyId& property);
void move_value(db::Tx& tx, const JobPropertyId& property, const ValuePlace& to);

// The values that `dependent` can have while its parent has the value. Archived values are not listed.
std::vector<PlacedValue> page_of_dependent_values(db::Snapshot& snapshot, const JobPropertyId& dependent,
                                                  std::string_view parent_value, std::string_view language,
                                                  std::int64_t after, std::int64_t most);
std::int64_t count_dependent_values(db::Snapshot& snapshot, const JobPropertyId& dependent,
                                    std::string_view parent_value);
bool is_dependent_value(db::Snapshot& snapshot, const JobPropertyId& dependent, std::string_view parent_value,
                        std::string_view value);

// Of all values of its parent, with archived ones; `most` if there are more.
std::int64_t count_dependent_pairs(db::Snapshot& snapshot, const JobPropertyId& dependent, std::int64_t most);

// Both return false if there was nothing to do.
bool insert_dependent_value(db::Tx& tx, const JobPropertyId& parent, std::string_view parent_value,
                            const JobPropertyId& dependent, std::string_view value);
bool delete_dependent_value(db::Tx& tx, const JobPropertyId& dependent, std::string_view parent_value,
                            std::string_view value);

// The place of a pair among those of its dependent, in the order of the primary key.
struct PairKey {
    std::string parent_value;
    std::string value;
};

// The pairs of dependencies that were removed, which have no effect.
struct PairRemoval {
    JobPropertyId property;
    std::int64_t below = 0;  // the pairs of dependencies with a lower number
    PairKey after;           // those up to here are deleted; not stored
};
// When the property is no longer a dependent.
void begin_pair_removal(db::Tx& tx, const JobPropertyId& dependent);
std::vector<CompanyId> companies_with_removed_pairs(db::Snapshot& snapshot);
std::optional<PairRemoval> find_pair_removal(db::Snapshot& snapshot);
// The last of the next pairs, at most this many, with those of the present dependency; nullopt if there are
// none.
std::optional<PairKey> end_of_range(db::Snapshot& snapshot, const PairRemoval& removal, std::int64_t most);
// Those of the removed dependencies, up to the last one.
void delete_pairs(db::Tx& tx, const PairRemoval& removal, const PairKey& last);
void end_pair_removal(db::Tx& tx, const PairRemoval& removal);

// All pairs of a parent's value and a value that is possible with it, in the order of both lists.
struct DependentPair {
    JobPropertyValue parent;
    JobPropertyValue value;
};
std::vector<DependentPair> list_dependent_pairs(db::Snapshot& snapshot, const JobPropertyId& parent,
                                                const JobPropertyId& dependent, std::string_view language);

}  // namespace callboard::configuration::store
