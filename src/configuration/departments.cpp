#include "configuration/departments.h"

#include <string>
#include <utility>

#include "accounts/company_store.h"
#include "base/error.h"
#include "configuration/access.h"
#include "configuration/department_store.h"
#include "configuration/posting_version_store.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

Department existing(db::Snapshot& snapshot, const DepartmentId& id) {
    auto found = store::find_department(snapshot, id);
    if (!found) throw not_found("DEPARTMENT_NOT_FOUND");
    return std::move(*found);
}

// Locked, so that no job can be put into it meanwhile.
Department locked(db::Tx& tx, const DepartmentId& id) {
    store::lock_department(tx, id);
    return existing(tx, id);
}

[[noreturn]] void refuse_used() {
    throw conflict("DEPARTMENT_IN_USE", "jobs are in this department");
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name, const Department& department) {
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"departmentId", department.id.text()}, {"label", department.label}}});
}

}  // namespace

Department add_department(db::Tx& tx, const accounts::Actor& actor, const std::string& label,
                          const std::optional<std::string>& description,
                          const std::optional<DepartmentId>& id) {
    require_changing(actor);
    accounts::store::lock_company(tx);  // the number cannot change meanwhile
    if (store::count_departments(tx) >= kMostDepartments)
        throw invalid_request("DEPARTMENTS_LIMIT_EXCEEDED",
                              "there can be at most " + std::to_string(kMostDepartments) + " departments");
    Department made{.id = id ? *id : tx.new_id<DepartmentId>(), .label = label, .description = description};
    if (!store::insert(tx, made)) {
        if (id && store::find_department(tx, *id)) {
            throw conflict("RESOURCE_ALREADY_EXIST", "a department with this id already exists");
        }
        throw invalid_request("DEPARTMENT_LABEL_NOT_UNIQUE", "a department with this label already exists");
    }
    if (id) store::advance_posting_version(tx);  // postings may show a deleted department with this id
    record(tx, actor, "DEPARTMENT_CREATED", made);
    return made;
}

Department change_department(db::Tx& tx, const accounts::Actor& actor, const DepartmentId& id,
                             FunctionRef<Department(Department)> edit) {
    require_changing(actor);
    const Department before = locked(tx, id);
    Department after = edit(before);
    if (after == before) return before;
    if (store::is_used(tx, id)) refuse_used();
    if (!store::update(tx, after))
        throw invalid_request("DEPARTMENT_LABEL_NOT_UNIQUE", "a department with this label already exists");
    store::advance_posting_version(tx);
    record(tx, actor, "DEPARTMENT_UPDATED", after);
    return after;
}

void delete_department(db::Tx& tx, const accounts::Actor& actor, const DepartmentId& id) {
    require_changing(actor);
    const Department before = locked(tx, id);
    if (!store::remove_unused(tx, id)) refuse_used();
    store::advance_posting_version(tx);
    record(tx, actor, "DEPARTMENT_DELETED", before);
}

std::vector<Department> departments(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    return store::list_departments(snapshot);
}

Department department(db::Snapshot& snapshot, const accounts::Actor& actor, const DepartmentId& id) {
    require_reading(actor);
    return existing(snapshot, id);
}

}  // namespace callboard::configuration
