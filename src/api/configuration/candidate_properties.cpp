#include "api/configuration/candidate_properties.h"

#include <utility>

#include "configuration/candidate_property_changes.h"
#include "configuration/reading.h"

namespace callboard::api {
namespace {

using configuration::CandidateProperty;
using configuration::PropertyAudience;
using configuration::PropertyContext;
using configuration::PropertyType;

std::string path_of(const CandidatePropertyId& id) {
    return "/configuration/candidate-properties/" + std::string{id.text()};
}

edge::Reply<PropertyDefinition> reply(CandidateProperty property, const auto& call) {
    const std::string path = path_of(property.id);
    PropertyDefinition definition{.id = property.id,
                                  .key = std::move(property.key),
                                  .label = std::move(property.label),
                                  .type = property.type,
                                  .availability = {.to_users = property.audience,
                                                   .context = std::move(property.contexts),
                                                   .for_org_fields = {}},
                                  .actions = {.details = {.url = call.link(path)}, .values = {}},
                                  .text_format = property.text_format,
                                  .pattern = std::move(property.pattern)};
    if (configuration::has_choices(property.type))
        definition.actions.values = Action{.url = call.link(path + "/values")};
    return {.view = std::move(definition), .version = property.version};
}

TermView view(configuration::PropertyChoice choice) {
    return {.id = std::move(choice.id), .label = std::move(choice.label)};
}

// Of NewPropertyInput or PropertyDefinitionChange.
configuration::CandidatePropertyDraft draft(const auto& input) {
    return {.label = input.label,
            .audience = input.availability.to_users.value_or(PropertyAudience::all),
            .contexts = input.availability.context,
            .text_format = input.text_format,
            .pattern = input.pattern};
}

std::string_view property_in(const edge::PathParams& path) {
    return path.text("propertyId");
}

// The value that was created or changed, with its URL.
edge::Reply<TermView> with_location(configuration::PropertyChoice choice, const auto& call) {
    std::string location = call.link("/configuration/candidate-properties/" +
                                     std::string{property_in(call.path)} + "/values/" + choice.id);
    return {.view = view(std::move(choice)), .location = std::move(location)};
}

}  // namespace

NewPropertyInput NewPropertyInput::example() {
    return {.key = "drivingLicence",
            .label = "Driving licence",
            .type = PropertyType::single_select,
            .availability = {.to_users = PropertyAudience::all,
                             .context = {PropertyContext::profile, PropertyContext::hire_form}},
            .values = std::vector<NewPropertyValueInput>{{.id = "car", .label = "Car"},
                                                         {.id = "van", .label = "Van"}}};
}

PropertyDefinitionChange PropertyDefinitionChange::example() {
    return {
        .label = "Notice period (weeks)",
        .availability = {.to_users = PropertyAudience::full_access, .context = {PropertyContext::profile}}};
}

PropertyDefinitionList list_property_definitions(db::Snapshot& snapshot, const edge::Call<>& call) {
    PropertyDefinitionList list{};
    for (auto& property : configuration::candidate_properties(snapshot, call.actor()))
        list.content.push_back(reply(std::move(property), call).view);
    list.total_found = std::ssize(list.content);
    return list;
}

edge::Reply<PropertyDefinition> get_property_definition(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(configuration::candidate_property(snapshot, call.actor(), property_in(call.path)), call);
}

edge::Reply<PropertyDefinition> create_property_definition(db::Tx& tx,
                                                           const edge::Call<NewPropertyInput>& call) {
    const NewPropertyInput& input = call.body;
    configuration::NewCandidateProperty wanted{draft(input), input.key, input.type, {}};
    for (const NewPropertyValueInput& value : input.values.value_or(std::vector<NewPropertyValueInput>{}))
        wanted.values.push_back(
            {.id = value.id ? *value.id : std::string{tx.new_id<CandidatePropertyId>().text()},
             .label = value.label});
    auto made = reply(configuration::add_candidate_property(tx, call.actor(), wanted), call);
    made.location = call.link(path_of(made.view.id));
    return made;
}

edge::Reply<PropertyDefinition> replace_property_definition(
    db::Tx& tx, const edge::Call<PropertyDefinitionChange>& call) {
    return reply(configuration::replace_candidate_property(tx, call.actor(), property_in(call.path),
                                                           draft(call.body), call.if_match),
                 call);
}

wire::Nothing delete_property_definition(db::Tx& tx, const edge::Call<>& call) {
    configuration::archive_candidate_property(tx, call.actor(), property_in(call.path), call.if_match);
    return {};
}

TermList list_property_values(db::Snapshot& snapshot, const edge::Call<>& call) {
    TermList list{};
    for (auto& choice : configuration::property_values(snapshot, call.actor(), property_in(call.path)))
        list.content.push_back(view(std::move(choice)));
    list.total_found = std::ssize(list.content);
    return list;
}

TermView get_property_value(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(configuration::property_value(snapshot, call.actor(), property_in(call.path),
                                              call.path.text("valueId")));
}

edge::Reply<TermView> create_property_value(db::Tx& tx, const edge::Call<NewPropertyValueInput>& call) {
    return with_location(configuration::add_property_value(tx, call.actor(), property_in(call.path),
                                                           call.body.id, call.body.label),
                         call);
}

edge::Reply<TermView> rename_property_value(db::Tx& tx, const edge::Call<LabelInput>& call) {
    return with_location(configuration::rename_property_value(tx, call.actor(), property_in(call.path),
                                                              call.path.text("valueId"), call.body.label),
                         call);
}

wire::Nothing reorder_property_values(db::Tx& tx, const edge::Call<PropertyValueOrder>& call) {
    configuration::reorder_property_values(tx, call.actor(), property_in(call.path), call.body.ids);
    return {};
}

wire::Nothing delete_property_value(db::Tx& tx, const edge::Call<>& call) {
    configuration::archive_property_value(tx, call.actor(), property_in(call.path),
                                          call.path.text("valueId"));
    return {};
}

}  // namespace callboard::api
