// The definitions of candidate properties, without values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "api/common/actions.h"
#include "api/configuration/term_list.h"
#include "base/names.h"
#include "configuration/candidate_properties.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

enum class PropertyAudience { all, full_access };

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::PropertyAudience> {
    using enum callboard::api::PropertyAudience;
    static constexpr std::string_view kName = "CandidatePropertyAudience";
    static constexpr std::array kList{std::pair{all, std::string_view{"ALL"}},
                                      std::pair{full_access, std::string_view{"FULL_ACCESS"}}};
};

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
    PropertyAudience to_users{};
    std::vector<configuration::PropertyContext> context;
    std::vector<OrgField> for_org_fields;

    static constexpr std::string_view kName = "CandidatePropertyAvailability";
    static constexpr auto shape() {
        return wire::fields(wire::field("toUsers", &PropertyAvailability::to_users),
                            wire::field("context", &PropertyAvailability::context),
                            wire::field("forOrgFields", &PropertyAvailability::for_org_fields));
    }
};

struct PropertyActions {
    Action details;
    std::optional<Action> values;  // only for a single select

    static constexpr std::string_view kName = "CandidatePropertyDefinitionActions";
    static constexpr auto shape() {
        return wire::fields(wire::field("details", &PropertyActions::details),
                            wire::field("values", &PropertyActions::values));
    }
};

struct PropertyDefinition {
    std::string_view id;
    std::string_view label;
    configuration::PropertyType type{};
    PropertyAvailability availability;
    PropertyActions actions;

    static constexpr std::string_view kName = "CandidatePropertyDefinition";
    static constexpr auto shape() {
        using Self = PropertyDefinition;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("type", &Self::type),
                            wire::field("availability", &Self::availability),
                            wire::field("actions", &Self::actions));
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

PropertyDefinitionList list_property_definitions(db::Snapshot& snapshot, const edge::Call<>& call);
PropertyDefinition get_property_definition(db::Snapshot& snapshot, const edge::Call<>& call);
TermList list_property_values(db::Snapshot& snapshot, const edge::Call<>& call);
DictionaryEntry get_property_value(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
