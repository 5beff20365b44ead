#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "configuration/hiring_process.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

// The names of steps of each stage, in order.
struct SubStatuses {
    std::vector<std::string> in_review;
    std::vector<std::string> interview;
    std::vector<std::string> offered;

    static constexpr std::string_view kName = "SubStatuses";
    static constexpr auto shape() {
        using Self = SubStatuses;
        constexpr wire::Rule kSteps{.min_length = 1,
                                    .max_length = 100,
                                    .one_line = true,
                                    .max_items = configuration::kMostHiringSteps};
        return wire::fields(wire::field("IN_REVIEW", &Self::in_review, kSteps),
                            wire::field("INTERVIEW", &Self::interview, kSteps),
                            wire::field("OFFERED", &Self::offered, kSteps));
    }
};

struct HiringProcessInput {
    std::string name;
    std::optional<bool> active;
    std::optional<bool> is_default;
    SubStatuses sub_statuses;
    std::optional<SubStatuses> required_sub_statuses;

    static constexpr std::string_view kName = "HiringProcessInput";
    static constexpr auto shape() {
        using Self = HiringProcessInput;
        return wire::fields(
            wire::field("name", &Self::name, {.min_length = 1, .max_length = 256, .one_line = true}),
            wire::field("active", &Self::active, {.about = "True if omitted."}),
            wire::field("default", &Self::is_default,
                        {.about = "Whether it is the process of all jobs. One process always is."}),
            wire::field("subStatuses", &Self::sub_statuses),
            wire::field("requiredSubStatuses", &Self::required_sub_statuses,
                        {.about = "The sub-statuses that must not be skipped."}));
    }
    static HiringProcessInput example();
};

struct HiringProcessView {
    HiringProcessId id;
    std::string name;
    bool active = true;
    bool is_default = false;
    SubStatuses sub_statuses;
    SubStatuses required_sub_statuses;

    static constexpr std::string_view kName = "HiringProcess";
    static constexpr auto shape() {
        using Self = HiringProcessView;
        return wire::fields(wire::field("id", &Self::id), wire::field("name", &Self::name),
                            wire::field("active", &Self::active), wire::field("default", &Self::is_default),
                            wire::field("subStatuses", &Self::sub_statuses),
                            wire::field("requiredSubStatuses", &Self::required_sub_statuses));
    }
};

struct HiringProcessList {
    std::int64_t total_found;
    std::vector<HiringProcessView> content;

    static constexpr std::string_view kName = "HiringProcesses";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &HiringProcessList::total_found),
                            wire::field("content", &HiringProcessList::content));
    }
};

HiringProcessList list_hiring_processes(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<HiringProcessView> get_hiring_process(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<HiringProcessView> create_hiring_process(db::Tx& tx, const edge::Call<HiringProcessInput>& call);
edge::Reply<HiringProcessView> replace_hiring_process(db::Tx& tx, const edge::Call<HiringProcessInput>& call);
wire::Nothing delete_hiring_process(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
