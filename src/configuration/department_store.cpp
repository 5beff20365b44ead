#include "configuration/department_store.h"

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kInsert{"department_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, description, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING)sql"};

constexpr db::Sql kUpdate{"department_update", R"sql(
    UPDATE department SET label = $3, label_key = $4, description = $5
    WHERE company_id = $1 AND id = $2 AND NOT EXISTS (
        SELECT 1 FROM department o WHERE o.company_id = $1 AND o.label_key = $4 AND o.id <> $2))sql"};

constexpr db::Sql kIsUsed{"department_is_used", R"sql(
    SELECT count(*) FROM department d WHERE d.company_id = $1 AND d.id = $2
    AND EXISTS (SELECT 1 FROM job j WHERE j.company_id = $1 AND j.department_id = $2))sql"};

constexpr db::Sql kRemove{"department_remove", R"sql(
    DELETE FROM department WHERE company_id = $1 AND id = $2
    AND NOT EXISTS (SELECT 1 FROM job j WHERE j.company_id = $1 AND j.department_id = $2))sql"};

constexpr db::Sql kFind{"department_find", R"sql(
    SELECT id, label, description FROM department WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kLock{"department_lock", R"sql(
    UPDATE department SET label = label WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kShare{"department_share", R"sql(
    SELECT id, label, description FROM department WHERE company_id = $1 AND id = $2 /*share row*/)sql"};

constexpr db::Sql kList{"department_list", R"sql(
    SELECT id, label, description FROM department WHERE company_id = $1 ORDER BY label_key)sql"};

constexpr db::Sql kListPosted{"department_list_posted", R"sql(
    SELECT d.id, d.label, d.description FROM department d
    WHERE d.company_id = $1 AND d.id IN (
        SELECT p.department_id FROM posting p
        WHERE p.company_id = $1 AND p.state = 'ACTIVE' AND p.visibility = 'PUBLIC')
    ORDER BY d.label_key)sql"};

constexpr db::Sql kCount{"department_count", "SELECT count(*) FROM department WHERE company_id = $1"};

constexpr db::ListSql kLabelled{"department_labelled", "id", "FROM department WHERE company_id = $1",
                                "ORDER BY id"};

Department department_from(const db::Row& row) {
    return {.id = row.id<DepartmentId>(0), .label = row.string(1), .description = row.optional_string(2)};
}

}  // namespace

bool insert(db::Tx& tx, const Department& department) {
    const std::string key = fold(department.label);
    return tx.execute(kInsert, {department.id, department.label, key, department.description, tx.now}) == 1;
}

void lock_department(db::Tx& tx, const DepartmentId& id) {
    tx.execute(kLock, {id});
}

std::optional<Department> share_department(db::Tx& tx, const DepartmentId& id) {
    return tx.first(kShare, {id}, department_from);
}

bool update(db::Tx& tx, const Department& department) {
    const std::string key = fold(department.label);
    return tx.execute(kUpdate, {department.id, department.label, key, department.description}) == 1;
}

bool is_used(db::Snapshot& snapshot, const DepartmentId& id) {
    return snapshot.number(kIsUsed, {id}) > 0;
}

bool remove_unused(db::Tx& tx, const DepartmentId& id) {
    return tx.execute(kRemove, {id}) == 1;
}

std::optional<Department> find_department(db::Snapshot& snapshot, const DepartmentId& id) {
    return snapshot.first(kFind, {id}, department_from);
}

std::int64_t count_departments(db::Snapshot& snapshot) {
    return snapshot.number(kCount);
}

std::vector<Department> list_departments(db::Snapshot& snapshot) {
    return snapshot.all(kList, {}, department_from);
}

std::vector<Department> list_posted_departments(db::Snapshot& snapshot) {
    return snapshot.all(kListPosted, {}, department_from);
}

std::vector<DepartmentId> find_departments_labelled(db::Snapshot& snapshot,
                                                    const std::vector<std::string>& labels) {
    db::ListQuery list{kLabelled};
    list.where_any("label", labels).page(std::ssize(labels));
    return snapshot.all(list, [](const db::Row& row) { return row.id<DepartmentId>(0); });
}

}  // namespace callboard::configuration::store
