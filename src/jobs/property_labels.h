// The labels of job properties and their values in the stored summary of a job (job_content.h) and in its
// postings. A property or value that is renamed gets its new label there in the background; until then, reads
// look it up, those of postings in postings/shown_fields.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "db/db.h"
#include "jobs/job.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

// Whether the summary, as stored, has properties: the last field, and the only one that is a list.
constexpr bool has_properties(std::string_view summary) {
    return summary.ends_with("]}");
}

// Replace labels that are stored by the present ones. For companies that have renamed properties
// (configuration::store::has_property_renamings).
std::string with_property_labels(db::Snapshot& snapshot, const JobId& job, std::string summary);
void renew_properties(db::Snapshot& snapshot, const JobId& job, std::vector<PropertyPart>& parts);
void renew_properties(db::Snapshot& snapshot, std::vector<JobLine>& jobs);

// Replace labels, as returned by those, where there are translations to the language.
std::string with_translated_properties(db::Snapshot& snapshot, const JobId& job, std::string summary,
                                       std::string_view language);
void translate_properties(db::Snapshot& snapshot, const JobId& job, std::vector<PropertyPart>& parts,
                          std::string_view language);
void translate_properties(db::Snapshot& snapshot, std::vector<JobLine>& jobs, std::string_view language);

// Writes the present labels into the next jobs of a renamed property, and into their postings. Returns true
// if there may be more.
bool renew_property_labels(db::Tx& tx);

}  // namespace callboard::jobs
