#include "api/configuration/company.h"

#include <utility>

#include "configuration/departments.h"
#include "configuration/reading.h"

namespace callboard::api {
namespace {

DepartmentView view(configuration::Department department) {
    return {.id = department.id,
            .label = std::move(department.label),
            .description = std::move(department.description)};
}

}  // namespace

CompanyView get_company(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto company = configuration::own_company(snapshot, call.actor());
    return {.identifier = std::move(company.identifier), .name = std::move(company.name)};
}

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
    const auto id = call.path.id<DepartmentId>("departmentId", "DEPARTMENT_NOT_FOUND");
    return view(configuration::department(snapshot, call.actor(), id));
}

}  // namespace callboard::api
