// The tables hiring_process and hiring_step.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "configuration/hiring_process.h"
#include "db/db.h"

namespace callboard::configuration::store {

// Ordered by id: by creation.
std::vector<HiringProcess> list_hiring_processes(db::Snapshot& snapshot);
std::optional<HiringProcess> find_hiring_process(db::Snapshot& snapshot, const HiringProcessId& id);

// The steps of the default process, in one query.
std::vector<HiringStep> default_steps(db::Snapshot& snapshot);

// False if the name is taken.
bool insert(db::Tx& tx, const HiringProcess& process);

// Replaces the process if it still has this version; its steps are replaced, too.
bool update(db::Tx& tx, const HiringProcess& process, std::int64_t version_before);

// Does another process have the name?
bool is_name_taken(db::Snapshot& snapshot, const HiringProcess& process);

void clear_default(db::Tx& tx);
bool remove(db::Tx& tx, const HiringProcessId& id);

}  // namespace callboard::configuration::store
