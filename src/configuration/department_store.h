#pragma once

#include <optional>
#include <vector>

#include "configuration/department.h"
#include "db/db.h"

namespace callboard::configuration::store {

// False when the id or the label is taken.
bool insert(db::Tx& tx, const Department& department);

std::optional<Department> find_department(db::Snapshot& snapshot, const DepartmentId& id);
std::vector<Department> list_departments(db::Snapshot& snapshot);

}  // namespace callboard::configuration::store
