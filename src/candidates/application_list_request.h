// The query parameters of the list of applications.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/names.h"
#include "candidates/application.h"
#include "wire/list_parameters.h"

namespace callboard::candidates {

// By the time of the last change of the status or sub-status.
enum class MoveOrder { oldest_first, newest_first };

}  // namespace callboard::candidates

template <>
struct callboard::Names<callboard::candidates::MoveOrder> {
    using enum callboard::candidates::MoveOrder;
    static constexpr std::string_view kName = "ApplicationOrder";
    static constexpr std::array kList{std::pair{oldest_first, std::string_view{"oldestMove"}},
                                      std::pair{newest_first, std::string_view{"newestMove"}}};
};

namespace callboard::candidates {

// A filter without a value is not applied.
struct ApplicationListRequest {
    std::optional<std::string> job;  // a malformed id matches no job
    std::vector<Status> statuses;
    std::optional<std::string> sub_status;
    std::optional<bool> has_sub_status;
    std::optional<Timestamp> moved_after;
    std::optional<Timestamp> moved_before;
    std::optional<Timestamp> created_after;
    MoveOrder order = MoveOrder::newest_first;
    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t limit = 50;

    static constexpr auto shape() {
        using Self = ApplicationListRequest;
        return wire::fields(
            wire::field("jobId", &Self::job, {.max_length = 256}),
            wire::field("status", &Self::statuses, {.max_items = 100}),
            wire::field("subStatus", &Self::sub_status, {.max_length = 256}),
            wire::field("hasSubStatus", &Self::has_sub_status,
                        {.about = "false: only applications in none of the sub-statuses."}),
            wire::field("movedAfter", &Self::moved_after,
                        {.about = "Only applications whose status or sub-status changed after this time."}),
            wire::field("movedBefore", &Self::moved_before,
                        {.about = "Only applications that have not moved since this time."}),
            wire::field("createdAfter", &Self::created_after),
            wire::field(
                "sort", &Self::order,
                {.about = "By the last change of the status: newestMove, the default, or oldestMove."}),
            wire::limit_field(&Self::limit),
            wire::cursor_field("pageId", &Self::cursor,
                               "The nextPageId of the previous page; send the same filters."));
    }
};

}  // namespace callboard::candidates
