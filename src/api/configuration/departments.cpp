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
    return view(
        configuration::change_department(tx, call.actor(), id, [&](const configuration::Department& before) {
            auto change =
                wire::merged(DepartmentChange{.label = before.label, .description = before.description},
                             call.body, ErrorKind::unprocessable);
            return configuration::Department{.id = before.id,
                                             .label = std::move(change.label),
                                             .description = std::move(change.description)};
        }));
}

wire::Nothing delete_department(db::Tx& tx, const edge::Call<>& call) {
    configuration::delete_department(tx, call.actor(), department_id(call.path));
    return {};
}

}  // namespace callboard::api
