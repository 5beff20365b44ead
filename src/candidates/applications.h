// Operations on applications other than status changes (status.h).
#pragma once

#include <optional>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "candidates/source_choice.h"
#include "db/db.h"

namespace callboard::candidates {

// By its own id. Throws JOB_APPLICATION_NOT_FOUND also if the actor may not see it.
Application job_application(db::Snapshot& snapshot, const accounts::Actor& actor, const JobApplicationId& id);

// The candidate is kept.
void withdraw_application(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                          const JobId& job);
void withdraw_application(db::Tx& tx, const accounts::Actor& actor, const JobApplicationId& id);

void set_source(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                const SourceChoice& choice);

// Without a job: of the primary application.
std::optional<Onboarding> onboarding(db::Snapshot& snapshot, const accounts::Actor& actor,
                                     const CandidateId& candidate, const std::optional<JobId>& job);
void set_onboarding(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                    const std::optional<JobId>& job, Onboarding to);

}  // namespace callboard::candidates
