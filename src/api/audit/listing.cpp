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

AuditEventList list_audit_events(db::Snapshot& snapshot, const edge::Call<wire::Nothing, AuditQuery>& call) {
    const AuditQuery& query = call.query;
    auto page = audit::list(snapshot, call.actor(),
                            {.after = query.event_date_after,
                             .before = query.event_date_before,
                             .names = query.event_name,
                             .author_types = query.author_type,
                             .author_id = query.author_id,
                             .entity_types = query.entity_type,
                             .entity_id = query.entity_id,
                             .cursor = query.next_page_id,
                             .limit = query.limit});
    AuditEventList list{.next_page_id = {std::move(page.next)}, .limit = query.limit, .content = {}};
    for (auto& event : page.events) list.content.push_back(view(std::move(event)));
    return list;
}

}  // namespace callboard::api
