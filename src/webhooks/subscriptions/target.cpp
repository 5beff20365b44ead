#include "webhooks/subscriptions/target.h"

#include "subscriptions/subscription_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::webhooks {

std::shared_ptr<const Target> load_target(db::Snapshot& snapshot, const SubscriptionId& id,
                                          const Seal& seal) {
    const auto subscription = subscriptions::store::find(snapshot, id);
    if (!subscription) return nullptr;
    const auto keys = subscriptions::store::live_keys(snapshot, id);
    return std::make_shared<const Target>(opened_target(snapshot.company(), *subscription, keys, seal));
}

Target opened_target(const CompanyId& company, const subscriptions::Subscription& subscription,
                     std::span<const subscriptions::store::StoredKey> keys, const Seal& seal) {
    Target target{.subscription = subscription.id,
                  .company = company,
                  .version = subscription.version,
                  .url = subscription.callback_url,
                  .auth = opened(subscription.sealed_auth, subscription.id, seal),
                  .keys = {}};
    for (const subscriptions::store::StoredKey& key : keys)
        target.keys.push_back({opened(key, subscription.id, seal), key.expires_at});
    return target;
}

}  // namespace callboard::webhooks
