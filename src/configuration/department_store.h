#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "configuration/department.h"
#include "db/db.h"

namespace callboard::configuration::store {

// False if the id or the label already exists.
bool insert(db::Tx& tx, const Department& department);

// Locks the row until the commit. Of a job write that copies the department, the row is shared with other
// ones, and a change of the department waits for them all.
void lock_department(db::Tx& tx, const DepartmentId& id);
std::optional<Department> share_department(db::Tx& tx, const DepartmentId& id);

// The row must be locked. False if another department has the label.
bool update(db::Tx& tx, const Department& department);
bool is_used(db::Snapshot& snapshot, const DepartmentId& id);  // by a job
// The row must be locked. False if a job is in it.
bool remove_unused(db::Tx& tx, const DepartmentId& id);

std::optional<Department> find_department(db::Snapshot& snapshot, const DepartmentId& id);
std::int64_t count_departments(db::Snapshot& snapshot);
std::vector<Department> list_departments(db::Snapshot& snapshot);
// Those of which everybody sees a posting.
std::vector<Department> list_posted_departments(db::Snapshot& snapshot);

// The departments with exactly these labels.
std::vector<DepartmentId> find_departments_labelled(db::Snapshot& snapshot,
                                                    const std::vector<std::string>& labels);

}  // namespace callboard::configuration::store
