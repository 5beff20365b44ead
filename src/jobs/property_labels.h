// The labels of job properties and their values in the stored summary of a job (job_content.h). A property or
// value that is renamed gets its new label there in the background; until then, reads of jobs look it up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "db/db.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// Whether the summary, as stored, has properties: the last field, and the only one that is a list.
constexpr bool has_properties(std::string_view summary) {
    return summary.ends_with("]}");
}

// The summary with the present labels; the same one unless the company has renamed properties.
std::string with_property_labels(db::Snapshot& snapshot, std::string summary);

// The summary, as returned by that, with labels in the language where there are translations.
std::string with_translated_properties(db::Snapshot& snapshot, std::string summary,
                                       std::string_view language);
void translate_properties(db::Snapshot& snapshot, std::vector<PropertyPart>& parts,
                          std::string_view language);

// Companies with properties that were renamed a minute ago or earlier.
std::vector<CompanyId> companies_with_old_property_labels(db::Snapshot& snapshot);

// Writes the present labels into the next jobs of a renamed property. Returns true if there may be more.
bool renew_property_labels(db::Tx& tx);

}  // namespace callboard::jobs
