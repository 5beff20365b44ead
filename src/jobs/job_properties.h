// The values of the company's own fields (configuration/job_property.h) on a job.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "db/db.h"
#include "jobs/job_content.h"
#include "wire/unknown_names.h"

namespace callboard::jobs {

// What a caller wants a property to be: the id of a value for a list ("null": none), a label for a text. Not
// validated yet.
struct PropertyChoice {
    std::string property;
    std::optional<std::string> value;
    std::optional<std::string> text;
};

struct ResolvedProperties {
    std::vector<PropertyPart> parts;  // in the order of the definitions
    std::vector<Fault> faults;
};

// Resolves the choices. If there are several for a property, the last one counts. Properties and values that
// the company does not have are ignored. What the job already has (`before`) is kept, even if it could not be
// chosen any more: a value that was archived, of a property that was deactivated, or that no longer depends
// on the value of its parent. Faults: JOB_PROPERTY_REQUIRED, INVALID_JOB_PROPERTY_VALUE_ID,
// INVALID_JOB_PROPERTY_VALUE_TYPE, VALUE_INACTIVE, INVALID_TEXT_FORMAT, JOB_PROPERTY_PARENT_VALUE_MISSING,
// JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE.
ResolvedProperties resolve_properties(db::Snapshot& snapshot, const std::vector<PropertyChoice>& choices,
                                      const std::vector<PropertyPart>& before);

// The inverse: choices that lead to these parts.
std::vector<PropertyChoice> choices_of(const std::optional<std::vector<PropertyPart>>& parts);

// Reports the choices that resolve_properties() ignores, by their place in the request. Throws
// VALIDATION_ERROR with all of them if the request is strict.
void note_unknown_properties(db::Snapshot& snapshot, const std::vector<PropertyChoice>& choices,
                             wire::UnknownNames& unknown);

// Those that a posting of the job has, in the order of the definitions, with labels in the language. Whether
// it shows them is decided when it is read (postings/shown_fields.h). The value of a text has no id.
std::vector<PropertyPart> posted_properties(db::Snapshot& snapshot, const JobId& id,
                                            std::string_view language = "en");

}  // namespace callboard::jobs
