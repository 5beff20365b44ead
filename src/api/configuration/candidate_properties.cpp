#include "api/configuration/candidate_properties.h"

#include <string>

#include "configuration/reading.h"

namespace callboard::api {
namespace {

using configuration::CandidateProperty;
using configuration::PropertyType;

PropertyDefinition view(const CandidateProperty& property, const edge::Call<>& call) {
    const std::string path = "/configuration/candidate-properties/" + std::string{property.id};
    PropertyDefinition definition{
        .id = property.id,
        .label = property.label,
        .type = property.type,
        .availability = {.to_users = property.full_access_only ? PropertyAudience::full_access
                                                               : PropertyAudience::all,
                         .context = {property.contexts.begin(), property.contexts.end()},
                         .for_org_fields = {}},
        .actions = {.details = {.url = call.link(path)}, .values = {}}};
    if (property.type == PropertyType::single_select)
        definition.actions.values = Action{.url = call.link(path + "/values")};
    return definition;
}

}  // namespace

PropertyDefinitionList list_property_definitions(db::Snapshot&, const edge::Call<>& call) {
    PropertyDefinitionList list{};
    for (const auto& property : configuration::candidate_properties(call.actor()))
        list.content.push_back(view(property, call));
    list.total_found = std::ssize(list.content);
    return list;
}

PropertyDefinition get_property_definition(db::Snapshot&, const edge::Call<>& call) {
    return view(configuration::candidate_property(call.actor(), call.path.text("propertyId")), call);
}

TermList list_property_values(db::Snapshot&, const edge::Call<>& call) {
    return term_list(configuration::property_values(call.actor(), call.path.text("propertyId")));
}

DictionaryEntry get_property_value(db::Snapshot&, const edge::Call<>& call) {
    return entry(
        configuration::property_value(call.actor(), call.path.text("propertyId"), call.path.text("valueId")));
}

}  // namespace callboard::api
