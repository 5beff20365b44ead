// People who apply themselves, on a page or through another site.
#pragma once

#include "candidates/registration.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::candidates {

struct Applied {
    CandidateId candidate;
    JobApplicationId application;
    bool is_new;  // false: there was an application for this job, which stays unchanged
};

// Uses a record of the person that has an application for the job, or one that everybody who sees the job may
// see: who applies has not proved who they are, and must not show a stranger's profile to anybody by their
// name. Else creates a record, as registration does for people who must not be disclosed. Fills in empty
// attributes only. The author without a user is the candidate. The job's status stays: it was published.
Applied apply_for_job(db::Tx& tx, const events::Author& author, const JobId& job, const Draft& draft);

}  // namespace callboard::candidates
