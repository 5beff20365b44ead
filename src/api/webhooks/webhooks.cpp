#include "api/webhooks/webhooks.h"

#include <utility>

#include "base/encoding.h"
#include "edge/route.h"
#include "events/catalogue.h"
#include "webhooks/delivery/callback_record.h"
#include "webhooks/delivery/handshake.h"
#include "webhooks/delivery/recovery.h"
#include "webhooks/delivery/sample.h"
#include "webhooks/outgoing/messenger.h"
#include "wire/json.h"

namespace callboard::api {
namespace {

constexpr std::string_view kSubscriptions = "/webhooks-api/v201907/subscriptions";

SubscriptionId subscription_id(const edge::PathParams& path) {
    return path.id<SubscriptionId>("subscriptionId", "SUBSCRIPTION_NOT_FOUND");
}

std::string path_of(const SubscriptionId& id) {
    return std::string{kSubscriptions}.append("/").append(id.text());
}

// --- from requests

webhooks::CallbackAuth auth_of(const std::optional<AuthenticationInput>& input) {
    if (!input) return std::monostate{};
    const AuthenticationMembers& members = input->members;
    switch (members.type) {
        case AuthenticationType::basic:
            return webhooks::BasicAuth{*members.username, Secret{*members.password}};
        case AuthenticationType::header:
            return webhooks::HeaderAuth{*members.header_name, Secret{*members.header_value}};
        case AuthenticationType::oauth2:
            return webhooks::OAuthAuth{*members.client_id, Secret{*members.client_secret},
                                       *members.token_service_url};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::optional<std::string> address_of(const std::optional<AlertingAddress>& email) {
    return email ? std::optional{email->text} : std::nullopt;
}

// The document that a patch is applied to. It has no secrets, so authentication can only be replaced as a
// whole.
SubscriptionInput document(const subscriptions::Subscription& subscription) {
    std::optional<AlertingAddress> email;
    if (subscription.alerting_email) email = AlertingAddress{*subscription.alerting_email};
    return {.callback_url = subscription.callback_url,
            .events = {subscription.events},
            .alerting_email_address = std::move(email),
            .callback_authentication = std::nullopt};
}

webhooks::Change change_of(const subscriptions::Subscription& before, const SubscriptionPatch& patch) {
    SubscriptionInput after = wire::merged(document(before), patch, ErrorKind::unprocessable);
    const wire::JsonDocument sent{patch.patch};
    const auto has = [&](std::string_view member) { return sent.root().find(member).has_value(); };
    webhooks::Change change;
    if (has("callbackUrl")) change.callback_url = std::move(after.callback_url);
    if (has("events")) change.events = std::move(after.events.names);
    if (has("alertingEmailAddress")) change.alerting_email.emplace(address_of(after.alerting_email_address));
    if (has("callbackAuthentication")) change.auth.emplace(auth_of(after.callback_authentication));
    return change;
}

// --- to views

SubscriptionView view(subscriptions::Subscription subscription) {
    std::vector<EventRefView> events;
    for (std::string& name : subscription.events)
        events.push_back({.name = std::move(name), .version = events::kEventVersion});
    return {.id = subscription.id,
            .callback_url = std::move(subscription.callback_url),
            .events = std::move(events),
            .status = subscription.status,
            .created_on = subscription.created_at,
            .suspended_on = subscription.suspended_at,
            .alerts = std::nullopt};
}

std::optional<std::vector<AlertView>> alerts(db::Snapshot& snapshot, const SubscriptionId& id) {
    std::vector<AlertView> views;
    for (const subscriptions::Alert& alert : subscriptions::store::alerts_of(snapshot, id))
        views.push_back({.kind = alert.kind,
                         .occurrences = alert.occurrences,
                         .occurred_on = alert.raised_at,
                         .mailed_on = alert.mailed_at});
    if (views.empty()) return std::nullopt;
    return views;
}

// Alerts wait for a mail server like other mails; they are also shown with the subscription.
std::optional<std::string> mail_warning(const subscriptions::Subscription& subscription,
                                        const edge::Services& services) {
    if (!subscription.alerting_email || services.sends_mail) return std::nullopt;
    return "This server has no mail server: alerts are not mailed until an operator sets --smtp-url";
}

double in_ms(std::chrono::microseconds time) {
    return static_cast<double>(time.count()) / 1000;
}

CallbackTimingView view(const webhooks::CallTimes& times) {
    return {.dns_ms = in_ms(times.name),
            .connect_ms = in_ms(times.connect),
            .tls_ms = in_ms(times.tls),
            .wait_ms = in_ms(times.wait)};
}

CallbackView view(webhooks::Callback callback) {
    return {
        .id = callback.id,
        .status = callback.status,
        .timestamp = callback.sent_at,
        .request_details = {.url = std::move(callback.url),
                            .body = std::move(callback.body),
                            .headers = {std::move(callback.headers)}},
        .event_id = callback.event,
        .response_status = callback.response_status,
        .failure_reason = std::move(callback.failure),
        .duration_ms = callback.took.count(),
        .timing = callback.times ? std::optional{view(*callback.times)} : std::nullopt,
        .remote_address = std::move(callback.address),
        .response_headers = callback.response_headers
                                ? std::optional{wire::StoredTextMap{std::move(*callback.response_headers)}}
                                : std::nullopt,
        .response_body = std::move(callback.response_body)};
}

CallbackView view(const webhooks::Target& target, webhooks::SentSample sample) {
    const webhooks::Transcript& transcript = sample.transcript;
    auto callback = webhooks::callback_record(sample.callback, target, sample.notification.event, transcript);
    callback.body = std::move(sample.notification.payload);
    CallbackView shown = view(std::move(callback));
    if (transcript.result.status != 0) shown.response_body = readable(transcript.result.body);
    return shown;
}

std::string schema_of(const events::EventKind& kind) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    json.member("type", "object");
    json.key("properties");
    json.open_object();
    json.key("id");
    json.raw(R"({"type":"string"})");
    for (const std::string_view field : kind.fields) {
        json.key(field);
        json.raw(R"({"type":"string"})");
    }
    json.close_object();
    json.key("required");
    json.open_array();
    json.text("id");
    for (const std::string_view field : kind.fields) json.text(field);
    json.close_array();
    json.close_object();
    return text;
}

EventKindView view(const events::EventKind& kind, const edge::Call<>& call) {
    const std::string link = events::sample_link(kind);
    return {.name = kind.name,
            .version = events::kEventVersion,
            .description = kind.about,
            .sample_payload = {events::sample_payload(kind)},
            .sample_link = link.empty() ? std::nullopt : std::optional{call.link(link)},
            .payload_schema = {schema_of(kind)}};
}

}  // namespace

edge::Reply<SubscriptionView> create_subscription(db::Tx& tx, const edge::Call<SubscriptionInput>& call) {
    const SubscriptionInput& input = call.body;
    auto made = webhooks::create(tx, call.actor(),
                                 {.callback_url = input.callback_url,
                                  .events = input.events.names,
                                  .alerting_email = address_of(input.alerting_email_address),
                                  .auth = auth_of(input.callback_authentication)},
                                 call.services.messenger->guard(), call.services.seal);
    auto location = call.link(path_of(made.id));
    auto warning = mail_warning(made, call.services);
    return {.view = view(std::move(made)), .location = std::move(location), .warning = std::move(warning)};
}

edge::Reply<SubscriptionList> list_subscriptions(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, webhooks::SubscriptionListRequest>& call) {
    auto page = webhooks::list(snapshot, call.actor(), call.query);
    edge::Reply<SubscriptionList> reply{.view = {}};
    for (auto& subscription : page.subscriptions) reply.view.items.push_back(view(std::move(subscription)));
    reply.next_page = call.next_page(kSubscriptions, page.next);
    return reply;
}

SubscriptionView get_subscription(db::Snapshot& snapshot, const edge::Call<>& call) {
    const SubscriptionId id = subscription_id(call.path);
    SubscriptionView shown = view(webhooks::get(snapshot, call.actor(), id));
    shown.alerts = alerts(snapshot, id);
    return shown;
}

edge::Reply<SubscriptionView> patch_subscription(db::Tx& tx, const edge::Call<SubscriptionPatch>& call) {
    const auto patched = [&](const subscriptions::Subscription& before) {
        return change_of(before, call.body);
    };
    auto changed = webhooks::change(tx, call.actor(), subscription_id(call.path), patched,
                                    call.services.messenger->guard(), call.services.seal);
    auto warning = mail_warning(changed, call.services);
    return {.view = view(std::move(changed)), .warning = std::move(warning)};
}

wire::Nothing delete_subscription(db::Tx& tx, const edge::Call<>& call) {
    webhooks::remove(tx, call.actor(), subscription_id(call.path));
    return {};
}

wire::Nothing activate_subscription(const edge::Steps& steps, const edge::Call<>& call) {
    webhooks::activate_by_handshake(steps.db, steps.company, call.actor(), subscription_id(call.path),
                                    *steps.services.messenger, steps.services.seal);
    return {};
}

wire::Nothing deactivate_subscription(db::Tx& tx, const edge::Call<>& call) {
    webhooks::deactivate(tx, call.actor(), subscription_id(call.path));
    return {};
}

SecretKeyView create_secret_key(db::Tx& tx, const edge::Call<>& call) {
    const Secret key = webhooks::new_key(tx, call.actor(), subscription_id(call.path), call.services.seal);
    return {std::string{key.reveal()}};
}

SecretKeyView get_secret_key(db::Snapshot& snapshot, const edge::Call<>& call) {
    const Secret key =
        webhooks::newest_key(snapshot, call.actor(), subscription_id(call.path), call.services.seal);
    return {std::string{key.reveal()}};
}

edge::Reply<CallbackList> list_callbacks(db::Snapshot& snapshot,
                                         const edge::Call<wire::Nothing, webhooks::LogRequest>& call) {
    const SubscriptionId id = subscription_id(call.path);
    auto page = webhooks::read_log(snapshot, call.actor(), id, call.query);
    edge::Reply<CallbackList> reply{.view = {}};
    for (auto& callback : page.callbacks) reply.view.items.push_back(view(std::move(callback)));
    reply.next_page = call.next_page(path_of(id) + "/callbacks-log", page.next);
    return reply;
}

wire::Nothing redeliver_callback(db::Tx& tx, const edge::Call<>& call) {
    const SubscriptionId id = subscription_id(call.path);
    webhooks::redeliver(tx, call.actor(), id, call.path.id<CallbackId>("callbackId", "CALLBACK_NOT_FOUND"));
    return {};
}

CallbackView send_sample_event(const edge::Steps& steps, const edge::Call<SampleInput>& call) {
    const SubscriptionId id = subscription_id(call.path);
    auto sample = webhooks::send_sample(steps.db, steps.company, call.actor(), id, call.body.event,
                                        *steps.services.messenger, steps.services.seal, call.public_url);
    const webhooks::Target called{.subscription = id, .company = steps.company, .url = sample.url};
    return view(called, std::move(sample));
}

RecoveryView recover_deliveries(const edge::Steps& steps, const edge::Call<RecoveryInput>& call) {
    const SubscriptionId id = subscription_id(call.path);
    const Timestamp since = call.body.since;
    if (!call.body.dry_run.value_or(false))
        return {.deliveries = webhooks::recover(steps.db, steps.company, call.actor(), id, since),
                .dry_run = false};
    const auto count = steps.db.read(steps.company, [&](db::Snapshot& snapshot) {
        return webhooks::count_recoverable(snapshot, call.actor(), id, since);
    });
    return {.deliveries = count, .dry_run = true};
}

EventKindList list_webhook_events(db::Snapshot&, const edge::Call<>& call) {
    EventKindList list;
    for (const events::EventKind& kind : events::all_kinds()) list.items.push_back(view(kind, call));
    return list;
}

}  // namespace callboard::api
