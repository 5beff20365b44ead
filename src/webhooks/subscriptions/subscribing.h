// What administrators do with subscriptions. Each verb is guard, change, audit record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "base/function_ref.h"
#include "base/seal.h"
#include "db/db.h"
#include "subscriptions/subscription.h"
#include "subscriptions/subscription_store.h"
#include "webhooks/outgoing/address_guard.h"
#include "webhooks/outgoing/callback_auth.h"
#include "wire/list_parameters.h"

namespace callboard::webhooks {

// Throws 403 NO_PERMISSION_TO_MANAGE_WEBHOOKS: webhooks are managed by administrators only.
void require_manager(const accounts::Actor& actor);

struct Draft {
    std::string callback_url;
    std::vector<std::string> events;
    std::optional<std::string> alerting_email;
    CallbackAuth auth;
};
subscriptions::Subscription create(db::Tx& tx, const accounts::Actor& actor, const Draft& draft,
                                   const AddressGuard& guard, const Seal& seal);

subscriptions::Subscription get(db::Snapshot& snapshot, const accounts::Actor& actor,
                                const SubscriptionId& id);

struct SubscriptionPage {
    std::vector<subscriptions::Subscription> subscriptions;
    std::optional<std::string> next;  // cursor
};
SubscriptionPage list(db::Snapshot& snapshot, const accounts::Actor& actor,
                      const SubscriptionListRequest& request);

// What is absent stays as it is.
struct Change {
    std::optional<std::string> callback_url;
    std::optional<std::vector<std::string>> events;
    std::optional<std::optional<std::string>> alerting_email;  // nothing inside: none any more
    std::optional<CallbackAuth> auth;
};
// `edit` makes the change of the subscription as it is; between the two nobody else changes it. Another
// callback URL, or other authentication, of an active one makes it inactive: it must prove itself anew.
subscriptions::Subscription change(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id,
                                   FunctionRef<Change(const subscriptions::Subscription&)> edit,
                                   const AddressGuard& guard, const Seal& seal);

void remove(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id);

// After the handshake, which webhooks/handshake makes: refused when the subscription was changed meanwhile,
// or the actor has lost access. A subscription whose owner has lost access belongs to the actor from then on;
// one of the actor's own, to the credential in use.
void activate(db::Tx& tx, const accounts::Actor& actor, const subscriptions::Subscription& as_it_was);
void deactivate(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id);

Secret random_key();  // 21 letters and digits
// The older ones count for another day.
Secret new_key(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id, const Seal& seal);
Secret newest_key(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                  const Seal& seal);

// Newest first, those that count now.
std::vector<Secret> live_keys(db::Snapshot& snapshot, const SubscriptionId& id, const Seal& seal);
// Throws when it was sealed with another key.
Secret opened(const subscriptions::store::StoredKey& key, const SubscriptionId& subscription,
              const Seal& seal);

}  // namespace callboard::webhooks
