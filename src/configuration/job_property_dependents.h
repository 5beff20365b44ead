// Job properties whose values depend on the value of another one, its parent, on behalf of an actor. A
// property has at most one parent, and is never its own ancestor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "configuration/job_property.h"
#include "configuration/job_property_value_store.h"
#include "configuration/job_property_values.h"
#include "db/db.h"

namespace callboard::configuration {

// Throws JOB_PROPERTY_NOT_FOUND, like all functions below.
std::vector<JobProperty> dependents(db::Snapshot& snapshot, const accounts::Actor& actor,
                                    const JobPropertyId& parent, std::string_view language = "en");

// Adds all or none. Throws DEPENDENT_JOB_PROPERTY_NOT_FOUND, JOB_PROPERTY_ALREADY_DEPENDENT,
// JOB_PROPERTIES_CIRCULAR_DEPENDENCY; VALIDATION_ERROR for a text, which has no list of values.
void add_dependents(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& parent,
                    const std::vector<std::string>& ids);

// Its dependent values have no effect from now on; delete_removed_pairs() deletes them in the background.
// Throws JOB_PROPERTY_DEPENDENT_NOT_FOUND.
void remove_dependent(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& parent,
                      std::string_view dependent);

inline constexpr std::int64_t kPairsAtOnce = 500;  // keeps each transaction at some milliseconds

// Looks at the next dependent values of a property whose dependency was removed, and deletes those of the
// removed one. Returns the place reached, to be passed to the next call; nullopt if no removal is left.
std::optional<store::PairRemoval> delete_removed_pairs(db::Tx& tx,
                                                       const std::optional<store::PairRemoval>& last = {},
                                                       std::int64_t most = kPairsAtOnce);

// All values of the parent that allow some, with those. Throws DEPENDENCY_NOT_FOUND.
std::vector<store::DependentPair> dependent_pairs(db::Snapshot& snapshot, const accounts::Actor& actor,
                                                  const JobPropertyId& parent, std::string_view dependent,
                                                  std::string_view language);

// A value of the parent, and the dependent whose values it allows.
struct DependentPlace {
    JobPropertyId parent;
    std::string_view value;
    std::string_view dependent;
};

// These throw JOB_PROPERTY_VALUE_NOT_FOUND and JOB_PROPERTY_DEPENDENT_NOT_FOUND.
ValuePage dependent_value_page(db::Snapshot& snapshot, const accounts::Actor& actor,
                               const DependentPlace& place, std::string_view language, std::int64_t after,
                               std::int64_t most);
// Throws JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND (a fault of the request),
// JOB_PROPERTY_DEPENDENT_VALUE_EXISTS and VALUES_LIMIT_REACHED.
void add_dependent_value(db::Tx& tx, const accounts::Actor& actor, const DependentPlace& place,
                         const std::string& value, const JobPropertyLimits& limits = kJobPropertyLimits);
// Throws JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND.
void remove_dependent_value(db::Tx& tx, const accounts::Actor& actor, const DependentPlace& place,
                            std::string_view value);

}  // namespace callboard::configuration
