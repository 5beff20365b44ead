// The values of the company's own fields (configuration/job_property.h) on a job.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "db/db.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// Those that a posting shows: of properties that are active and visible, in the order of the definitions, with
// labels in the language. PropertyPart (job_content.h) has id and label of the property and of its value; the
// value of a text has no id.
std::vector<PropertyPart> posted_properties(db::Snapshot& snapshot, const JobId& id,
                                            std::string_view language = "en");

}  // namespace callboard::jobs
