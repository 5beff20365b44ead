#include "webhooks/subscriptions/subscribing.h"

#include <chrono>
#include <string_view>
#include <utility>
#include <variant>

#include "base/constant_time.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "base/random.h"
#include "events/catalogue.h"
#include "oauth/access.h"
#include "subscriptions/saving.h"
#include "subscriptions/subscription_store.h"

namespace callboard::webhooks {
namespace {

namespace store = subscriptions::store;
using subscriptions::Owner;
using subscriptions::record;
using subscriptions::save;
using subscriptions::Subscription;
using subscriptions::SubscriptionStatus;

constexpr std::size_t kKeyLength = 21;
constexpr std::string_view kKeyAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::chrono::hours kOldKeyLife{24};

// --- validation

void check_url(std::vector<Fault>& faults, const std::string& url, const AddressGuard& guard,
               const char* path) {
    if (auto why = guard.fault_of_url(url)) faults.push_back({"INVALID_CALLBACK_URL", std::move(*why), path});
}

void check_events(std::vector<Fault>& faults, const std::vector<std::string>& events) {
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (!events::find_kind(events[i]))
            faults.push_back({"EVENT_NOT_FOUND", "event " + in_quotes(events[i]) + " does not exist",
                              "/events/" + std::to_string(i)});
    }
}

void check_header(std::vector<Fault>& faults, std::optional<std::string> why, const char* path) {
    if (why) faults.push_back({"INVALID_CALLBACK_AUTHENTICATION", std::move(*why), path});
}

void check_auth(std::vector<Fault>& faults, const CallbackAuth& auth, const AddressGuard& guard) {
    if (const auto* header = std::get_if<HeaderAuth>(&auth)) {
        check_header(faults, fault_of_header_name(header->name), "/callbackAuthentication/headerName");
        check_header(faults, fault_of_header_value(header->value.reveal()),
                     "/callbackAuthentication/headerValue");
    } else if (const auto* basic = std::get_if<BasicAuth>(&auth)) {
        if (basic->username.contains(':'))
            check_header(faults, "the user name must not contain a colon",
                         "/callbackAuthentication/username");
    } else if (const auto* oauth = std::get_if<OAuthAuth>(&auth)) {
        check_url(faults, oauth->token_url, guard, "/callbackAuthentication/tokenServiceUrl");
    }
}

// Credentials for one host must not be sent to another.
void check_host(std::vector<Fault>& faults, const Subscription& subscription, const Change& change) {
    const bool moves =
        change.callback_url && origin_of(*change.callback_url) != origin_of(subscription.callback_url);
    if (moves && subscription.sealed_auth && !change.auth)
        faults.push_back({"INVALID_CALLBACK_AUTHENTICATION",
                          "must be sent again, or null, when the host changes", "/callbackAuthentication"});
}

void refuse(std::vector<Fault> faults) {
    if (!faults.empty()) throw Error{ErrorKind::unprocessable, std::move(faults)};
}

Error no_subscription() {
    return not_found("SUBSCRIPTION_NOT_FOUND");
}

// Locks the subscription until the commit, also against new events.
Subscription lock_subscription(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id) {
    require_manager(actor);
    store::lock_events(tx);
    if (!store::lock_row(tx, id)) throw no_subscription();
    return get(tx, actor, id);
}

// --- authentication and keys

bool same(const CallbackAuth& a, const CallbackAuth& b) {
    if (a.index() != b.index()) return false;
    if (const auto* basic = std::get_if<BasicAuth>(&a)) {
        const auto& other = std::get<BasicAuth>(b);
        return basic->username == other.username &&
               equal_in_constant_time(basic->password.reveal(), other.password.reveal());
    }
    if (const auto* header = std::get_if<HeaderAuth>(&a)) {
        const auto& other = std::get<HeaderAuth>(b);
        return header->name == other.name &&
               equal_in_constant_time(header->value.reveal(), other.value.reveal());
    }
    if (const auto* oauth = std::get_if<OAuthAuth>(&a)) {
        const auto& other = std::get<OAuthAuth>(b);
        return oauth->client_id == other.client_id && oauth->token_url == other.token_url &&
               equal_in_constant_time(oauth->client_secret.reveal(), other.client_secret.reveal());
    }
    return true;  // both have none
}

// Returns false also if the stored value cannot be opened: after the loss of the key it can be replaced.
bool is_kept(const CallbackAuth& auth, const Subscription& subscription, const Seal& seal) {
    try {
        return same(auth, opened(subscription.sealed_auth, subscription.id, seal));
    } catch (const Error&) {
        return false;
    }
}

std::string place_of_key(const SubscriptionId& subscription, const SecretKeyId& key) {
    return std::string{"webhook_subscription/"}
        .append(subscription.text())
        .append("/key/")
        .append(key.text());
}

// --- owners

// Checks the current role rather than that of the request, because the subscription stays active.
void require_still_manager(db::Tx& tx, accounts::Actor actor) {
    actor.role = oauth::confirm_access(tx, actor);
    require_manager(actor);
}

// A new owner, within the limit of subscriptions. Serialized by confirm_access(), so that the limit holds.
Owner owner_with_room(db::Tx& tx, const accounts::Actor& actor) {
    Owner owner{.user = actor.id(), .application = actor.application, .credential = actor.credential};
    if (store::count_of(tx, owner) < subscriptions::kMostSubscriptions) return owner;
    throw forbidden("SUBSCRIPTIONS_LIMIT_EXCEEDED", "this user already has the maximum of " +
                                                        std::to_string(subscriptions::kMostSubscriptions) +
                                                        " subscriptions");
}

// The owner after activation: unchanged while it has access, with the credential that it used last; else the
// actor.
void assign_owner(db::Tx& tx, const accounts::Actor& actor, Subscription& subscription) {
    const bool is_own =
        subscription.owner.user == actor.id() && subscription.owner.application == actor.application;
    if (is_own) {
        subscription.owner.credential = actor.credential;
    } else if (subscription.owner_lost_at) {
        subscription.owner = owner_with_room(tx, actor);
    }
    subscription.owner_lost_at.reset();
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
    return text;
}

}  // namespace

