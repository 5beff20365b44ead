// The labels of the properties of jobs, read at once for all jobs of a page.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "db/db.h"

namespace callboard::jobs::store {

// By property and value; the label of the property itself has no value.
using PropertyLabels = std::map<std::pair<std::string, std::string>, std::string>;

// The present labels of those properties and values of the jobs that were renamed and may be stored with old
// ones.
PropertyLabels renamed_labels(db::Snapshot& snapshot, std::span<const JobId> jobs);

// The labels that there are in the language, or in the language without its region.
PropertyLabels translated_labels(db::Snapshot& snapshot, std::span<const JobId> jobs,
                                 std::string_view language);

}  // namespace callboard::jobs::store
