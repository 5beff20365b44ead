#pragma once

#include "base/id.h"
#include "db/db.h"
#include "events/event.h"

namespace callboard::events {

// Records that `event` happened, in the caller's transaction: the change and its
// event are kept together or not at all. Subscribers are told later.
EventId append(db::Tx& tx, const DomainEvent& event);

}  // namespace callboard::events
