// Redelivery of logged callbacks, and recovery of failed deliveries.
#pragma once

#include <cstdint>
#include <optional>

#include "accounts/actor.h"
#include "db/db.h"
#include "events/author.h"
#include "subscriptions/subscription.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard::webhooks {

// Sends the event of a logged callback again. 409 SUBSCRIPTION_NOT_ACTIVE, 404 CALLBACK_NOT_FOUND.
void redeliver(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id,
               const CallbackId& callback);
// The same for an operator, without a permission check; returns the logged callback.
Callback redeliver(db::Tx& tx, const events::Author& author, const subscriptions::Subscription& subscription,
                   const CallbackId& callback);

// Queues all deliveries whose last attempt failed at or after `since`: pending retries, and those given up.
// One transaction per few thousand, so that no lock is held for long. Returns their number.
std::int64_t recover(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                     const SubscriptionId& id, Timestamp since);
std::int64_t count_recoverable(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                               Timestamp since);

// Makes all pending deliveries due immediately, in batches, when the subscription becomes active again.
std::int64_t requeue_waiting(db::Db& db, const CompanyId& company, const SubscriptionId& id);

}  // namespace callboard::webhooks
