#pragma once

#include <string>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "jobs/job.h"

namespace callboard::jobs {

struct TeamMember {
    UserId user;
    std::string role;  // HIRING_MANAGER, RECRUITER …, or a custom role
};

std::vector<TeamMember> hiring_team(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id);

void join_team(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const TeamMember& member);

// Throws for the last member: a job must have a hiring team.
void leave_team(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const UserId& user);

}  // namespace callboard::jobs
