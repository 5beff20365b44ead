// What the company's own fields say of a candidate, for a job or as such.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"

namespace callboard::candidates {

struct PropertyValue {
    const configuration::CandidateProperty* property;
    std::optional<std::string> value;  // JSON
};

struct PropertyChange {
    std::string property;              // id or key
    std::optional<std::string> value;  // JSON; absent: none any more
};

// Every property that there is, in the order of the configuration. Without a job: of the primary application,
// or of the candidate as such when there is none.
std::vector<PropertyValue> properties(db::Snapshot& snapshot, const accounts::Actor& actor,
                                      const CandidateId& candidate, const std::optional<JobId>& job);

// All or none of them.
void set_properties(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<JobId>& job, const std::vector<PropertyChange>& changes);

}  // namespace callboard::candidates
