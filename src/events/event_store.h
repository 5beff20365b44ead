// The outbox as whoever looks on reads it.
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

// In the order of their ids, which is that of their making: one that was made before may be committed later.
std::vector<StoredEvent> events_after(db::Snapshot& snapshot, const EventId& after, std::int64_t limit);

// How many active subscriptions are told of such an event.
std::int64_t count_subscribers(db::Snapshot& snapshot, std::string_view event_name);

}  // namespace store
}  // namespace callboard::events
