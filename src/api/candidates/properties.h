// Values of the company's custom fields for a candidate.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/candidates/applications.h"
#include "api/common/actions.h"
#include "base/id.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct ConfigurationAction {
    Action configuration;

    static constexpr std::string_view kName = "CandidatePropertyActions";
    static constexpr auto shape() {
        return wire::fields(wire::field("configuration", &ConfigurationAction::configuration));
    }
};

// A chosen value of a select.
struct SelectedValueView {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "CandidatePropertySelectedValue";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &SelectedValueView::id),
                            wire::field("label", &SelectedValueView::label));
    }
};

struct PropertyValueView {
    CandidatePropertyId id;
    std::string key;
    std::string label;
    configuration::PropertyType type{};
    wire::AnyJson value;
    std::optional<std::string> value_label;
    std::optional<std::vector<SelectedValueView>> selected_value_labels;
    ConfigurationAction actions;

    static constexpr std::string_view kName = "CandidateProperty";
    static constexpr auto shape() {
        using Self = PropertyValueView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("key", &Self::key), wire::field("label", &Self::label),
            wire::field("type", &Self::type),
            wire::field("value", &Self::value, {.about = "Depends on the type; {} if no value is set."}),
            wire::field("valueLabel", &Self::value_label, {.about = "Of the value of a SINGLE_SELECT."}),
            wire::field("selectedValueLabels", &Self::selected_value_labels,
                        {.about = "The chosen values of a select, with includeMultiSelect."}),
            wire::field("actions", &Self::actions));
    }
};

struct PropertyValueList {
    std::vector<PropertyValueView> content;

    static constexpr std::string_view kName = "CandidateProperties";
    static constexpr auto shape() {
        return wire::fields(wire::field("content", &PropertyValueList::content));
    }
};

struct PropertiesQuery {
    std::optional<configuration::PropertyContext> context;
    std::optional<bool> include_multi_select;

    static constexpr auto shape() {
        using Self = PropertiesQuery;
        return wire::fields(
            wire::field("context", &Self::context, {.about = "Only properties of this form."}),
            wire::field("includeMultiSelect", &Self::include_multi_select,
                        {.about = "Whether properties of the type MULTI_SELECT are included, and selects "
                                  "have selectedValueLabels; `false` if omitted."}));
    }
};

// Without `value`, the property is cleared.
struct SinglePropertyInput {
    std::optional<wire::AnyJson> value;

    static constexpr std::string_view kName = "CandidatePropertyValueInput";
    static constexpr auto shape() { return wire::fields(wire::field("value", &SinglePropertyInput::value)); }
    static SinglePropertyInput example() { return {.value = wire::AnyJson{"{}"}}; }
};

struct PropertyChangeInput {
    std::string id;
    std::optional<wire::AnyJson> value;

    static constexpr std::string_view kName = "CandidatePropertyInput";
    static constexpr auto shape() {
        using Self = PropertyChangeInput;
        return wire::fields(
            wire::field("id", &Self::id,
                        {.min_length = 1, .max_length = 256, .about = "The id or the key of the property."}),
            wire::field("value", &Self::value));
    }
    static PropertyChangeInput example() { return {.id = "yearsOfExperience", .value = wire::AnyJson{"7"}}; }
};

using PropertyBatch = wire::ArrayOf<PropertyChangeInput, 1, 100>;

template <ApplicationChoice choice>
PropertyValueList get_properties(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, PropertiesQuery>& call);
template <ApplicationChoice choice>
wire::Nothing set_property(db::Tx& tx, const edge::Call<SinglePropertyInput>& call);
wire::Nothing set_properties(db::Tx& tx, const edge::Call<PropertyBatch>& call);

}  // namespace callboard::api
