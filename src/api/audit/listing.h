#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/audit_event.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

struct AuditQuery {
    std::optional<Timestamp> event_date_after;
    std::optional<Timestamp> event_date_before;
    std::vector<std::string> event_name;
    std::vector<audit::AuthorType> author_type;
    std::optional<std::string> author_id;
    std::vector<audit::EntityType> entity_type;
    std::optional<std::string> entity_id;
    std::optional<std::string> next_page_id;
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = AuditQuery;
        return wire::fields(
            wire::field("eventDateAfter", &Self::event_date_after,
                        {.about = "Default: the last seven days, unless eventDateBefore is given."}),
            wire::field("eventDateBefore", &Self::event_date_before),
            wire::field("eventName", &Self::event_name, {.max_length = 100, .max_items = 100}),
            wire::field("authorType", &Self::author_type, {.max_items = 100}),
            wire::field("authorId", &Self::author_id, {.max_length = 100}),
            wire::field("entityType", &Self::entity_type, {.max_items = 100}),
            wire::field("entityId", &Self::entity_id, {.max_length = 100}),
            wire::field("nextPageId", &Self::next_page_id,
                        {.about = "The nextPageId of the previous page; send the same filters."}),
            wire::field("limit", &Self::limit, {.min = 1, .max = 100}));
    }
};

struct AuditEventView {
    AuditId id;
    std::string event_name;
    Timestamp event_date;
    audit::AuthorType author_type{};
    std::optional<std::string> author_id;
    audit::EntityType entity_type{};
    std::string entity_id;
    wire::RawJson context;

    static constexpr std::string_view kName = "AuditEvent";
    static constexpr auto shape() {
        using Self = AuditEventView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("eventName", &Self::event_name),
            wire::field("eventDate", &Self::event_date), wire::field("authorType", &Self::author_type),
            wire::field("authorId", &Self::author_id), wire::field("entityType", &Self::entity_type),
            wire::field("entityId", &Self::entity_id), wire::field("context", &Self::context));
    }
};

struct AuditEventList {
    wire::Cursor next_page_id;
    std::int64_t limit = 0;
    std::vector<AuditEventView> content;

    static constexpr std::string_view kName = "AuditEvents";
    static constexpr auto shape() {
        using Self = AuditEventList;
        return wire::fields(wire::field("nextPageId", &Self::next_page_id),
                            wire::field("limit", &Self::limit), wire::field("content", &Self::content));
    }
};

AuditEventList list_audit_events(db::Snapshot& snapshot, const edge::Call<wire::Nothing, AuditQuery>& call);

}  // namespace callboard::api
