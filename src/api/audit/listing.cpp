#include "api/audit/listing.h"

#include <utility>

#include "audit/listing.h"

namespace callboard::api {
namespace {

AuditEventView view(audit::AuditEvent event) {
    return {.id = event.id,
            .event_name = std::move(event.name),
            .event_date = event.date,
            .author_type = event.author_type,
            .author_id = std::move(event.author_id),
            .entity_type = event.entity_type,
            .entity_id = std::move(event.entity_id),
            .context = {std::move(event.context)}};
}

}  // namespace

AuditEventList list_audit_events(db::Snapshot& snapshot,
                                 const edge::Call<wire::Nothing, audit::ListRequest>& call) {
    auto page = audit::list(snapshot, call.actor(), call.query);
    AuditEventList list{.next_page_id = {std::move(page.next)}, .limit = call.query.limit, .content = {}};
    for (auto& event : page.events) list.content.push_back(view(std::move(event)));
    return list;
}

}  // namespace callboard::api
