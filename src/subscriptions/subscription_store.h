#pragma once

#include <optional>
#include <utility>
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

// Those of an owner who has not lost access before, deleted ones aside; ordered by id.
std::vector<SubscriptionId> of_user(db::Snapshot& snapshot, const UserId& user);
std::vector<SubscriptionId> of_connection(db::Snapshot& snapshot, const UserId& user,
                                          const ApplicationId& application);
std::vector<SubscriptionId> of_credential(db::Snapshot& snapshot, const CredentialId& credential);
// Of all companies.
std::vector<std::pair<CompanyId, SubscriptionId>> of_application(db::Snapshot& snapshot,
                                                                 const ApplicationId& application);

// Waits for the transactions of the company that have recorded an event and are not committed yet, and lets
// no other one record an event until the commit. Whoever makes a subscription active, or lets an active one
// have more events, calls it before anything else: an event that is committed later finds the subscription.
void hold_events(db::Tx& tx);

// Holds off whoever else changes it until the commit. False: there is none.
bool take_turn(db::Tx& tx, const SubscriptionId& id);

// Everything that can change; the version moves, and the courier hears of it.
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