void require_manager(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).manages_webhooks) return;
    throw forbidden("NO_PERMISSION_TO_MANAGE_WEBHOOKS", "only administrators can manage webhooks");
}

Subscription create(db::Tx& tx, const accounts::Actor& actor, const Draft& draft, const AddressGuard& guard,
                    const Seal& seal) {
    require_manager(actor);
    std::vector<Fault> faults;
    check_url(faults, draft.callback_url, guard, "/callbackUrl");
    check_events(faults, draft.events);
    check_auth(faults, draft.auth, guard);
    refuse(std::move(faults));

    require_still_manager(tx, actor);
    const auto id = tx.new_id<SubscriptionId>();
    Subscription made{.id = id,
                      .owner = owner_with_room(tx, actor),
                      .callback_url = draft.callback_url,
                      .events = draft.events,
                      .alerting_email = draft.alerting_email,
                      .sealed_auth = sealed(draft.auth, id, seal),
                      .status = SubscriptionStatus::inactive,
                      .version = 1,
                      .created_at = tx.now,
                      .updated_at = tx.now,
                      .activated_at = std::nullopt,
                      .suspended_at = std::nullopt,
                      .owner_lost_at = std::nullopt};
    store::insert(tx, made);
    const std::string events = joined(made.events);
    record(tx, actor, id,
           {.name = "WEBHOOK_SUBSCRIPTION_CREATED",
            .context = {{"callbackUrl", made.callback_url}, {"events", events}}});
    return made;
}

Subscription get(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id) {
    require_manager(actor);
    auto found = store::find(snapshot, id);
    if (!found) throw no_subscription();
    return std::move(*found);
}

SubscriptionPage list(db::Snapshot& snapshot, const accounts::Actor& actor,
                      const SubscriptionListRequest& request) {
    require_manager(actor);
    const wire::ListCursors cursors{snapshot.company().text(), "webhook_subscriptions", request};
    const auto after = cursors.start(SubscriptionId::parse);
    // One more, to detect a next page.
    SubscriptionPage page{.subscriptions = store::list(snapshot, after, request.limit + 1),
                          .next = std::nullopt};
    page.next = cursors.next(page.subscriptions, [](const Subscription& last) { return last.id.text(); });
    return page;
}

Subscription change(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id,
                    FunctionRef<Change(const Subscription&)> edit, const AddressGuard& guard,
                    const Seal& seal) {
    Subscription subscription = lock_subscription(tx, actor, id);
    const Change change = edit(subscription);
    std::vector<Fault> faults;
    if (change.callback_url) check_url(faults, *change.callback_url, guard, "/callbackUrl");
    if (change.events) check_events(faults, *change.events);
    if (change.auth) check_auth(faults, *change.auth, guard);
    check_host(faults, subscription, change);
    refuse(std::move(faults));

    std::vector<std::string> changed;
    bool needs_handshake = false;
    if (change.callback_url && *change.callback_url != subscription.callback_url) {
        subscription.callback_url = *change.callback_url;
        changed.emplace_back("callbackUrl");
        needs_handshake = true;
    }
    if (change.auth && !is_kept(*change.auth, subscription, seal)) {
        subscription.sealed_auth = sealed(*change.auth, id, seal);
        changed.emplace_back("callbackAuthentication");
        needs_handshake = true;
    }
    if (change.events && *change.events != subscription.events) {
        subscription.events = *change.events;
        changed.emplace_back("events");
    }
    if (change.alerting_email && *change.alerting_email != subscription.alerting_email) {
        subscription.alerting_email = *change.alerting_email;
        changed.emplace_back("alertingEmailAddress");
    }
    if (changed.empty()) return subscription;
    if (needs_handshake) subscription.status = SubscriptionStatus::inactive;

    save(tx, subscription);
    const std::string what = joined(changed);
    record(tx, actor, id,
           {.name = "WEBHOOK_SUBSCRIPTION_CHANGED",
            .context = {{"changed", what}, {"status", name_of(subscription.status)}}});
    return subscription;
}

