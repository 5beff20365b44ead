// The hiring processes of a company. What an administrator removes from a process stays with the applications
// that are there.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "base/version_tag.h"
#include "configuration/hiring_process.h"
#include "db/db.h"

namespace callboard::configuration {

// The steps of the process of all jobs, in order.
std::vector<HiringStep> default_hiring_steps(db::Snapshot& snapshot);

std::vector<HiringProcess> hiring_processes(db::Snapshot& snapshot, const accounts::Actor& actor);
// Throws HIRING_PROCESS_NOT_FOUND.
HiringProcess hiring_process(db::Snapshot& snapshot, const accounts::Actor& actor, const HiringProcessId& id);

// These throw HIRING_PROCESS_NAME_NOT_UNIQUE; HIRING_STEP_NAME_NOT_UNIQUE for a name that occurs twice;
// HIRING_PROCESS_IS_DEFAULT if the default process would be inactive or no process would be the default.
HiringProcess add_hiring_process(db::Tx& tx, const accounts::Actor& actor, HiringProcessDraft draft);
HiringProcess replace_hiring_process(db::Tx& tx, const accounts::Actor& actor, const HiringProcessId& id,
                                     HiringProcessDraft draft, const ExpectedVersion& expected = {});

// Throws HIRING_PROCESS_IS_DEFAULT.
void delete_hiring_process(db::Tx& tx, const accounts::Actor& actor, const HiringProcessId& id,
                           const ExpectedVersion& expected = {});

}  // namespace callboard::configuration
