// The query parameters of the list of jobs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "jobs/job.h"
#include "wire/list_parameters.h"

namespace callboard::jobs {

enum class Order { newest_first, oldest_first };

// A filter without values is not applied.
struct ListRequest {
    std::optional<std::string> text;
    std::vector<std::string> cities;
    std::vector<std::string> departments;
    std::vector<Status> statuses;
    std::optional<Status> status;
    std::optional<Posting> posting;
    std::optional<std::string> language;
    std::vector<UserId> team;
    std::vector<std::string> properties;  // PROPERTY:VALUE
    std::optional<Timestamp> updated_after;
    std::optional<Timestamp> active_after;

    Order order = Order::newest_first;
    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t offset = 0;
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = ListRequest;
        return wire::fields(
            wire::field("q", &Self::text,
                        {.max_length = 256, .about = "Words in the title, in any order and case."}),
            wire::limit_field(&Self::limit),
            wire::offset_field(&Self::offset, "For deep pagination, use pageId instead."),
            wire::cursor_field("pageId", &Self::cursor,
                               "The nextPageId of the previous page; send the same sort and filters."),
            wire::field("sort", &Self::order,
                        {.about = "default: newest first; job_id: by id, oldest first."}),
            wire::field("city", &Self::cities,
                        {.max_length = 128, .max_items = 100, .about = "Exact match."}),
            wire::field("department", &Self::departments,
                        {.max_length = 256, .max_items = 100, .about = "The label, exact match."}),
            wire::field("updatedAfter", &Self::updated_after),
            wire::field(
                "lastActivityAfter", &Self::active_after,
                {.about = "Edits, publications and new candidates count as activity; candidates once a "
                          "minute."}),
            wire::field("language", &Self::language,
                        {.max_length = 16, .about = "The language of the default ad."}),
            wire::field("status", &Self::status, {.about = "Use statuses instead, which takes precedence."}),
            wire::field("statuses", &Self::statuses, {.max_items = 100}),
            wire::field("postingStatus", &Self::posting),
            wire::field("hiringTeamMemberId", &Self::team,
                        {.max_items = 100, .about = "Jobs with any of these users on the hiring team."}),
            wire::field(
                "property", &Self::properties,
                {.max_length = 400,
                 .max_items = 100,
                 .about =
                     "A job property with a value of its list, JOBPROPERTYID:VALUEID. Jobs with any of the "
                     "values of a property, and of all properties."}));
    }
};

}  // namespace callboard::jobs

template <>
struct callboard::Names<callboard::jobs::Order> {
    using enum callboard::jobs::Order;
    static constexpr std::string_view kName = "JobOrder";
    static constexpr std::array kList{std::pair{newest_first, std::string_view{"default"}},
                                      std::pair{oldest_first, std::string_view{"job_id"}}};
};
