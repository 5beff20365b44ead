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

// Somebody who is new, or whom the actor may see already by e-mail and last name: then what was blank is
// filled. Somebody out of the actor's sight is new to the actor, and gets a separate record. In the pool, or
// for a job; who has applied for it before keeps that application as it is.
CandidateId register_in_pool(db::Tx& tx, const accounts::Actor& actor, const Draft& draft);
CandidateId register_for_job(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const Draft& draft);

}  // namespace callboard::candidates
