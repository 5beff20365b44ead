// All SQL of job properties, their values and dependents.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/job_property.h"
#include "db/db.h"

namespace callboard::configuration::store {

// Oldest first. Labels are English; job_property_labels.h has those of other languages.
std::vector<JobProperty> list_job_properties(db::Snapshot& snapshot);
std::optional<JobProperty> find_job_property(db::Snapshot& snapshot, const JobPropertyId& id);

std::optional<JobPropertyValue> find_job_property_value(db::Snapshot& snapshot, const JobPropertyId& property,
                                                        std::string_view id);

}  // namespace callboard::configuration::store
