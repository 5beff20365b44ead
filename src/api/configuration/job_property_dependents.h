// Job properties whose values depend on the value of another one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/configuration/job_property_values.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

// --- requests

struct JobPropertyDependentsInput {
    std::vector<std::string> ids;

    static constexpr std::string_view kName = "JobPropertyDependentsInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("ids", &JobPropertyDependentsInput::ids,
                        {.min_length = 1, .max_length = 256, .min_items = 1, .max_items = 100}));
    }
    static JobPropertyDependentsInput example() { return {.ids = {"65a0f3c2b1d4e5f60718293b"}}; }
};

struct JobPropertyDependentValueInput {
    std::string id;

    static constexpr std::string_view kName = "JobPropertyDependentValueInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("id", &JobPropertyDependentValueInput::id,
                        {.min_length = 1, .max_length = 256, .about = "A value of the dependent property."}));
    }
    static JobPropertyDependentValueInput example() { return {.id = "evening"}; }
};

// --- responses

// A property or a value, by its id and label.
struct LabelledIdView {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "LabelledId";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &LabelledIdView::id),
                            wire::field("label", &LabelledIdView::label));
    }
};

struct JobPropertyDependents {
    std::int64_t total_found;
    std::vector<LabelledIdView> content;

    static constexpr std::string_view kName = "JobPropertyDependents";
    static constexpr auto shape() {
        using Self = JobPropertyDependents;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

// A value of the parent, and the values that are possible with it.
struct JobPropertyDependency {
    LabelledIdView parent;
    std::vector<LabelledIdView> values;

    static constexpr std::string_view kName = "JobPropertyDependency";
    static constexpr auto shape() {
        return wire::fields(wire::field("parent", &JobPropertyDependency::parent),
                            wire::field("values", &JobPropertyDependency::values));
    }
};

struct JobPropertyDependencies {
    std::int64_t total_found;
    std::vector<JobPropertyDependency> content;

    static constexpr std::string_view kName = "JobPropertyDependencies";
    static constexpr auto shape() {
        using Self = JobPropertyDependencies;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

struct JobPropertyDependentValues {
    std::int64_t total_found;
    wire::Cursor next_page_id;
    std::vector<LabelledIdView> content;

    static constexpr std::string_view kName = "JobPropertyDependentValues";
    static constexpr auto shape() {
        using Self = JobPropertyDependentValues;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("nextPageId", &Self::next_page_id),
                            wire::field("content", &Self::content));
    }
};

JobPropertyDependents list_job_property_dependents(db::Snapshot& snapshot, const edge::Call<>& call);
JobPropertyDependents add_job_property_dependents(db::Tx& tx,
                                                  const edge::Call<JobPropertyDependentsInput>& call);
wire::Nothing remove_job_property_dependent(db::Tx& tx, const edge::Call<>& call);
JobPropertyDependencies list_job_property_dependencies(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<JobPropertyDependentValues> list_job_property_dependent_values(db::Snapshot& snapshot,
                                                                           const JobPropertyValuesCall& call);
wire::Nothing add_job_property_dependent_value(db::Tx& tx,
                                               const edge::Call<JobPropertyDependentValueInput>& call);
wire::Nothing remove_job_property_dependent_value(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
