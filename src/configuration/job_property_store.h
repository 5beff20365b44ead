// All SQL of the definitions of job properties.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/job_property.h"
#include "db/db.h"

namespace callboard::configuration::store {

// Oldest first. Labels are English: job_property_label_store.h has those in other languages.
std::vector<JobProperty> list_job_properties(db::Snapshot& snapshot);
std::optional<JobProperty> find_job_property(db::Snapshot& snapshot, const JobPropertyId& id);

// The ids of those that postings do not show: hidden or inactive ones.
std::vector<std::string> list_hidden_job_properties(db::Snapshot& snapshot);

// False if another property has the label.
bool insert_job_property(db::Tx& tx, const JobProperty& property);
bool is_job_property_label_taken(db::Snapshot& snapshot, std::string_view label, const JobPropertyId& except);

// Locks the row until the commit: changes of a property, its values and dependents wait for each other.
void lock_job_property(db::Tx& tx, const JobPropertyId& id);

// Updates what an administrator decides. The row must be locked.
void update_job_property(db::Tx& tx, const JobProperty& property);
void set_parent(db::Tx& tx, const JobPropertyId& id, const JobPropertyId& parent);
// From now on the pairs of the property have no effect (job_property_value_store.h).
void end_dependency(db::Tx& tx, const JobPropertyId& id);

}  // namespace callboard::configuration::store
