// How many applications of a job are where in its hiring process.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "candidates/application_list_store.h"
#include "db/db.h"

namespace callboard::candidates {

// Every status in its order, followed by its steps in the order of the hiring process, also those without
// applications; then steps that are no longer part of the process, if applications are there. The count of a
// status does not include those in its steps.
std::vector<store::StepCount> pipeline(db::Snapshot& snapshot, const accounts::Actor& actor,
                                       const JobId& job);

}  // namespace callboard::candidates
