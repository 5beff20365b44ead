// The definitions of job properties.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/common/actions.h"
#include "base/id.h"
#include "configuration/job_property.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/json_patch.h"
#include "wire/shape.h"

namespace callboard::api {

// --- requests

struct JobPropertyDefinitionInput {
    std::string label;
    configuration::JobPropertyCategory category{};
    std::optional<configuration::JobPropertyType> type;
    bool visible = true;
    std::optional<bool> active;
    std::optional<bool> required;

    static constexpr std::string_view kName = "JobPropertyDefinitionInput";
    static constexpr auto shape() {
        using Self = JobPropertyDefinitionInput;
        return wire::fields(
            wire::field("label", &Self::label,
                        {.min_length = 1,
                         .max_length = configuration::kLongestPropertyLabel,
                         .one_line = true,
                         .about = "In English; unique in the company, regardless of case."}),
            wire::field("category", &Self::category),
            wire::field("type", &Self::type,
                        {.about = "SINGLE_SELECT, a list of values, if omitted. It cannot be changed."}),
            wire::field("visible", &Self::visible, {.about = "Whether public postings show it."}),
            wire::field("active", &Self::active, {.about = "Whether jobs can have a value; default: true."}),
            wire::field("required", &Self::required,
                        {.about = "Whether jobs must have a value; default: false."}));
    }
    static JobPropertyDefinitionInput example() {
        return {.label = "Shift",
                .category = configuration::JobPropertyCategory::job,
                .type = {},
                .visible = true,
                .active = true,
                .required = false};
    }
    static wire::JsonPatch patch_example() {
        return {{{.op = wire::PatchAction::replace, .path = "/visible", .from = "", .value = "false"}}};
    }
};

using JobPropertyPatch = wire::PatchOf<JobPropertyDefinitionInput>;

struct JobPropertyLabelInput {
    std::string language;
    std::string label;

    static constexpr std::string_view kName = "JobPropertyLabelInput";
    static constexpr auto shape() {
        using Self = JobPropertyLabelInput;
        return wire::fields(
            wire::field("language", &Self::language,
                        {.min_length = 1,
                         .max_length = 16,
                         .about = "A code of GET /v1/languages; en replaces the label itself."}),
            wire::field(
                "label", &Self::label,
                {.min_length = 1, .max_length = configuration::kLongestPropertyLabel, .one_line = true}));
    }
    static JobPropertyLabelInput example() { return {.language = "de", .label = "Schicht"}; }
};

using JobPropertyLabels = wire::ArrayOf<JobPropertyLabelInput, 1, 100>;

// --- responses

struct JobPropertyDefinitionActions {
    Action details;
    std::optional<Action> values;  // not of a text
    std::optional<Action> dependents;

    static constexpr std::string_view kName = "JobPropertyDefinitionActions";
    static constexpr auto shape() {
        using Self = JobPropertyDefinitionActions;
        return wire::fields(wire::field("details", &Self::details), wire::field("values", &Self::values),
                            wire::field("dependents", &Self::dependents));
    }
};

struct JobPropertyDefinitionView {
    JobPropertyId id;
    std::string label;
    configuration::JobPropertyCategory category{};
    configuration::JobPropertyType type{};
    bool visible = false;
    bool active = false;
    bool required = false;
    std::optional<JobPropertyId> depends_on;
    JobPropertyDefinitionActions actions;

    static constexpr std::string_view kName = "JobPropertyDefinition";
    static constexpr auto shape() {
        using Self = JobPropertyDefinitionView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("label", &Self::label),
            wire::field("category", &Self::category), wire::field("type", &Self::type),
            wire::field("visible", &Self::visible), wire::field("active", &Self::active),
            wire::field("required", &Self::required),
            wire::field("dependsOn", &Self::depends_on,
                        {.about = "The property whose value decides which values this one can have."}),
            wire::field("actions", &Self::actions));
    }
};

struct JobPropertyDefinitionList {
    std::int64_t total_found;
    std::vector<JobPropertyDefinitionView> content;

    static constexpr std::string_view kName = "JobPropertyDefinitions";
    static constexpr auto shape() {
        using Self = JobPropertyDefinitionList;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

JobPropertyDefinitionList list_job_properties(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<JobPropertyDefinitionView> create_job_property(
    db::Tx& tx, const edge::Call<JobPropertyDefinitionInput>& call);
JobPropertyDefinitionView get_job_property(db::Snapshot& snapshot, const edge::Call<>& call);
JobPropertyDefinitionView patch_job_property(db::Tx& tx, const edge::Call<JobPropertyPatch>& call);
wire::Nothing activate_job_property(db::Tx& tx, const edge::Call<>& call);
wire::Nothing deactivate_job_property(db::Tx& tx, const edge::Call<>& call);
wire::Nothing translate_job_property(db::Tx& tx, const edge::Call<JobPropertyLabels>& call);

// --- for the handlers of values and dependents

inline JobPropertyId job_property_id(const edge::PathParams& path) {
    return path.id<JobPropertyId>("jobPropertyId", "JOB_PROPERTY_NOT_FOUND");
}

}  // namespace callboard::api
