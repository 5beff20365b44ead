// Reads the outbox, without delivering from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::events {

struct StoredEvent {
    EventId id;
    std::string name;
    std::string payload;
    std::optional<std::string> link;  // a path
    Timestamp created_at;
};

namespace store {

// Ordered by id, hence by creation; an event with a smaller id may still be committed later.
std::vector<StoredEvent> events_after(db::Snapshot& snapshot, const EventId& after, std::int64_t limit);

std::optional<StoredEvent> find_event(db::Snapshot& snapshot, const EventId& id);

// The newest ones, in the same order.
std::vector<StoredEvent> latest_events(db::Snapshot& snapshot, std::int64_t limit);

// The number of active subscriptions to this event.
std::int64_t count_subscribers(db::Snapshot& snapshot, std::string_view event_name);

}  // namespace store
}  // namespace callboard::events
