// Before anything is sent to a subscriber, it proves that the URL is its own.
#pragma once

#include "accounts/actor.h"
#include "base/seal.h"
#include "db/db.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// Calls the subscriber with a fresh secret and waits for it to come back; then what waits is queued, and the
// subscription is active. 404, 409 SUBSCRIPTION_ALREADY_ACTIVE, 424 HANDSHAKE_FAILED with the reason.
void activate_by_handshake(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                           const SubscriptionId& id, Messenger& messenger, const Seal& seal);

}  // namespace callboard::webhooks
