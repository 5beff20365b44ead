#include "api/candidates/properties.h"

#include <string>

#include "candidates/properties.h"

namespace callboard::api {
namespace {

using configuration::PropertyType;

constexpr const char* kNoJob = "JOB_NOT_FOUND";

std::optional<std::string> text_of(const std::optional<wire::AnyJson>& value) {
    if (!value) return std::nullopt;
    return value->text;
}

std::optional<std::string> label_of(const candidates::PropertyValue& each) {
    if (each.property.type != PropertyType::single_select || each.selected.empty()) return std::nullopt;
    return each.selected.front().label;
}

std::optional<std::vector<SelectedValueView>> selected_in(const candidates::PropertyValue& each) {
    if (!each.value || !configuration::has_choices(each.property.type)) return std::nullopt;
    std::vector<SelectedValueView> selected;
    for (const configuration::PropertyChoice& choice : each.selected)
        selected.push_back({.id = choice.id, .label = choice.label});
    return selected;
}

PropertyValueView view(candidates::PropertyValue each, bool with_selected, std::string configuration_url) {
    auto label = label_of(each);
    auto selected = with_selected ? selected_in(each) : std::nullopt;
    return {.id = each.property.id,
            .key = std::move(each.property.key),
            .label = std::move(each.property.label),
            .type = each.property.type,
            .value = {std::move(each.value).value_or("{}")},
            .value_label = std::move(label),
            .selected_value_labels = std::move(selected),
            .actions = {.configuration = {.url = std::move(configuration_url)}}};
}

}  // namespace

template <ApplicationChoice choice>
PropertyValueList get_properties(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, PropertiesQuery>& call) {
    const bool with_multi_selects = call.query.include_multi_select.value_or(false);
    PropertyValueList list;
    for (auto& each : candidates::properties(snapshot, call.actor(), candidate_id(call.path),
                                             job_if_named<choice>(call.path, kNoJob), call.query.context)) {
        if (each.property.type == PropertyType::multi_select && !with_multi_selects) continue;
        auto link = call.link("/configuration/candidate-properties/" + std::string{each.property.id.text()});
        list.content.push_back(view(std::move(each), with_multi_selects, std::move(link)));
    }
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
        changes.push_back({.property = input.id,
                           .value = text_of(input.value),
                           .place = "/" + std::to_string(changes.size())});
    candidates::set_properties(tx, call.actor(), candidate_id(call.path),
                               job_if_named<ApplicationChoice::of_job>(call.path, kNoJob), changes);
    return {};
}

}  // namespace callboard::api
