// The values of job properties that are lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/configuration/job_properties.h"
#include "configuration/job_property.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/json_patch.h"
#include "wire/list_parameters.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// --- requests

struct JobPropertyListValueInput {
    std::optional<std::string> id;
    std::string label;
    std::optional<bool> archived;

    static constexpr std::string_view kName = "JobPropertyListValueInput";
    static constexpr auto shape() {
        using Self = JobPropertyListValueInput;
        return wire::fields(
            wire::field("id", &Self::id,
                        {.min_length = 1,
                         .max_length = configuration::kLongestPropertyValueId,
                         .about = "Unique in the property, without a slash; generated if omitted."}),
            wire::field("label", &Self::label,
                        {.min_length = 1,
                         .max_length = configuration::kLongestPropertyLabel,
                         .about = "Unique among the values that are not archived, regardless of case."}),
            wire::field("archived", &Self::archived));
    }
    static JobPropertyListValueInput example() {
        return {.id = "night", .label = "Night shift", .archived = {}};
    }
};

// What a patch of a value can change.
struct JobPropertyListValueEdit {
    std::string label;
    bool archived = false;

    static constexpr std::string_view kName = "JobPropertyListValueEdit";
    static constexpr auto shape() {
        using Self = JobPropertyListValueEdit;
        return wire::fields(
            wire::field("label", &Self::label,
                        {.min_length = 1, .max_length = configuration::kLongestPropertyLabel}),
            wire::field("archived", &Self::archived));
    }
    static wire::JsonPatch patch_example() {
        return {
            {{.op = wire::PatchAction::replace, .path = "/label", .from = "", .value = R"("Late shift")"}}};
    }
};

using JobPropertyListValuePatch = wire::PatchOf<JobPropertyListValueEdit>;

struct JobPropertyValueOrder {
    std::vector<std::string> ids;

    static constexpr std::string_view kName = "JobPropertyValueOrder";
    static constexpr auto shape() {
        return wire::fields(wire::field("ids", &JobPropertyValueOrder::ids,
                                        {.min_length = 1,
                                         .max_length = configuration::kLongestPropertyValueId,
                                         .max_items = configuration::kJobPropertyLimits.ordered_values,
                                         .about = "Of all values, archived ones too, in their new order."}));
    }
    static JobPropertyValueOrder example() { return {.ids = {"late", "day"}}; }
};

struct JobPropertyValuesQuery {
    std::optional<std::string> page_id;
    std::int64_t page_size = 1'000;

    static constexpr auto shape() {
        using Self = JobPropertyValuesQuery;
        return wire::fields(
            wire::cursor_field("page_id", &Self::page_id, "The nextPageId of the previous page."),
            wire::PagingField<Self, std::int64_t, wire::FieldRole::limit>{
                {"pageSize", &Self::page_size, {.min = 1, .max = 20'000}}});
    }
};

using JobPropertyValuesCall = edge::Call<wire::Nothing, JobPropertyValuesQuery>;

// --- responses

struct JobPropertyListValueView {
    std::string id;
    std::string label;
    bool archived = false;

    static constexpr std::string_view kName = "JobPropertyListValue";
    static constexpr auto shape() {
        using Self = JobPropertyListValueView;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("archived", &Self::archived));
    }
};

struct JobPropertyListValues {
    std::int64_t total_found;
    wire::Cursor next_page_id;
    std::vector<JobPropertyListValueView> content;

    static constexpr std::string_view kName = "JobPropertyListValues";
    static constexpr auto shape() {
        using Self = JobPropertyListValues;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("nextPageId", &Self::next_page_id),
                            wire::field("content", &Self::content));
    }
};

edge::Reply<JobPropertyListValues> list_job_property_values(db::Snapshot& snapshot,
                                                            const JobPropertyValuesCall& call);
JobPropertyListValueView create_job_property_value(db::Tx& tx,
                                                   const edge::Call<JobPropertyListValueInput>& call);
JobPropertyListValueView patch_job_property_value(db::Tx& tx,
                                                  const edge::Call<JobPropertyListValuePatch>& call);
wire::Nothing reorder_job_property_values(db::Tx& tx, const edge::Call<JobPropertyValueOrder>& call);
wire::Nothing translate_job_property_value(db::Tx& tx, const edge::Call<JobPropertyLabels>& call);
wire::Nothing archive_job_property_value(db::Tx& tx, const edge::Call<>& call);
wire::Nothing unarchive_job_property_value(db::Tx& tx, const edge::Call<>& call);

// The place from which a page of values starts, as a cursor contains it.
std::optional<std::int64_t> place_of_value(std::string_view text);

}  // namespace callboard::api
