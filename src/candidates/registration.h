#pragma once

#include <optional>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "candidates/profile.h"
#include "candidates/source_choice.h"
#include "db/db.h"

namespace callboard::candidates {

struct Draft {
    Profile profile;
    bool internal = false;
    std::optional<SourceChoice> source;
    Status status = Status::fresh;  // of the application
};

// Creates a candidate, or finds a visible one by e-mail and last name and fills in its empty attributes. If
// the existing one is not visible to the actor, a separate record is created. Adds the candidate to the pool,
// or to a job, where an existing application stays unchanged.
CandidateId register_in_pool(db::Tx& tx, const accounts::Actor& actor, const Draft& draft);
CandidateId register_for_job(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const Draft& draft);

}  // namespace callboard::candidates
