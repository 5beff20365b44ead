#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "configuration/department.h"
#include "db/db.h"

namespace callboard::configuration {

// A department that did not exist. The caller may choose its id.
Department add_department(db::Tx& tx, const accounts::Actor& actor, const std::string& label,
                          const std::optional<std::string>& description,
                          const std::optional<DepartmentId>& id);

std::vector<Department> departments(db::Snapshot& snapshot, const accounts::Actor& actor);
Department department(db::Snapshot& snapshot, const accounts::Actor& actor, const DepartmentId& id);

// Throws unless the actor's role may read, or change, the configuration of the company.
void require_reading(const accounts::Actor& actor);
void require_changing(const accounts::Actor& actor);

}  // namespace callboard::configuration
