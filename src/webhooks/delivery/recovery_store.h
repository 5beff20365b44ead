// The SQL that queues deliveries once more.
#pragma once

#include <cstdint>
#include <optional>

#include "db/db.h"

namespace callboard::webhooks::store {

// One event, also when nothing of it waits any more, or an attempt is running: that one counts no more.
void queue_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event);

// The deliveries of a subscription in pieces, in the order of their events. Nothing: there are no more.
std::optional<EventId> end_of_piece(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                    const std::optional<EventId>& after, std::int64_t size);

// Of the piece that begins after the one and ends with the other: those that were last attempted since then,
// or all that wait. Whoever holds a lease on one keeps it. How many.
struct Piece {
    SubscriptionId subscription;
    std::optional<EventId> after;
    EventId last;
};
std::int64_t queue_attempted(db::Tx& tx, const Piece& piece, Timestamp since);
std::int64_t queue_waiting(db::Tx& tx, const Piece& piece);

std::int64_t count_attempted(db::Snapshot& snapshot, const SubscriptionId& subscription, Timestamp since);

}  // namespace callboard::webhooks::store
