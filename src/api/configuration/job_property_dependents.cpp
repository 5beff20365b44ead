#include "api/configuration/job_property_dependents.h"

#include <utility>

#include "base/encoding.h"
#include "configuration/job_property_dependents.h"

namespace callboard::api {
namespace {

using configuration::DependentPlace;

template <class Call>
JobPropertyDependents dependents_of(db::Snapshot& snapshot, const Call& call) {
    JobPropertyDependents list{};
    for (auto& property :
         configuration::dependents(snapshot, call.actor(), job_property_id(call.path), call.label_language))
        list.content.push_back({.id = std::string{property.id.text()}, .label = std::move(property.label)});
    list.total_found = std::ssize(list.content);
    return list;
}

DependentPlace place(const edge::PathParams& path) {
    return {.parent = job_property_id(path),
            .value = path.text("jobPropertyValueId"),
            .dependent = path.text("dependentId")};
}

LabelledIdView labelled(configuration::JobPropertyValue value) {
    return {.id = std::move(value.id), .label = std::move(value.label)};
}

}  // namespace

JobPropertyDependents list_job_property_dependents(db::Snapshot& snapshot, const edge::Call<>& call) {
    return dependents_of(snapshot, call);
}

JobPropertyDependents add_job_property_dependents(db::Tx& tx,
                                                  const edge::Call<JobPropertyDependentsInput>& call) {
    configuration::add_dependents(tx, call.actor(), job_property_id(call.path), call.body.ids);
    return dependents_of(tx, call);
}

wire::Nothing remove_job_property_dependent(db::Tx& tx, const edge::Call<>& call) {
    configuration::remove_dependent(tx, call.actor(), job_property_id(call.path),
                                    call.path.text("dependentId"));
    return {};
}

JobPropertyDependencies list_job_property_dependencies(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto pairs = configuration::dependent_pairs(snapshot, call.actor(), job_property_id(call.path),
                                                call.path.text("dependentId"), call.label_language);
    JobPropertyDependencies list{};
    for (auto& [parent, value] : pairs) {
        if (list.content.empty() || list.content.back().parent.id != parent.id)
            list.content.push_back({.parent = labelled(std::move(parent)), .values = {}});
        list.content.back().values.push_back(labelled(std::move(value)));
    }
    list.total_found = std::ssize(list.content);
    return list;
}

edge::Reply<JobPropertyDependentValues> list_job_property_dependent_values(
    db::Snapshot& snapshot, const JobPropertyValuesCall& call) {
    const DependentPlace at = place(call.path);
    const std::string path = "/configuration/job-properties/" + std::string{at.parent.text()} + "/values/" +
                             percent_encode(at.value) + "/dependents/" + std::string{at.dependent} +
                             "/values";
    const wire::ListCursors cursors{snapshot.company().text(), path, call.query};
    const auto start = cursors.start(place_of_value);
    auto page = configuration::dependent_value_page(snapshot, call.actor(), at, call.label_language,
                                                    start.value_or(0), call.query.page_size + 1);
    auto next = cursors.next(page.values, [](const auto& last) { return std::to_string(last.place); });
    auto next_page = call.next_page(path, next);
    JobPropertyDependentValues list{
        .total_found = page.total, .next_page_id = {std::move(next)}, .content = {}};
    for (auto& each : page.values) list.content.push_back(labelled(std::move(each.value)));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next_page)};
}

wire::Nothing add_job_property_dependent_value(db::Tx& tx,
                                               const edge::Call<JobPropertyDependentValueInput>& call) {
    configuration::add_dependent_value(tx, call.actor(), place(call.path), call.body.id);
    return {};
}

wire::Nothing remove_job_property_dependent_value(db::Tx& tx, const edge::Call<>& call) {
    configuration::remove_dependent_value(tx, call.actor(), place(call.path),
                                          call.path.text("dependentValueId"));
    return {};
}

}  // namespace callboard::api
