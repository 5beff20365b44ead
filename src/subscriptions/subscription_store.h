#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "db/db.h"
#include "subscriptions/subscription.h"

namespace callboard::subscriptions::store {

void insert(db::Tx& tx, const Subscription& subscription);  // with its health row
std::optional<Subscription> find(db::Snapshot& snapshot,
                                 const SubscriptionId& id);  // except deleted ones
// Ordered by id; `after` is the last one of the previous page.
std::vector<Subscription> list(db::Snapshot& snapshot, const std::optional<SubscriptionId>& after,
                               std::int64_t limit);
std::int64_t count_of(db::Snapshot& snapshot, const Owner& owner);

// Subscriptions of an owner who has not lost access, except deleted ones; ordered by id.
std::vector<SubscriptionId> of_user(db::Snapshot& snapshot, const UserId& user);
std::vector<SubscriptionId> of_connection(db::Snapshot& snapshot, const UserId& user,
                                          const ApplicationId& application);
std::vector<SubscriptionId> of_credential(db::Snapshot& snapshot, const CredentialId& credential);
// Across all companies.
std::vector<std::pair<CompanyId, SubscriptionId>> of_application(db::Snapshot& snapshot,
                                                                 const ApplicationId& application);

// Takes the company's event lock exclusively until the commit: waits for transactions that recorded events
// and blocks new ones. Must be the first lock of a transaction that activates a subscription or adds events
// to an active one, so that every event committed later is delivered to it.
void lock_events(db::Tx& tx);

// Locks the row until the commit. Returns false if there is none.
bool lock_row(db::Tx& tx, const SubscriptionId& id);

// Updates all mutable columns, increments the version and announces the change to the courier.
void update(db::Tx& tx, const Subscription& subscription);
// Rewrites the entries in event_subscriber, which the fan-out reads: the events if active, else none.
void write_subscribers(db::Tx& tx, const Subscription& subscription);
// Deletes the secrets and keeps the row until retention has deleted its deliveries.
void mark_deleted(db::Tx& tx, const SubscriptionId& id);

struct StoredKey {
    SecretKeyId id;
    std::string sealed_key;
    std::optional<Timestamp> expires_at;
};
void insert_key(db::Tx& tx, const SubscriptionId& subscription, const StoredKey& key);
void expire_keys(db::Tx& tx, const SubscriptionId& subscription,
                 Timestamp at);  // keys that expire later are shortened; expired ones are unchanged
void forget_key(db::Tx& tx, const SubscriptionId& subscription, const SecretKeyId& key);
void forget_expired_keys(db::Tx& tx, const SubscriptionId& subscription);
std::vector<StoredKey> live_keys(db::Snapshot& snapshot, const SubscriptionId& subscription);  // newest first

// Resets the failure counter.
void reset_health(db::Tx& tx, const SubscriptionId& subscription);

struct Health {
    std::int64_t failures_in_row = 0;
    std::optional<Timestamp> succeeded_at;
};
Health health_of(db::Snapshot& snapshot, const SubscriptionId& subscription);

}  // namespace callboard::subscriptions::store
