#include "webhooks/delivery/callback_store.h"

namespace callboard::webhooks::store {
namespace {

// Idempotent: repeated if the result of the commit is unknown.
constexpr db::Sql kInsert{"callback_insert", R"sql(
    INSERT INTO callback (company_id, subscription_id, status, id, event_id, sent_at, url, headers, response_status,
                          failure, address, took_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT (subscription_id, status, id) DO NOTHING)sql"};

constexpr db::Sql kFind{"callback_find", R"sql(
    SELECT c.id, c.subscription_id, c.event_id, c.status, c.sent_at, c.url, c.headers, c.response_status, c.failure,
           c.address, c.took_ms, e.payload
    FROM callback c LEFT JOIN event e ON e.company_id = c.company_id AND e.id = c.event_id
    WHERE c.company_id = $1 AND c.subscription_id = $2 AND c.status IN ('successful', 'failed') AND c.id = $3)sql"};

constexpr db::Sql kNewest{"callback_newest", R"sql(
    SELECT c.id, c.subscription_id, c.event_id, c.status, c.sent_at, c.url, c.headers, c.response_status, c.failure,
           c.address, c.took_ms, e.payload
    FROM callback c LEFT JOIN event e ON e.company_id = c.company_id AND e.id = c.event_id
    WHERE c.company_id = $1 AND c.subscription_id = $2 AND c.status = $3 AND c.id >= $4 AND c.id < $5
    ORDER BY c.id DESC LIMIT $6)sql"};

Callback callback_from(const db::Row& row) {
    return {.id = row.id<CallbackId>(0),
            .subscription = row.id<SubscriptionId>(1),
            .event = row.id<EventId>(2),
            .status = row.member<CallbackStatus>(3),
            .sent_at = row.time(4),
            .url = row.string(5),
            .headers = row.string(6),
            .response_status = row.is_null(7) ? std::nullopt : std::optional{row.integer(7)},
            .failure = row.optional_string(8),
            .address = row.optional_string(9),
            .took = std::chrono::milliseconds{row.integer(10)},
            .body = row.optional_string(11).value_or("")};
}

}  // namespace

void insert_callback(db::Tx& tx, const CompanyId& company, const Callback& callback) {
    tx.within(company).enqueue(
        kInsert, {callback.subscription, callback.status, callback.id, callback.event, callback.sent_at,
                  callback.url, callback.headers, callback.response_status, callback.failure,
                  callback.address, callback.took.count()});
}

std::optional<Callback> find_callback(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                      const CallbackId& id) {
    return snapshot.first(kFind, {subscription, id}, callback_from);
}

std::vector<Callback> newest_callbacks(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                       const CallbackRange& range, std::int64_t limit) {
    return snapshot.all(kNewest, {subscription, range.status, range.first, range.below, limit},
                        callback_from);
}

}  // namespace callboard::webhooks::store
