// The query parameters of the list of users.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "wire/list_parameters.h"

namespace callboard::accounts {

struct UserListRequest {
    std::optional<std::string> text;
    std::optional<Timestamp> updated_after;
    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t offset = 0;            // of the deprecated list only
    std::int64_t limit = 100;

    static constexpr auto shape() {
        using Self = UserListRequest;
        return wire::fields(wire::field("q", &Self::text,
                                        {.min_length = 3,
                                         .max_length = 300,
                                         .about = "Searches name, e-mail address and external data."}),
                            wire::field("updatedAfter", &Self::updated_after),
                            wire::cursor_field("pageId", &Self::cursor,
                                               "The nextPageId of the previous page; send the same filters."),
                            wire::limit_field(&Self::limit));
    }
};

}  // namespace callboard::accounts
