// The query parameters of the audit log.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/audit_event.h"
#include "wire/list_parameters.h"

namespace callboard::audit {

// A filter without values is not applied.
struct ListRequest {
    std::optional<Timestamp> after;
    std::optional<Timestamp> before;
    std::vector<std::string> names;
    std::vector<AuthorType> author_types;
    std::optional<std::string> author_id;
    std::vector<EntityType> entity_types;
    std::optional<std::string> entity_id;
    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = ListRequest;
        return wire::fields(
            wire::field("eventDateAfter", &Self::after,
                        {.about = "Default: the last seven days, unless eventDateBefore is given."}),
            wire::field("eventDateBefore", &Self::before),
            wire::field("eventName", &Self::names, {.max_length = 100, .max_items = 100}),
            wire::field("authorType", &Self::author_types, {.max_items = 100}),
            wire::field("authorId", &Self::author_id, {.max_length = 100}),
            wire::field("entityType", &Self::entity_types, {.max_items = 100}),
            wire::field("entityId", &Self::entity_id, {.max_length = 100}),
            wire::cursor_field("nextPageId", &Self::cursor,
                               "The nextPageId of the previous page; send the same filters."),
            wire::limit_field(&Self::limit));
    }
};

}  // namespace callboard::audit
