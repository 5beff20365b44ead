#pragma once

#include "base/id.h"
#include "db/db.h"
#include "events/catalogue.h"
#include "events/event.h"

namespace callboard::events {

// Records that `event` happened, in the caller's transaction, and for whom it is meant: the subscriptions
// that are active now. The change, its event and its deliveries are kept together or not at all.
EventId append(db::Tx& tx, const DomainEvent& event);

// The same with a sample, as if it had happened.
EventId append_sample(db::Tx& tx, const EventKind& kind);

// A sample that only one subscription is told of; whoever asks for it sends it.
EventId keep_sample(db::Tx& tx, const EventKind& kind);

}  // namespace callboard::events
