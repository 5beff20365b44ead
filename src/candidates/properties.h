// Values of the company's custom properties of a candidate, per application or of the candidate itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

struct PropertyValue {
    configuration::CandidateProperty property;
    std::optional<std::string> value;                     // JSON
    std::vector<configuration::PropertyChoice> selected;  // of a select: the chosen values
};

struct PropertyChange {
    std::string property;              // id or key
    std::optional<std::string> value;  // JSON; absent: delete
    std::string place = {};            // JSON pointer into the request, for faults
};

// Some properties are visible only to users who see more than their own jobs: those with full access.
bool has_full_access(const accounts::Actor& actor);
bool is_for(const configuration::CandidateProperty& property, const accounts::Actor& actor);

// Adds the visibility rule to a list of values. `job` is the expression of the job of their application (''
// for values of candidates without one), `audience` that of their property. Returns false if the reader can
// see none.
bool narrow_to_visible_values(db::ListQuery& list, const accounts::Actor& reader, std::string_view job,
                              std::string_view audience);

// All properties, or those of the context, in the order of the configuration. Without a job: those of the
// primary application, or of the candidate itself if there is none.
std::vector<PropertyValue> properties(db::Snapshot& snapshot, const accounts::Actor& actor,
                                      const CandidateId& candidate, const std::optional<JobId>& job,
                                      std::optional<configuration::PropertyContext> context = std::nullopt);

// Sets all of them or none.
void set_properties(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<JobId>& job, const std::vector<PropertyChange>& changes);

}  // namespace callboard::candidates
