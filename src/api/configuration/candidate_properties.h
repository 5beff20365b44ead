// The definitions of candidate properties, and the values of selects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/common/actions.h"
#include "api/configuration/term_list.h"
#include "base/id.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

// Restricts a property to some values of an organisation field. No company has such fields yet.
struct OrgFieldValues {
    bool all = true;
    std::vector<std::string_view> content;

    static constexpr std::string_view kName = "OrgFieldValues";
    static constexpr auto shape() {
        return wire::fields(wire::field("all", &OrgFieldValues::all),
                            wire::field("content", &OrgFieldValues::content));
    }
};

struct OrgField {
    std::string_view id;
    OrgFieldValues values;
    DetailsAction actions;

    static constexpr std::string_view kName = "OrgField";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &OrgField::id), wire::field("values", &OrgField::values),
                            wire::field("actions", &OrgField::actions));
    }
};

struct PropertyAvailability {
    configuration::PropertyAudience to_users{};
    std::vector<configuration::PropertyContext> context;
    std::vector<OrgField> for_org_fields;

    static constexpr std::string_view kName = "CandidatePropertyAvailability";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("toUsers", &PropertyAvailability::to_users),
            wire::field("context", &PropertyAvailability::context),
            wire::field("forOrgFields", &PropertyAvailability::for_org_fields,
                        {.about = "Always empty: properties do not depend on those of jobs."}));
    }
};

inline constexpr wire::Rule kTextFormat{.about = "How values of a TEXT look; every text if absent."};
inline constexpr wire::Rule kPattern{
    .min_length = 1,
    .max_length = 200,
    .one_line = true,
    .about =
        "Of the format PATTERN: # is a digit, @ a letter from A to Z or a to z, * either of them, every "
        "other character itself, and a backslash the character after it."};

struct PropertyActions {
    Action details;
    std::optional<Action> values;  // only for a select

    static constexpr std::string_view kName = "CandidatePropertyDefinitionActions";
    static constexpr auto shape() {
        return wire::fields(wire::field("details", &PropertyActions::details),
                            wire::field("values", &PropertyActions::values));
    }
};

struct PropertyDefinition {
    CandidatePropertyId id;
    std::string key;
    std::string label;
    configuration::PropertyType type{};
    PropertyAvailability availability;
    PropertyActions actions;

    std::optional<configuration::TextFormat> text_format;
    std::optional<std::string> pattern;

    static constexpr std::string_view kName = "CandidatePropertyDefinition";
    static constexpr auto shape() {
        using Self = PropertyDefinition;
        return wire::fields(wire::field("id", &Self::id), wire::field("key", &Self::key),
                            wire::field("label", &Self::label), wire::field("type", &Self::type),
                            wire::field("availability", &Self::availability),
                            wire::field("actions", &Self::actions),
                            wire::field("textFormat", &Self::text_format, kTextFormat),
                            wire::field("pattern", &Self::pattern, kPattern));
    }
};

struct PropertyDefinitionList {
    std::int64_t total_found;
    std::vector<PropertyDefinition> content;

    static constexpr std::string_view kName = "CandidatePropertyDefinitions";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &PropertyDefinitionList::total_found),
                            wire::field("content", &PropertyDefinitionList::content));
    }
};

// --- changes

struct AvailabilityInput {
    std::optional<configuration::PropertyAudience> to_users;
    std::vector<configuration::PropertyContext> context;

    static constexpr std::string_view kName = "CandidatePropertyAvailabilityInput";
    static constexpr auto shape() {
        using Self = AvailabilityInput;
        return wire::fields(wire::field("toUsers", &Self::to_users, {.about = "ALL if omitted."}),
                            wire::field("context", &Self::context,
                                        {.max_items = 10, .about = "The forms that show the property."}));
    }
};

