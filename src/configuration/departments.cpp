#include "configuration/departments.h"

#include "base/error.h"
#include "configuration/access.h"
#include "configuration/department_store.h"
#include "events/audit_log.h"

namespace callboard::configuration {

Department add_department(db::Tx& tx, const accounts::Actor& actor, const std::string& label,
                          const std::optional<std::string>& description,
                          const std::optional<DepartmentId>& id) {
    require_changing(actor);
    Department made{.id = id ? *id : tx.new_id<DepartmentId>(), .label = label, .description = description};
    if (!store::insert(tx, made)) {
        if (id && store::find_department(tx, *id)) {
            throw conflict("RESOURCE_ALREADY_EXIST", "a department with this id already exists");
        }
        throw invalid_request("DEPARTMENT_LABEL_NOT_UNIQUE", "a department with this label already exists");
    }
    events::audit(tx, actor,
                  {.name = "DEPARTMENT_CREATED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"departmentId", made.id.text()}, {"label", made.label}}});
    return made;
}

std::vector<Department> departments(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    return store::list_departments(snapshot);
}

Department department(db::Snapshot& snapshot, const accounts::Actor& actor, const DepartmentId& id) {
    require_reading(actor);
    auto found = store::find_department(snapshot, id);
    if (!found) throw not_found("DEPARTMENT_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::configuration
