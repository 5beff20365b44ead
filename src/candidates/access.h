// Who may see and change which candidate and application: the one place that decides it. Whoever sees a job
// sees the applications for it, and the people behind them; those who see more than their own jobs also see
// people without an application.
#pragma once

#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "base/error.h"
#include "candidates/application.h"
#include "candidates/candidate.h"
#include "db/db.h"

namespace callboard::candidates {

// What an operation answers with when there is a candidate that the actor may not see: its reference says
// which. A candidate of another company is none: CANDIDATE_NOT_FOUND.
struct Refusal {
    ErrorKind kind;
    const char* code;
};
inline constexpr Refusal kUnauthorized{ErrorKind::no_access, "NO_ACCESS_TO_CANDIDATE"};
inline constexpr Refusal kNoAccess{ErrorKind::forbidden, "NO_ACCESS_TO_CANDIDATE"};
inline constexpr Refusal kForbidden{ErrorKind::forbidden, "PERMISSION_DENIED"};

// The same of an application: the actor may not see the candidate, or not the job; and what it is called when
// the candidate has none for that job.
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

// A candidate with those applications that the actor may see.
struct Visible {
    Candidate candidate;
    std::vector<Assignment> assignments;

    const Assignment* primary() const { return primary_of(assignments); }
};

Visible visible(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id, Refusal refusal);
Application visible_application(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                                const JobId& job, const ApplicationRefusals& refusals);

// The same, if the actor may change them too. From now until the transaction ends nobody else changes the
// candidate or one of its applications: whoever reads and writes what follows loses nothing that another one
// wrote.
Visible to_change(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, Refusal refusal);
Application application_to_change(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                                  const JobId& job, const ApplicationRefusals& refusals);

// Of operations that name no job: the primary one of those that the actor may see. Throws
// APPLICATION_NOT_FOUND when there is none.
Application visible_primary(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id,
                            Refusal refusal);
Application primary_to_change(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id,
                              Refusal refusal);

// Throws unless the actor may change candidates at all, or see those without an application.
void require_changing(const accounts::Actor& actor);
void require_pool(const accounts::Actor& actor);

// Narrows a list of candidates, whose id is this expression, to those that the reader sees; false when that
// is nobody at all.
bool narrow_to_visible(db::ListQuery& list, const accounts::Actor& reader, std::string_view candidate);

bool sees_candidate(db::Snapshot& snapshot, const accounts::Actor& actor, const CandidateId& id);

}  // namespace callboard::candidates
