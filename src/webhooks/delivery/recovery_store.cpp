#include "webhooks/delivery/recovery_store.h"

#include <string_view>

#include "webhooks/delivery/delivery.h"

namespace callboard::webhooks::store {
namespace {

// A running attempt loses its lease, because it began before the redelivery was requested.
constexpr db::Sql kQueueAgain{"delivery_queue_again", R"sql(
    INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, leased_until,
                          lease_token)
    VALUES ($1, $2, $3, 'PENDING', $4, 0, $5, 0, '')
    ON CONFLICT (subscription_id, event_id)
    DO UPDATE SET state = 'PENDING', lane = $4, attempts = 0, due_at = $5, leased_until = 0, lease_token = '')sql"};

constexpr db::Sql kEndOfPiece{"delivery_end_of_piece", R"sql(
    SELECT max(event_id) FROM (
        SELECT event_id FROM delivery WHERE company_id = $1 AND subscription_id = $2 AND event_id > $3
        ORDER BY event_id LIMIT $4) piece)sql"};

constexpr db::Sql kQueueAttempted{"delivery_queue_attempted", R"sql(
    UPDATE delivery SET state = 'PENDING', lane = $5, attempts = 0, due_at = $6
    WHERE company_id = $1 AND subscription_id = $2 AND event_id > $3 AND event_id <= $4 AND attempted_at >= $7)sql"};

constexpr db::Sql kQueueWaiting{"delivery_queue_waiting", R"sql(
    UPDATE delivery SET lane = $5, attempts = 0, due_at = $6
    WHERE company_id = $1 AND subscription_id = $2 AND event_id > $3 AND event_id <= $4 AND state = 'PENDING')sql"};

constexpr db::Sql kCountAttempted{"delivery_count_attempted", R"sql(
    SELECT count(*) FROM delivery WHERE company_id = $1 AND subscription_id = $2 AND attempted_at >= $3)sql"};

constexpr auto kLane = static_cast<std::int64_t>(Lane::replay);

std::string_view text_of(const std::optional<EventId>& after) {
    return after ? after->text() : std::string_view{""};
}

}  // namespace

void queue_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event) {
    tx.enqueue(kQueueAgain, {subscription, event, kLane, tx.now});
}

std::optional<EventId> end_of_piece(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                    const std::optional<EventId>& after, std::int64_t size) {
    const auto last = snapshot.first(kEndOfPiece, {subscription, text_of(after), size},
                                     [](const db::Row& row) { return row.optional_id<EventId>(0); });
    return last ? *last : std::nullopt;
}

std::int64_t queue_attempted(db::Tx& tx, const Piece& piece, Timestamp since) {
    return tx.execute(kQueueAttempted,
                      {piece.subscription, text_of(piece.after), piece.last, kLane, tx.now, since});
}

std::int64_t queue_waiting(db::Tx& tx, const Piece& piece) {
    return tx.execute(kQueueWaiting, {piece.subscription, text_of(piece.after), piece.last, kLane, tx.now});
}

std::int64_t count_attempted(db::Snapshot& snapshot, const SubscriptionId& subscription, Timestamp since) {
    return snapshot.number(kCountAttempted, {subscription, since});
}

}  // namespace callboard::webhooks::store
