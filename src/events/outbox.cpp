#include "events/outbox.h"

#include <optional>
#include <string>
#include <string_view>

#include "events/announcement.h"
#include "events/trace_scope.h"

namespace callboard::events {
namespace {

// The shared lock is held until the commit and taken before the fan-out. A transaction that activates a
// subscription either waits for this one, or this one waits and then sees the subscription
// (subscriptions::store::lock_events).
constexpr db::Sql kAppend{"event_append", R"sql(
    INSERT INTO event (company_id, id, name, payload, link, created_at, trace)
    VALUES ($1, $2, $3, $4, $5, $6, $7) /*share events*/)sql"};

constexpr db::Sql kFanOut{"event_fan_out", R"sql(
    INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, leased_until,
                          lease_token)
    SELECT company_id, subscription_id, $2, 'PENDING', 0, 0, $4, 0, ''
    FROM event_subscriber WHERE company_id = $1 AND event_name = $3)sql"};

struct NewEvent {
    std::string_view name;
    std::string payload;
    std::optional<std::string> link;
};

EventId insert(db::Tx& tx, const NewEvent& event) {
    const EventId id = tx.new_id<EventId>();
    const std::string_view current = TraceScope::current();
    const auto trace = current.empty() ? std::nullopt : std::optional{current};
    tx.enqueue(kAppend, {id, event.name, event.payload, event.link, tx.now, trace});
    return id;
}

EventId insert_and_fan_out(db::Tx& tx, const NewEvent& event) {
    const EventId id = insert(tx, event);
    tx.enqueue(kFanOut, {id, event.name, tx.now});
    tx.announce(topic_of({.id = id.text(), .name = event.name, .due_at = tx.now}));
    return id;
}

NewEvent sample_of(const EventKind& kind) {
    std::string link = sample_link(kind);
    return {kind.name, sample_payload(kind), link.empty() ? std::nullopt : std::optional{std::move(link)}};
}

}  // namespace

EventId append(db::Tx& tx, const DomainEvent& event) {
    return insert_and_fan_out(tx, {name_of(event), payload_of(event), link_of(event)});
}

EventId append_sample(db::Tx& tx, const EventKind& kind) {
    return insert_and_fan_out(tx, sample_of(kind));
}

EventId insert_sample(db::Tx& tx, const EventKind& kind) {
    return insert(tx, sample_of(kind));
}

}  // namespace callboard::events
