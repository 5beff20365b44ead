// Labels of job properties and their values in other languages than English, and labels that jobs and
// postings have to renew: they repeat them (jobs/job_content.h, postings/posting_content.h).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "db/db.h"

namespace callboard::configuration::store {

// "fr" of "fr-CA".
constexpr std::string_view without_region(std::string_view language) {
    return language.substr(0, language.find('-'));
}

// Of the properties that have one in the language, or in the language without its region.
std::map<std::string, std::string, std::less<>> list_property_labels(db::Snapshot& snapshot,
                                                                     std::string_view language);
// Of a property, or of one of its values.
std::optional<std::string> find_property_label(db::Snapshot& snapshot, const JobPropertyId& property,
                                               std::string_view language);
std::optional<std::string> find_value_label(db::Snapshot& snapshot, const JobPropertyId& property,
                                            std::string_view value, std::string_view language);

// Without a value, of the property itself. False if it has that label already.
bool put_label(db::Tx& tx, const JobPropertyId& property, const std::optional<std::string>& value,
               std::string_view language, std::string_view label);

// A new label of the property or of one of its values, in any language. Postings show it from then on.
void record_property_renaming(db::Tx& tx, const JobPropertyId& property);

// The ids of properties of which jobs and postings may have old labels.
std::vector<std::string> list_renamed_job_properties(db::Snapshot& snapshot);

// Whether jobs and postings of the company may have old labels.
bool has_property_renamings(db::Snapshot& snapshot);

}  // namespace callboard::configuration::store
