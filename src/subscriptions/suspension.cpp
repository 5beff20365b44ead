#include "subscriptions/suspension.h"

#include "subscriptions/alert_store.h"
#include "subscriptions/keeping.h"
#include "subscriptions/subscription_store.h"

namespace callboard::subscriptions {

bool suspend(db::Tx& tx, const SubscriptionId& id) {
    if (!store::take_turn(tx, id)) return false;
    auto subscription = store::find(tx, id);
    if (!subscription || subscription->status != SubscriptionStatus::active) return false;
    subscription->status = SubscriptionStatus::inactive;
    subscription->suspended_at = tx.now;
    keep(tx, *subscription);
    store::raise(tx, tx.company(), id, AlertKind::suspended);
    record(tx, {}, id,
           {.name = "WEBHOOK_SUBSCRIPTION_DEACTIVATED", .context = {{"reason", "no success for a day"}}});
    return true;
}

}  // namespace callboard::subscriptions
