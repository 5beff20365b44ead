// The query parameters of the list of users.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "accounts/role.h"
#include "base/clock.h"
#include "wire/list_parameters.h"

namespace callboard::accounts {

struct UserListRequest {
    std::optional<std::string> text;
    std::optional<Timestamp> updated_after;
    std::vector<Role> roles;
    std::optional<bool> is_active;
    std::optional<std::string> access_group;  // a malformed id has no members
    std::optional<std::string> cursor;        // where the page before ended
    std::int64_t offset = 0;                  // of the deprecated list only
    std::int64_t limit = 100;

    static constexpr auto shape() {
        using Self = UserListRequest;
        return wire::fields(
            wire::field("q", &Self::text,
                        {.min_length = 3,
                         .max_length = 300,
                         .about = "Searches name, e-mail address and external data."}),
            wire::field("updatedAfter", &Self::updated_after),
            wire::field("systemRole", &Self::roles, {.max_items = 5}),
            wire::field("active", &Self::is_active, {.about = "false: only users who cannot sign in."}),
            wire::field("accessGroupId", &Self::access_group,
                        {.max_length = 256, .about = "Only members of this access group."}),
            wire::cursor_field("pageId", &Self::cursor,
                               "The nextPageId of the previous page; send the same filters."),
            wire::limit_field(&Self::limit));
    }
};

}  // namespace callboard::accounts