void remove(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id) {
    lock_subscription(tx, actor, id);
    store::mark_deleted(tx, id);
    record(tx, actor, id, {.name = "WEBHOOK_SUBSCRIPTION_DELETED", .context = {}});
}

void activate(db::Tx& tx, const accounts::Actor& actor, const Subscription& before_handshake) {
    store::lock_events(tx);  // always the first lock, against deadlocks
    require_still_manager(tx, actor);
    Subscription subscription = lock_subscription(tx, actor, before_handshake.id);
    if (subscription.status == SubscriptionStatus::active)
        throw conflict("SUBSCRIPTION_ALREADY_ACTIVE", "the subscription is already active");
    // URL and authentication must be those of the handshake. New keys or other events do not matter.
    if (subscription.callback_url != before_handshake.callback_url ||
        subscription.sealed_auth != before_handshake.sealed_auth)
        throw changed_meanwhile();
    assign_owner(tx, actor, subscription);
    subscription.status = SubscriptionStatus::active;
    subscription.activated_at = tx.now;
    subscription.suspended_at.reset();
    save(tx, subscription);
    store::reset_health(tx, subscription.id);
    record(tx, actor, subscription.id, {.name = "WEBHOOK_SUBSCRIPTION_ACTIVATED", .context = {}});
}

void deactivate(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id) {
    Subscription subscription = lock_subscription(tx, actor, id);
    if (subscription.status != SubscriptionStatus::active)
        throw conflict("SUBSCRIPTION_NOT_ACTIVE", "the subscription is not active");
    subscription.status = SubscriptionStatus::inactive;
    save(tx, subscription);
    record(tx, actor, id, {.name = "WEBHOOK_SUBSCRIPTION_DEACTIVATED", .context = {}});
}

Secret random_key() {
    return Secret{random_text(kKeyLength, kKeyAlphabet)};
}

Secret new_key(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id, const Seal& seal) {
    Subscription subscription = lock_subscription(tx, actor, id);
    // Keys that were sealed with a lost key are deleted.
    for (const store::StoredKey& kept : store::live_keys(tx, id))
        if (!seal.open(kept.sealed_key, place_of_key(id, kept.id))) store::forget_key(tx, id, kept.id);
    if (std::ssize(store::live_keys(tx, id)) >= subscriptions::kMostLiveKeys)
        throw forbidden("SECRET_KEYS_LIMIT_EXCEEDED", "there are already " +
                                                          std::to_string(subscriptions::kMostLiveKeys) +
                                                          " valid keys; wait until one expires");
    const Secret key = random_key();
    const auto key_id = tx.new_id<SecretKeyId>();
    store::forget_expired_keys(tx, id);
    store::expire_keys(tx, id, tx.now + kOldKeyLife);
    store::insert_key(tx, id,
                      {.id = key_id,
                       .sealed_key = seal.close(key.reveal(), place_of_key(id, key_id)),
                       .expires_at = std::nullopt});
    save(tx, subscription);
    record(tx, actor, id, {.name = "WEBHOOK_SUBSCRIPTION_CHANGED", .context = {{"change", "SECRET_KEY"}}});
    return key;
}

Secret newest_key(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                  const Seal& seal) {
    get(snapshot, actor, id);
    const auto keys = live_keys(snapshot, id, seal);
    if (keys.empty())
        throw not_found("SECRET_KEY_NOT_FOUND", "no key has been created for this subscription");
    return keys.front();
}

std::vector<Secret> live_keys(db::Snapshot& snapshot, const SubscriptionId& id, const Seal& seal) {
    std::vector<Secret> keys;
    for (const store::StoredKey& kept : store::live_keys(snapshot, id))
        keys.push_back(opened(kept, id, seal));
    return keys;
}

Secret opened(const store::StoredKey& key, const SubscriptionId& subscription, const Seal& seal) {
    auto text = seal.open(key.sealed_key, place_of_key(subscription, key.id));
    if (!text) throw internal("a webhook key was sealed with another secrets key");
    return Secret{std::move(*text)};
}

}  // namespace callboard::webhooks
