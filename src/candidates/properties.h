// Values of the company's custom properties of a candidate, per application or of the candidate itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

struct PropertyValue {
    configuration::CandidateProperty property;
    std::optional<std::string> value;        // JSON
    std::optional<std::string> value_label;  // of the chosen value of a single select
};

struct PropertyChange {
    std::string property;              // id or key
    std::optional<std::string> value;  // JSON; absent: delete
};

// Some properties are visible only to users who see more than their own jobs.
bool is_for(const configuration::CandidateProperty& property, const accounts::Actor& actor);

// All properties, or those of the context, in the order of the configuration. Without a job: those of the
// primary application, or of the candidate itself if there is none.
std::vector<PropertyValue> properties(db::Snapshot& snapshot, const accounts::Actor& actor,
                                      const CandidateId& candidate, const std::optional<JobId>& job,
                                      std::optional<configuration::PropertyContext> context = std::nullopt);

// Sets all of them or none.
void set_properties(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<JobId>& job, const std::vector<PropertyChange>& changes);

}  // namespace callboard::candidates
