#pragma once

#include <memory>
#include <span>

#include "base/seal.h"
#include "db/db.h"
#include "subscriptions/subscription_store.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// Reads and unseals the target; null if there is no such subscription. Throws if it was sealed with another
// key.
std::shared_ptr<const Target> load_target(db::Snapshot& snapshot, const SubscriptionId& id, const Seal& seal);

Target opened_target(const CompanyId& company, const subscriptions::Subscription& subscription,
                     std::span<const subscriptions::store::StoredKey> keys, const Seal& seal);

}  // namespace callboard::webhooks
