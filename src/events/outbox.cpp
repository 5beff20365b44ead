#include "events/outbox.h"

namespace callboard::events {
namespace {

constexpr db::Sql kAppend{"event_append", R"sql(
    INSERT INTO event (company_id, id, name, payload, created_at) VALUES ($1, $2, $3, $4, $5))sql"};

}  // namespace

EventId append(db::Tx& tx, const DomainEvent& event) {
    const EventId id = tx.new_id<EventId>();
    const std::string payload = payload_of(event);
    tx.enqueue(kAppend, {id, name_of(event), payload, tx.now});
    return id;
}

}  // namespace callboard::events
