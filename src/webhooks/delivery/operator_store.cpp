#include "webhooks/delivery/operator_store.h"

namespace callboard::webhooks::store {
namespace {

constexpr db::Sql kCallsAfter{"callback_calls_after", R"sql(
    SELECT c.id, c.event_id, e.name, c.sent_at, c.response_status, c.failure, c.took_ms
    FROM callback c LEFT JOIN event e ON e.company_id = $1 AND e.id = c.event_id
    WHERE c.company_id = $1 AND c.subscription_id = $2 AND c.status = $3 AND c.id > $4
    ORDER BY c.id LIMIT $5)sql"};

constexpr db::Sql kCountWaiting{"delivery_count_waiting", R"sql(
    SELECT count(*) FROM delivery WHERE company_id = $1 AND subscription_id = $2 AND state = 'PENDING')sql"};

constexpr db::GlobalSql kSealedKeys{"webhook_key_sealed", R"sql(
    SELECT subscription_id, id, sealed_key, expires_at FROM webhook_key
    ORDER BY company_id, subscription_id, id LIMIT $1)sql"};

constexpr db::GlobalSql kSealedAuths{"webhook_subscription_sealed", R"sql(
    SELECT id, sealed_auth FROM webhook_subscription
    WHERE sealed_auth IS NOT NULL ORDER BY company_id, id LIMIT $1)sql"};

}  // namespace

std::vector<LoggedCall> calls_after(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                    CallbackStatus status, const CallbackId& after, std::int64_t limit) {
    return snapshot.all(kCallsAfter, {subscription, status, after, limit}, [&](const db::Row& row) {
        return LoggedCall{.id = row.id<CallbackId>(0),
                          .subscription = subscription,
                          .status = status,
                          .event = row.id<EventId>(1),
                          .event_name = row.optional_string(2),
                          .sent_at = row.time(3),
                          .response_status = row.is_null(4) ? std::nullopt : std::optional{row.integer(4)},
                          .failure = row.optional_string(5),
                          .took = std::chrono::milliseconds{row.integer(6)}};
    });
}

std::int64_t count_waiting(db::Snapshot& snapshot, const SubscriptionId& subscription) {
    return snapshot.number(kCountWaiting, {subscription});
}

std::vector<SealedKey> sealed_keys(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kSealedKeys, {limit}, [](const db::Row& row) {
        return SealedKey{.subscription = row.id<SubscriptionId>(0),
                         .key = {.id = row.id<SecretKeyId>(1),
                                 .sealed_key = row.string(2),
                                 .expires_at = row.optional_time(3)}};
    });
}

std::vector<SealedAuth> sealed_auths(db::Snapshot& snapshot, std::int64_t limit) {
    return snapshot.all(kSealedAuths, {limit}, [](const db::Row& row) {
        return SealedAuth{.subscription = row.id<SubscriptionId>(0), .sealed_auth = row.string(1)};
    });
}

}  // namespace callboard::webhooks::store
