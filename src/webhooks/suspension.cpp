#include "webhooks/suspension.h"

#include "events/audit_log.h"
#include "webhooks/alert_store.h"
#include "webhooks/subscription_store.h"

namespace callboard::webhooks {

bool suspend(db::Tx& tx, const SubscriptionId& id) {
    if (!store::take_turn(tx, id)) return false;
    auto subscription = store::find(tx, id);
    if (!subscription || subscription->status != SubscriptionStatus::active) return false;
    subscription->status = SubscriptionStatus::inactive;
    subscription->suspended_at = tx.now;
    subscription->updated_at = tx.now;
    store::update(tx, *subscription);
    store::write_subscribers(tx, *subscription);
    store::raise(tx, tx.company(), id, AlertKind::suspended);
    events::audit(tx, {},
                  {.name = "WEBHOOK_SUBSCRIPTION_DEACTIVATED",
                   .entity_type = "WEBHOOK_SUBSCRIPTION",
                   .entity_id = id.text(),
                   .context = {{"reason", "no success for a day"}}});
    return true;
}

}  // namespace callboard::webhooks
