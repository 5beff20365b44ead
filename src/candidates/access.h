// The visibility and permission rules of candidates and applications. An actor who sees a job sees its
// applications and their candidates; actors who see more than their own jobs also see candidates without an
// application.
#pragma once

#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/error.h"
#include "candidates/application.h"
#include "candidates/candidate.h"
#include "db/db.h"

namespace callboard::candidates {

// The error for a candidate that exists but is not visible to the actor; it depends on the operation. A
// candidate of another company is CANDIDATE_NOT_FOUND.
struct Refusal {
    ErrorKind kind;
    const char* code;
};
inline constexpr Refusal kUnauthorized{ErrorKind::no_access, "NO_ACCESS_TO_CANDIDATE"};
inline constexpr Refusal kNoAccess{ErrorKind::forbidden, "NO_ACCESS_TO_CANDIDATE"};
inline constexpr Refusal kForbidden{ErrorKind::forbidden, "PERMISSION_DENIED"};

// The errors for an application: its candidate or its job is not visible; and the code if the candidate has
// no application for that job.
struct ApplicationRefusals {
    Refusal candidate;
    Refusal job;
    const char* absent;
};
inline constexpr ApplicationRefusals kApplicationForbidden{kForbidden, kForbidden, "APPLICATION_NOT_FOUND"};
inline constexpr ApplicationRefusals kApplicationUnauthorized{kUnauthorized, kUnauthorized,
                                                              "APPLICATION_NOT_FOUND"};
inline constexpr ApplicationRefusals kHistoryRefused{
    kNoAccess, {ErrorKind::forbidden, "NO_ACCESS_TO_JOB"}, "JOB_NOT_FOUND"};
inline constexpr ApplicationRefusals kOnboardingRefused{kNoAccess, kNoAccess, "JOB_NOT_FOUND"};
inline constexpr ApplicationRefusals kPropertiesRefused{kForbidden, kForbidden, "JOB_NOT_FOUND"};

// A candidate with the applications that are visible to the actor.
struct Visible {
    Candidate candidate;
    std::vector<Assignment> assignments;

    const Assignment* primary() const { return primary_of(assignments); }
};

Visible visible(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id, Refusal refusal);
Application visible_application(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                                const JobId& job, const ApplicationRefusals& refusals);

// The same for a change, if the actor may make it. Locks the candidate's row until the commit, which also
// serializes changes of its applications.
Visible lock_candidate(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Refusal refusal);
Application lock_application(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                             const JobId& job, const ApplicationRefusals& refusals);

// For operations without a job: the primary application among the visible ones. Throws APPLICATION_NOT_FOUND
// if there is none.
Application visible_primary(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                            Refusal refusal);
Application lock_primary_application(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                                     Refusal refusal);

// Throw unless the actor may change candidates at all, or see candidates without an application.
void require_changing(const accounts::Actor& actor);
void require_pool(const accounts::Actor& actor);

// Adds the visibility rule to a list of candidates, whose id is the expression `candidate`; returns false if
// the reader can see none.
bool narrow_to_visible(db::ListQuery& list, const accounts::Actor& reader, std::string_view candidate);

bool sees_candidate(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

}  // namespace callboard::candidates
