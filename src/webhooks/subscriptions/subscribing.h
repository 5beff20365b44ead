// Administration of subscriptions: permission check, change and audit record.
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

// Throws 403 NO_PERMISSION_TO_MANAGE_WEBHOOKS unless the actor is an administrator.
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

struct SubscriptionListRequest {
    std::optional<std::string> cursor;
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = SubscriptionListRequest;
        return wire::fields(
            wire::cursor_field("page_id", &Self::cursor, "From the Link header of the previous page."),
            wire::limit_field(&Self::limit));
    }
};
struct SubscriptionPage {
    std::vector<subscriptions::Subscription> subscriptions;
    std::optional<std::string> next;  // cursor
};
SubscriptionPage list(db::Snapshot& snapshot, const accounts::Actor& actor,
                      const SubscriptionListRequest& request);

// Absent values are not changed.
struct Change {
    std::optional<std::string> callback_url;
    std::optional<std::vector<std::string>> events;
    std::optional<std::optional<std::string>> alerting_email;  // empty inside: remove
    std::optional<CallbackAuth> auth;
};
// `edit` returns the change for the current subscription, under its row lock. A new callback URL or
// authentication makes an active subscription inactive until the next handshake.
subscriptions::Subscription change(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id,
                                   FunctionRef<Change(const subscriptions::Subscription&)> edit,
                                   const AddressGuard& guard, const Seal& seal);

void remove(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id);

// Call after the handshake (webhooks/delivery/handshake.h): refused if the subscription has changed since or
// the actor has lost access. If the owner has lost access, the actor becomes the owner; for an own
// subscription the credential in use is recorded.
void activate(db::Tx& tx, const accounts::Actor& actor, const subscriptions::Subscription& before_handshake);
void deactivate(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id);

Secret random_key();  // 21 letters and digits
// Older keys stay valid for another day.
Secret new_key(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id, const Seal& seal);
Secret newest_key(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                  const Seal& seal);

// Valid keys, newest first.
std::vector<Secret> live_keys(db::Snapshot& snapshot, const SubscriptionId& id, const Seal& seal);
// Throws if it was sealed with another key.
Secret opened(const subscriptions::store::StoredKey& key, const SubscriptionId& subscription,
              const Seal& seal);

}  // namespace callboard::webhooks
