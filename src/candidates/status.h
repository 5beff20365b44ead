#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "db/db.h"

namespace callboard::candidates {

// The requested status of an application.
struct Move {
    Status status{};
    std::optional<std::string> sub_status;
    std::optional<std::string> reason;
    std::optional<Timestamp> starts_at;
};

// Changes the status of an application that was read in this transaction by lock_application() or
// lock_primary_application() (candidates/access.h). Without a difference nothing is written. The job's status
// follows.
void move(db::Tx& tx, const accounts::Actor& actor, const Application& application, const Move& to);

// Advances the job's status to SOURCING, INTERVIEW or OFFER to match the application; never back.
void advance_job(db::Tx& tx, const accounts::Actor& actor, const Application& application);

// Changes the status of the application for the job, or of the primary one.
void set_status(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate, const JobId& job,
                const Move& to);
void set_primary_status(db::Tx& tx, const accounts::Actor& actor, const CandidateId& candidate,
                        const Move& to);

// Oldest first.
std::vector<StatusChange> status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const CandidateId& candidate, const JobId& job);
std::vector<StatusChange> primary_status_history(db::Snapshot& snapshot, const accounts::Actor& actor,
                                                 const CandidateId& candidate);

}  // namespace callboard::candidates
