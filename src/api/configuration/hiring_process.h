#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "api/configuration/term_list.h"
#include "configuration/reasons.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

// The names of the steps of each stage, in order.
struct SubStatusesView {
    std::vector<std::string_view> in_review;
    std::vector<std::string_view> interview;
    std::vector<std::string_view> offered;

    static constexpr std::string_view kName = "SubStatuses";
    static constexpr auto shape() {
        using Self = SubStatusesView;
        return wire::fields(wire::field("IN_REVIEW", &Self::in_review),
                            wire::field("INTERVIEW", &Self::interview),
                            wire::field("OFFERED", &Self::offered));
    }
};

struct HiringProcessView {
    std::string_view id;
    std::string_view name;
    bool active = true;
    SubStatusesView sub_statuses;

    static constexpr std::string_view kName = "HiringProcess";
    static constexpr auto shape() {
        using Self = HiringProcessView;
        return wire::fields(wire::field("id", &Self::id), wire::field("name", &Self::name),
                            wire::field("active", &Self::active),
                            wire::field("subStatuses", &Self::sub_statuses));
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
HiringProcessView get_hiring_process(db::Snapshot& snapshot, const edge::Call<>& call);

template <configuration::ReasonKind kind>
TermList list_reasons(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
