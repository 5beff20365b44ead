#include "api/candidates/properties.h"

#include "candidates/properties.h"
#include "candidates/property_value.h"

namespace callboard::api {
namespace {

constexpr const char* kNoJob = "JOB_NOT_FOUND";

std::optional<std::string> text_of(const std::optional<wire::AnyJson>& value) {
    if (!value) return std::nullopt;
    return value->text;
}

PropertyValueView view(const candidates::PropertyValue& each, std::string configuration_url) {
    PropertyValueView view{.id = each.property->id,
                           .key = each.property->key,
                           .label = each.property->label,
                           .type = each.property->type,
                           .value = {each.value.value_or("{}")},
                           .value_label = std::nullopt,
                           .actions = {.configuration = {.url = std::move(configuration_url)}}};
    if (each.value) view.value_label = candidates::label_of(*each.property, *each.value);
    return view;
}

}  // namespace

template <ApplicationChoice choice>
PropertyValueList get_properties(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, PropertiesQuery>& call) {
    PropertyValueList list;
    for (const auto& each :
         candidates::properties(snapshot, call.actor(), candidate_id(call.path),
                                job_if_named<choice>(call.path, kNoJob), call.query.context))
        list.content.push_back(
            view(each, call.link("/configuration/candidate-properties/" + std::string{each.property->id})));
    return list;
}
template PropertyValueList get_properties<ApplicationChoice::of_job>(
    db::Snapshot&, const edge::Call<wire::Nothing, PropertiesQuery>&);
template PropertyValueList get_properties<ApplicationChoice::primary>(
    db::Snapshot&, const edge::Call<wire::Nothing, PropertiesQuery>&);

template <ApplicationChoice choice>
wire::Nothing set_property(db::Tx& tx, const edge::Call<SinglePropertyInput>& call) {
    candidates::set_properties(
        tx, call.actor(), candidate_id(call.path), job_if_named<choice>(call.path, kNoJob),
        {{.property = std::string{call.path.text("propertyId")}, .value = text_of(call.body.value)}});
    return {};
}
template wire::Nothing set_property<ApplicationChoice::of_job>(db::Tx&,
                                                               const edge::Call<SinglePropertyInput>&);
template wire::Nothing set_property<ApplicationChoice::primary>(db::Tx&,
                                                                const edge::Call<SinglePropertyInput>&);

wire::Nothing set_properties(db::Tx& tx, const edge::Call<PropertyBatch>& call) {
    std::vector<candidates::PropertyChange> changes;
    for (const PropertyChangeInput& input : call.body.items)
        changes.push_back({.property = input.id, .value = text_of(input.value)});
    candidates::set_properties(tx, call.actor(), candidate_id(call.path),
                               job_if_named<ApplicationChoice::of_job>(call.path, kNoJob), changes);
    return {};
}

}  // namespace callboard::api
