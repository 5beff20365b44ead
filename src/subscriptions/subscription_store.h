#pragma once

#include <optional>
#include <vector>

#include "db/db.h"
#include "subscriptions/subscription.h"

namespace callboard::subscriptions::store {

void insert(db::Tx& tx, const Subscription& subscription);  // and its health, which is good
std::optional<Subscription> find(db::Snapshot& snapshot,
                                 const SubscriptionId& id);  // deleted ones are not found
// By id; `after` is where the page before ended.
std::vector<Subscription> list(db::Snapshot& snapshot, const std::optional<SubscriptionId>& after,
                               std::int64_t limit);
std::int64_t count_of(db::Snapshot& snapshot, const Owner& owner);

// Holds off whoever else changes it until the commit. False: there is none.
bool take_turn(db::Tx& tx, const SubscriptionId& id);

// callback_url, events, alerting_email, sealed_auth, status and the times; the version moves, and the courier
// hears of it.
void update(db::Tx& tx, const Subscription& subscription);
// What the outbox looks up; rewritten from the subscription: its events when it is active, nothing otherwise.
void write_subscribers(db::Tx& tx, const Subscription& subscription);
// The row stays, without anything secret, until retention has removed what was sent.
void mark_deleted(db::Tx& tx, const SubscriptionId& id);

struct StoredKey {
    SecretKeyId id;
    std::string sealed_key;
    std::optional<Timestamp> expires_at;
};
void insert_key(db::Tx& tx, const SubscriptionId& subscription, const StoredKey& key);
void expire_keys(db::Tx& tx, const SubscriptionId& subscription,
                 Timestamp at);  // those that did not expire before
void forget_key(db::Tx& tx, const SubscriptionId& subscription, const SecretKeyId& key);
void forget_expired_keys(db::Tx& tx, const SubscriptionId& subscription);
std::vector<StoredKey> live_keys(db::Snapshot& snapshot, const SubscriptionId& subscription);  // newest first

// Failures are forgotten: it begins anew.
void reset_health(db::Tx& tx, const SubscriptionId& subscription);

struct Health {
    std::int64_t failures_in_row = 0;
    std::optional<Timestamp> succeeded_at;
};
Health health_of(db::Snapshot& snapshot, const SubscriptionId& subscription);

}  // namespace callboard::subscriptions::store
