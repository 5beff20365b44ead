#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/audit_event.h"
#include "audit/list_request.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

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

AuditEventList list_audit_events(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, audit::ListRequest>& call);

}  // namespace callboard::api
