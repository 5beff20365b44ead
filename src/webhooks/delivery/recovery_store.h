// The SQL of redelivery and recovery.
#pragma once

#include <cstdint>
#include <optional>

#include "db/db.h"

namespace callboard::webhooks::store {

// Queues one event, even if it has no pending delivery; the outcome of a running attempt no longer counts.
void queue_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event);

// The last event of the next piece of a subscription's deliveries, sorted by event; nullopt at the end.
std::optional<EventId> end_of_piece(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                    const std::optional<EventId>& after, std::int64_t size);

// The deliveries with after < event <= last. The functions queue those last attempted since a time, or all
// pending ones; leases are kept. They return the number.
struct Piece {
    SubscriptionId subscription;
    std::optional<EventId> after;
    EventId last;
};
std::int64_t queue_attempted(db::Tx& tx, const Piece& piece, Timestamp since);
std::int64_t queue_waiting(db::Tx& tx, const Piece& piece);

std::int64_t count_attempted(db::Snapshot& snapshot, const SubscriptionId& subscription, Timestamp since);

}  // namespace callboard::webhooks::store