inline constexpr wire::Rule kPropertyLabel{.min_length = 1, .max_length = 256, .one_line = true};
inline constexpr wire::Rule kValueLabel{.min_length = 1, .max_length = 1'000, .one_line = true};
inline constexpr wire::Rule kValueId{
    .min_length = 1, .max_length = 36, .about = "Letters, digits and dashes; generated if omitted."};

struct NewPropertyValueInput {
    std::optional<std::string> id;
    std::string label;

    static constexpr std::string_view kName = "CandidatePropertyValueDefinitionInput";
    static constexpr auto shape() {
        using Self = NewPropertyValueInput;
        return wire::fields(wire::field("id", &Self::id, kValueId),
                            wire::field("label", &Self::label, kValueLabel));
    }
    static NewPropertyValueInput example() { return {.id = "six-months", .label = "Six months"}; }
};

struct NewPropertyInput {
    std::optional<std::string> key;
    std::string label;
    configuration::PropertyType type{};
    AvailabilityInput availability;
    std::optional<std::vector<NewPropertyValueInput>> values;
    std::optional<configuration::TextFormat> text_format = {};
    std::optional<std::string> pattern = {};

    static constexpr std::string_view kName = "CandidatePropertyDefinitionInput";
    static constexpr auto shape() {
        using Self = NewPropertyInput;
        return wire::fields(
            wire::field(
                "key", &Self::key,
                {.min_length = 1,
                 .max_length = 36,
                 .about = "Letters and digits; derived from the label if omitted. It never changes."}),
            wire::field("label", &Self::label, kPropertyLabel), wire::field("type", &Self::type),
            wire::field("availability", &Self::availability),
            wire::field("values", &Self::values,
                        {.max_items = configuration::kMostPropertyChoices,
                         .about = "At least one for a SINGLE_SELECT or MULTI_SELECT; not for other types."}),
            wire::field("textFormat", &Self::text_format, kTextFormat),
            wire::field("pattern", &Self::pattern, kPattern));
    }
    static NewPropertyInput example();
};

struct PropertyValueOrder {
    std::vector<std::string> ids;

    static constexpr std::string_view kName = "CandidatePropertyValueOrder";
    static constexpr auto shape() {
        return wire::fields(wire::field("ids", &PropertyValueOrder::ids,
                                        {.min_length = 1,
                                         .max_length = 36,
                                         .max_items = configuration::kMostPropertyChoices,
                                         .about = "Of all values, in their new order."}));
    }
    static PropertyValueOrder example() {
        return {.ids = {"three-months", "one-month", "two-weeks", "none"}};
    }
};

struct PropertyDefinitionChange {
    std::string label;
    AvailabilityInput availability;
    std::optional<configuration::TextFormat> text_format = {};
    std::optional<std::string> pattern = {};

    static constexpr std::string_view kName = "CandidatePropertyDefinitionChange";
    static constexpr auto shape() {
        using Self = PropertyDefinitionChange;
        return wire::fields(wire::field("label", &Self::label, kPropertyLabel),
                            wire::field("availability", &Self::availability),
                            wire::field("textFormat", &Self::text_format, kTextFormat),
                            wire::field("pattern", &Self::pattern, kPattern));
    }
    static PropertyDefinitionChange example();
};

PropertyDefinitionList list_property_definitions(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<PropertyDefinition> get_property_definition(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<PropertyDefinition> create_property_definition(db::Tx& tx,
                                                           const edge::Call<NewPropertyInput>& call);
edge::Reply<PropertyDefinition> replace_property_definition(db::Tx& tx,
                                                            const edge::Call<PropertyDefinitionChange>& call);
wire::Nothing delete_property_definition(db::Tx& tx, const edge::Call<>& call);

TermList list_property_values(db::Snapshot& snapshot, const edge::Call<>& call);
TermView get_property_value(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<TermView> create_property_value(db::Tx& tx, const edge::Call<NewPropertyValueInput>& call);
edge::Reply<TermView> rename_property_value(db::Tx& tx, const edge::Call<LabelInput>& call);
wire::Nothing reorder_property_values(db::Tx& tx, const edge::Call<PropertyValueOrder>& call);
wire::Nothing delete_property_value(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
