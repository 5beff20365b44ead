// What was sent, or should have been, once more.
#pragma once

#include <cstdint>
#include <optional>

#include "accounts/actor.h"
#include "db/db.h"
#include "events/author.h"
#include "subscriptions/subscription.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard::webhooks {

// One logged call again, with the same event. 409 SUBSCRIPTION_NOT_ACTIVE, 404 CALLBACK_NOT_FOUND.
void redeliver(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id,
               const CallbackId& callback);
// The same for whoever has the server in hand; what was called.
Callback redeliver(db::Tx& tx, const events::Author& author, const subscriptions::Subscription& subscription,
                   const CallbackId& callback);

// Queues everything of which the last attempt failed at or after `since`: what waits to be tried again, and
// what was given up. In pieces of a few thousand, each a transaction of its own: a million holds up nobody.
// How many.
std::int64_t recover(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                     const SubscriptionId& id, Timestamp since);
std::int64_t count_recoverable(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                               Timestamp since);

// Everything that waits, once the subscription can be reached again: due at once, in pieces.
std::int64_t requeue_waiting(db::Db& db, const CompanyId& company, const SubscriptionId& id);

}  // namespace callboard::webhooks
