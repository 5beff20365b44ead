#include "webhooks/delivery/handshake.h"

#include "base/error.h"
#include "base/random.h"
#include "webhooks/delivery/recovery.h"
#include "webhooks/subscriptions/subscribing.h"
#include "webhooks/subscriptions/target.h"

namespace callboard::webhooks {
namespace {

constexpr std::size_t kSecretLength = 26;
constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

struct Partner {
    subscriptions::Subscription subscription;
    std::shared_ptr<const Target> target;
};

Partner partner_of(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                   const Seal& seal) {
    subscriptions::Subscription subscription = get(snapshot, actor, id);
    if (subscription.status == subscriptions::SubscriptionStatus::active)
        throw conflict("SUBSCRIPTION_ALREADY_ACTIVE", "the subscription is already active");
    return {std::move(subscription), load_target(snapshot, id, seal)};
}

}  // namespace

void activate_by_handshake(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                           const SubscriptionId& id, Messenger& messenger, const Seal& seal) {
    const Partner partner =
        db.read(company, [&](db::Snapshot& snapshot) { return partner_of(snapshot, actor, id, seal); });
    const std::string secret = random_text(kSecretLength, kAlphabet);
    if (const auto why = messenger.handshake(partner.target, secret))
        throw failed_dependency("HANDSHAKE_FAILED", "the handshake failed: " + *why);
    // Deliveries before the subscription: an interrupted activation is repeated as a whole.
    requeue_waiting(db, company, id);
    db.write(company, [&](db::Tx& tx) { activate(tx, actor, partner.subscription); });
}

}  // namespace callboard::webhooks
