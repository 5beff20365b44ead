// The activation handshake, by which a receiver proves that it accepts the notifications.
#pragma once

#include "accounts/actor.h"
#include "base/seal.h"
#include "db/db.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// Sends a random secret to the receiver, which must return it; then queues pending deliveries and activates
// the subscription. 404, 409 SUBSCRIPTION_ALREADY_ACTIVE, 424 HANDSHAKE_FAILED with the reason.
void activate_by_handshake(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                           const SubscriptionId& id, Messenger& messenger, const Seal& seal);

}  // namespace callboard::webhooks
