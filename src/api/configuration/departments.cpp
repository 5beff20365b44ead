#include "api/configuration/departments.h"

#include <utility>

#include "configuration/departments.h"

namespace callboard::api {
namespace {

DepartmentView view(configuration::Department department) {
    return {.id = department.id,
            .label = std::move(department.label),
            .description = std::move(department.description)};
}

DepartmentId department_id(const edge::PathParams& path) {
    return path.id<DepartmentId>("departmentId", "DEPARTMENT_NOT_FOUND");
}

}  // namespace

edge::Reply<DepartmentView> create_department(db::Tx& tx, const edge::Call<DepartmentInput>& call) {
    const DepartmentInput& input = call.body;
    auto made = configuration::add_department(tx, call.actor(), input.label, input.description, input.id);
    auto location = call.link("/configuration/departments/" + std::string{made.id.text()});
    return {.view = view(std::move(made)), .location = std::move(location)};
}

DepartmentList list_departments(db::Snapshot& snapshot, const edge::Call<>& call) {
    DepartmentList list{};
    for (auto& department : configuration::departments(snapshot, call.actor())) {
        list.content.push_back(view(std::move(department)));
    }
    list.total_found = std::ssize(list.content);
    return list;
}

DepartmentView get_department(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(configuration::department(snapshot, call.actor(), department_id(call.path)));
}

DepartmentView patch_department(db::Tx& tx, const edge::Call<DepartmentPatch>& call) {
    const DepartmentId id = department_id(call.path);
    auto before = configuration::department(tx, call.actor(), id);
    auto change = wire::merged(
        DepartmentChange{.label = std::move(before.label), .description = std::move(before.description)},
        call.body, ErrorKind::unprocessable);
    return view(configuration::change_department(tx, call.actor(), id,
                                                 {.label = change.label, .description = change.description}));
}

wire::Nothing delete_department(db::Tx& tx, const edge::Call<>& call) {
    configuration::delete_department(tx, call.actor(), department_id(call.path));
    return {};
}

}  // namespace callboard::api
