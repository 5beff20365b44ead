#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "configuration/department.h"
#include "db/db.h"

namespace callboard::configuration {

// Creates a department; generates the id if it is absent. Throws RESOURCE_ALREADY_EXIST,
// DEPARTMENT_LABEL_NOT_UNIQUE or DEPARTMENTS_LIMIT_EXCEEDED.
Department add_department(db::Tx& tx, const accounts::Actor& actor, const std::string& label,
                          const std::optional<std::string>& description,
                          const std::optional<DepartmentId>& id);

// `edit` changes the label and the description of the current department, whose row is locked. Jobs store
// copies of both, so a department with jobs cannot be changed: throws DEPARTMENT_IN_USE, or
// DEPARTMENT_LABEL_NOT_UNIQUE.
Department change_department(db::Tx& tx, const accounts::Actor& actor, const DepartmentId& id,
                             FunctionRef<Department(Department)> edit);
// Throws DEPARTMENT_IN_USE.
void delete_department(db::Tx& tx, const accounts::Actor& actor, const DepartmentId& id);

std::vector<Department> departments(db::Snapshot& snapshot, const accounts::Actor& actor);
Department department(db::Snapshot& snapshot, const accounts::Actor& actor, const DepartmentId& id);

}  // namespace callboard::configuration
