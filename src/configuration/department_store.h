#pragma once

#include <optional>
#include <string>
#include <vector>

#include "configuration/department.h"
#include "db/db.h"

namespace callboard::configuration::store {

// False when the id or the label is taken.
bool insert(db::Tx& tx, const Department& department);

std::optional<Department> find_department(db::Snapshot& snapshot, const DepartmentId& id);
std::vector<Department> list_departments(db::Snapshot& snapshot);

// Those that are called exactly so.
std::vector<DepartmentId> find_departments_labelled(db::Snapshot& snapshot,
                                                    const std::vector<std::string>& labels);

}  // namespace callboard::configuration::store
