#include "api/configuration/candidate_properties.h"

#include <string>

#include "base/error.h"
#include "configuration/departments.h"

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

const CandidateProperty& property_of(const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    const auto* const property = configuration::find_candidate_property(call.path.text("propertyId"));
    if (!property) throw not_found("CANDIDATE_PROPERTY_NOT_FOUND");
    return *property;
}

const CandidateProperty& single_select_of(const edge::Call<>& call) {
    const CandidateProperty& property = property_of(call);
    if (property.type != PropertyType::single_select)
        throw invalid_request("CANDIDATE_PROPERTY_NOT_SINGLE_SELECT",
                              "the values of this property are not a fixed list");
    return property;
}

}  // namespace

PropertyDefinitionList list_property_definitions(db::Snapshot&, const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    PropertyDefinitionList list{};
    for (const auto& property : configuration::candidate_properties())
        list.content.push_back(view(property, call));
    list.total_found = std::ssize(list.content);
    return list;
}

PropertyDefinition get_property_definition(db::Snapshot&, const edge::Call<>& call) {
    return view(property_of(call), call);
}

TermList list_property_values(db::Snapshot&, const edge::Call<>& call) {
    return term_list(single_select_of(call).values);
}

DictionaryEntry get_property_value(db::Snapshot&, const edge::Call<>& call) {
    const auto* const value = configuration::find_value(single_select_of(call), call.path.text("valueId"));
    if (!value) throw not_found("CANDIDATE_PROPERTY_VALUE_NOT_FOUND");
    return entry(*value);
}

}  // namespace callboard::api
