#include "subscriptions/ending.h"

#include "subscriptions/alert_store.h"
#include "subscriptions/saving.h"
#include "subscriptions/subscription_store.h"

namespace callboard::subscriptions {
namespace {

struct Cause {
    AlertKind alert;
    std::string_view reason;
};

// Returns false if it was not active.
bool stop(db::Tx& tx, const events::Author& author, Subscription& subscription, const Cause& cause) {
    if (subscription.status != SubscriptionStatus::active) return false;
    subscription.status = SubscriptionStatus::inactive;
    subscription.suspended_at = tx.now;
    save(tx, subscription);
    store::raise(tx, tx.company(), subscription.id, cause.alert);
    record(tx, author, subscription.id,
           {.name = "WEBHOOK_SUBSCRIPTION_DEACTIVATED", .context = {{"reason", cause.reason}}});
    return true;
}

void end(db::Tx& tx, const events::Author& author, const SubscriptionId& id, AccessLoss loss) {
    if (!store::lock_row(tx, id)) return;
    auto subscription = store::find(tx, id);
    if (!subscription) return;
    subscription->owner_lost_at = tx.now;
    const Cause cause{.alert = AlertKind::access_revoked, .reason = name_of(loss)};
    if (!stop(tx, author, *subscription, cause)) save(tx, *subscription);
}

}  // namespace

void end_for_user(db::Tx& tx, const events::Author& author, const UserId& user, AccessLoss loss) {
    for (const SubscriptionId& each : store::of_user(tx, user)) end(tx, author, each, loss);
}

void end_for_connection(db::Tx& tx, const events::Author& author, const UserId& user,
                        const ApplicationId& application) {
    for (const SubscriptionId& each : store::of_connection(tx, user, application))
        end(tx, author, each, AccessLoss::application_disconnected);
}

void end_for_credential(db::Tx& tx, const events::Author& author, const CredentialId& credential) {
    for (const SubscriptionId& each : store::of_credential(tx, credential))
        end(tx, author, each, AccessLoss::credential_revoked);
}

void end_for_application(db::Tx& tx, const events::Author& author, const ApplicationId& application) {
    for (const auto& [company, subscription] : store::of_application(tx, application)) {
        db::Tx inside = tx.within(company);
        end(inside, author, subscription, AccessLoss::application_revoked);
    }
}

bool suspend(db::Tx& tx, const SubscriptionId& id) {
    if (!store::lock_row(tx, id)) return false;
    auto subscription = store::find(tx, id);
    return subscription &&
           stop(tx, {}, *subscription, {.alert = AlertKind::suspended, .reason = "no success for a day"});
}

}  // namespace callboard::subscriptions
