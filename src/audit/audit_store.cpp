#include "audit/audit_store.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "base/id_source.h"

namespace callboard::audit::store {
namespace {

constexpr db::ListSql kPage{
    "audit_page", "id, event_name, created_at, author_type, author_id, entity_type, entity_id, context",
    "FROM audit_record WHERE company_id = $1", "ORDER BY id DESC"};

AuditEvent event_from(const db::Row& row) {
    return {.id = row.id<AuditId>(0),
            .name = row.string(1),
            .date = row.time(2),
            .author_type = row.member<AuthorType>(3),
            .author_id = row.optional_string(4),
            .entity_type = row.member<EntityType>(5),
            .entity_id = row.string(6),
            .context = row.string(7)};
}

// Records with the given event name, or all if it is absent.
std::vector<AuditEvent> walk(db::Snapshot& snapshot, const Selection& selection,
                             const std::optional<std::string>& name) {
    const ListRequest& asked = selection.asked;
    db::ListQuery list{kPage};
    if (name) list.where("event_name =", *name);
    // Ids are ordered by time, so the time range is also a range of the key, which bounds the index scan. Ids
    // cannot encode times before 1970.
    const std::string first_too_late =
        asked.before ? first_uuid_of(std::max(*asked.before, Timestamp{0})) : "";
    if (asked.before) list.where("id <", first_too_late).where("created_at <", *asked.before);
    const std::string first = asked.after ? first_uuid_of(std::max(*asked.after, Timestamp{0})) : "";
    if (asked.after) list.where("id >=", first).where("created_at >", *asked.after);
    list.where_any("author_type", asked.author_types).where_any("entity_type", asked.entity_types);
    if (asked.author_id) list.where("author_id =", *asked.author_id);
    if (asked.entity_id) list.where("entity_id =", *asked.entity_id);
    if (selection.start) list.where("id <", *selection.start);
    return snapshot.all(list.page(selection.limit), event_from);
}

}  // namespace

// One index scan per event name, newest first (audit_record_by_event), merged: for several names in one query
// both engines would read all records of these names, or all records.
std::vector<AuditEvent> page(db::Snapshot& snapshot, const Selection& selection) {
    if (selection.asked.names.empty()) return walk(snapshot, selection, std::nullopt);
    std::vector<AuditEvent> events;
    for (const std::string& name : std::set(selection.asked.names.begin(), selection.asked.names.end()))
        std::ranges::move(walk(snapshot, selection, name), std::back_inserter(events));
    std::ranges::sort(events, std::greater{}, [](const AuditEvent& event) { return event.id.text(); });
    if (std::ssize(events) > selection.limit) events.erase(events.begin() + selection.limit, events.end());
    return events;
}

}  // namespace callboard::audit::store
