#include "events/event_store.h"

#include <algorithm>

namespace callboard::events::store {
namespace {

constexpr db::Sql kAfter{"event_after", R"sql(
    SELECT id, name, payload, link, created_at
    FROM event WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3)sql"};

constexpr db::Sql kFind{"event_find", R"sql(
    SELECT id, name, payload, link, created_at FROM event WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kLatest{"event_latest", R"sql(
    SELECT id, name, payload, link, created_at
    FROM event WHERE company_id = $1 ORDER BY id DESC LIMIT $2)sql"};

constexpr db::Sql kCountSubscribers{"event_count_subscribers", R"sql(
    SELECT count(*) FROM event_subscriber WHERE company_id = $1 AND event_name = $2)sql"};

StoredEvent event_from(const db::Row& row) {
    return {.id = row.id<EventId>(0),
            .name = row.string(1),
            .payload = row.string(2),
            .link = row.optional_string(3),
            .created_at = row.time(4)};
}

}  // namespace

std::vector<StoredEvent> events_after(db::Snapshot& snapshot, const EventId& after, std::int64_t limit) {
    return snapshot.all(kAfter, {after, limit}, event_from);
}

std::optional<StoredEvent> find_event(db::Snapshot& snapshot, const EventId& id) {
    return snapshot.first(kFind, {id}, event_from);
}

std::vector<StoredEvent> latest_events(db::Snapshot& snapshot, std::int64_t limit) {
    auto events = snapshot.all(kLatest, {limit}, event_from);
    std::ranges::reverse(events);
    return events;
}

std::int64_t count_subscribers(db::Snapshot& snapshot, std::string_view event_name) {
    return snapshot.number(kCountSubscribers, {event_name});
}

}  // namespace callboard::events::store
