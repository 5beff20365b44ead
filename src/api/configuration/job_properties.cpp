#include "api/configuration/job_properties.h"

#include <utility>

#include "configuration/job_properties.h"

namespace callboard::api {
namespace {

using configuration::JobProperty;
using configuration::JobPropertyDraft;
using configuration::JobPropertyType;

std::string path_of(const JobPropertyId& id) {
    return "/configuration/job-properties/" + std::string{id.text()};
}

template <class Call>
JobPropertyDefinitionView view(JobProperty property, const Call& call) {
    const std::string path = path_of(property.id);
    JobPropertyDefinitionView view{
        .id = property.id,
        .label = std::move(property.label),
        .category = property.category,
        .type = property.type,
        .visible = property.visible,
        .active = property.active,
        .required = property.required,
        .depends_on = property.parent,
        .actions = {.details = {.url = call.link(path)}, .values = {}, .dependents = {}}};
    if (property.type == JobPropertyType::text) return view;
    view.actions.values = Action{.url = call.link(path + "/values")};
    view.actions.dependents = Action{.url = call.link(path + "/dependents")};
    return view;
}

JobPropertyDraft draft(const JobPropertyDefinitionInput& input) {
    return {.label = input.label,
            .category = input.category,
            .type = input.type.value_or(JobPropertyType::single_select),
            .visible = input.visible,
            .active = input.active.value_or(true),
            .required = input.required.value_or(false)};
}

JobPropertyDefinitionInput input_of(const JobPropertyDraft& draft) {
    return {.label = draft.label,
            .category = draft.category,
            .type = draft.type,
            .visible = draft.visible,
            .active = draft.active,
            .required = draft.required};
}

}  // namespace

JobPropertyDefinitionList list_job_properties(db::Snapshot& snapshot, const edge::Call<>& call) {
    JobPropertyDefinitionList list{};
    for (auto& property : configuration::job_properties(snapshot, call.actor(), call.label_language))
        list.content.push_back(view(std::move(property), call));
    list.total_found = std::ssize(list.content);
    return list;
}

edge::Reply<JobPropertyDefinitionView> create_job_property(
    db::Tx& tx, const edge::Call<JobPropertyDefinitionInput>& call) {
    auto made = configuration::add_job_property(tx, call.actor(), draft(call.body));
    auto location = call.link(path_of(made.id));
    return {.view = view(std::move(made), call), .location = std::move(location)};
}

JobPropertyDefinitionView get_job_property(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(
        configuration::job_property(snapshot, call.actor(), job_property_id(call.path), call.label_language),
        call);
}

JobPropertyDefinitionView patch_job_property(db::Tx& tx, const edge::Call<JobPropertyPatch>& call) {
    auto changed = configuration::change_job_property(
        tx, call.actor(), job_property_id(call.path), [&](const JobPropertyDraft& before) {
            return draft(wire::patched(input_of(before), call.body, call.unknown));
        });
    return view(std::move(changed), call);
}

wire::Nothing activate_job_property(db::Tx& tx, const edge::Call<>& call) {
    configuration::activate_job_property(tx, call.actor(), job_property_id(call.path));
    return {};
}

wire::Nothing deactivate_job_property(db::Tx& tx, const edge::Call<>& call) {
    configuration::deactivate_job_property(tx, call.actor(), job_property_id(call.path));
    return {};
}

wire::Nothing translate_job_property(db::Tx& tx, const edge::Call<JobPropertyLabels>& call) {
    std::vector<configuration::LabelTranslation> labels;
    for (const auto& [language, label] : call.body.items)
        labels.push_back({.language = language, .label = label});
    configuration::translate_job_property(tx, call.actor(), job_property_id(call.path), labels);
    return {};
}

}  // namespace callboard::api
