#include "subscriptions/saving.h"

#include "subscriptions/subscription_store.h"

namespace callboard::subscriptions {

void save(db::Tx& tx, Subscription& subscription) {
    subscription.updated_at = tx.now;
    ++subscription.version;
    store::update(tx, subscription);
    store::write_subscribers(tx, subscription);
}

void record(db::Tx& tx, const events::Author& author, const SubscriptionId& id, const Record& what) {
    events::audit(tx, author,
                  {.name = what.name,
                   .entity_type = "WEBHOOK_SUBSCRIPTION",
                   .entity_id = id.text(),
                   .context = what.context});
}

}  // namespace callboard::subscriptions
