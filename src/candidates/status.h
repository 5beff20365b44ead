#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "db/db.h"

namespace callboard::candidates {

// What a caller wants of an application.
struct Move {
    Status status{};
    std::optional<std::string> sub_status;
    std::optional<std::string> reason;
    std::optional<Timestamp> starts_at;
};

// Moves an application that the actor may change (candidates/access.h) and that was read in this transaction.
// Nothing happens, and nothing is told, when it is there already. The job follows its furthest candidate.
void move(db::Tx& tx, const accounts::Actor& actor, const Application& application, const Move& to);

// Lets the job of an application follow it, and never back: to SOURCING, INTERVIEW or OFFER.
void let_job_follow(db::Tx& tx, const accounts::Actor& actor, const Application& application);

// Moves the application that a caller names, or the primary one.
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
