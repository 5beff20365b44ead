#pragma once

#include "base/id.h"
#include "db/db.h"
#include "events/catalogue.h"
#include "events/event.h"

namespace callboard::events {

// Records `event` and one delivery for each active subscription, in the transaction of the change
// (transactional outbox).
EventId append(db::Tx& tx, const DomainEvent& event);

// The same with a sample payload.
EventId append_sample(db::Tx& tx, const EventKind& kind);

// Records a sample event without fan-out; the caller adds the delivery.
EventId insert_sample(db::Tx& tx, const EventKind& kind);

}  // namespace callboard::events
