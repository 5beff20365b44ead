// Requests and responses about subscriptions, callbacks and events.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "subscriptions/alert_store.h"
#include "subscriptions/subscription.h"
#include "webhooks/delivery/callback_log.h"
#include "wire/merge_patch.h"
#include "wire/shape.h"
#include "wire/text_map.h"

namespace callboard::api {

// --- requests

enum class AuthenticationType { basic, header, oauth2 };

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::AuthenticationType> {
    using enum callboard::api::AuthenticationType;
    static constexpr std::string_view kName = "CallbackAuthenticationType";
    static constexpr std::array kList{std::pair{basic, std::string_view{"basic"}},
                                      std::pair{header, std::string_view{"header"}},
                                      std::pair{oauth2, std::string_view{"oauth2"}}};
};

namespace callboard::api {

struct AuthenticationMembers {
    AuthenticationType type{};
    std::optional<std::string> username;
    std::optional<std::string> password;
    std::optional<std::string> header_name;
    std::optional<std::string> header_value;
    std::optional<std::string> client_id;
    std::optional<std::string> client_secret;
    std::optional<std::string> token_service_url;

    static constexpr std::string_view kName = "CallbackAuthentication";
    static constexpr auto shape() {
        using Self = AuthenticationMembers;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 4096, .one_line = true};
        return wire::fields(
            wire::field(
                "type", &Self::type,
                {.about = "basic requires username and password; header requires headerName and "
                          "headerValue; oauth2 requires clientId, clientSecret and tokenServiceUrl."}),
            wire::field("username", &Self::username, kText), wire::field("password", &Self::password, kText),
            wire::field("headerName", &Self::header_name, kText),
            wire::field("headerValue", &Self::header_value, kText),
            wire::field("clientId", &Self::client_id, kText),
            wire::field("clientSecret", &Self::client_secret, kText),
            wire::field("tokenServiceUrl", &Self::token_service_url, {.max_length = 2000}));
    }
};

// How callbacks authenticate at the receiver. The type decides which members are required.
struct AuthenticationInput {
    AuthenticationMembers members;
};

// Names of events without duplicates; sent as strings, or as objects like in the view of a subscription.
struct EventNames {
    std::vector<std::string> names;
};

// The e-mail address that receives alerts.
struct AlertingAddress {
    std::string text;
};

struct SubscriptionInput {
    std::string callback_url;
    EventNames events;
    std::optional<AlertingAddress> alerting_email_address;
    std::optional<AuthenticationInput> callback_authentication;

    static constexpr std::string_view kName = "SubscriptionInput";
    static constexpr std::string_view kPatchName = "SubscriptionPatch";
    static constexpr auto shape() {
        using Self = SubscriptionInput;
        return wire::fields(
            wire::field("callbackUrl", &Self::callback_url,
                        {.max_length = 2000, .about = "An https URL on a publicly reachable server."}),
            wire::field("events", &Self::events),
            wire::field("alertingEmailAddress", &Self::alerting_email_address,
                        {.about = "Receives an e-mail when notifications could not be delivered."}),
            wire::field("callbackAuthentication", &Self::callback_authentication));
    }
    static SubscriptionInput example() {
        return {.callback_url = "https://hooks.example.com/callboard",
                .events = {{"job.created", "job.status.updated"}},
                .alerting_email_address = AlertingAddress{"operations@example.com"},
                .callback_authentication = {{.members = {.type = AuthenticationType::basic,
                                                         .username = "callboard",
                                                         .password = "correct horse"}}}};
    }
    static std::string merge_example() {
        return R"({"events":["job.created","job.updated"],"alertingEmailAddress":null})";
    }
};
using SubscriptionPatch = wire::MergeOf<SubscriptionInput>;

struct SampleInput {
    std::optional<std::string> event;

    static constexpr std::string_view kName = "SampleInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("event", &SampleInput::event,
                        {.max_length = 100, .about = "Default: the first event of the subscription."}));
    }
    static SampleInput example() { return {.event = "job.created"}; }
};

struct RecoveryInput {
    Timestamp since;
    std::optional<bool> dry_run;

    static constexpr std::string_view kName = "RecoveryInput";
    static constexpr auto shape() {
        using Self = RecoveryInput;
        return wire::fields(
            wire::field("since", &Self::since,
                        {.about = "Deliveries whose last attempt was at this time or later."}),
            wire::field("dryRun", &Self::dry_run, {.about = "Only count the deliveries."}));
    }
    static RecoveryInput example() { return {.since = {1'767'225'600'000}, .dry_run = std::nullopt}; }
};

// --- responses

struct EventRefView {
    std::string name;
    std::string_view version;

    static constexpr std::string_view kName = "SubscribedEvent";
    static constexpr auto shape() {
        return wire::fields(wire::field("name", &EventRefView::name),
                            wire::field("version", &EventRefView::version));
    }
};

struct AlertView {
    subscriptions::AlertKind kind{};
    std::int64_t occurrences = 0;
    Timestamp occurred_on;
    std::optional<Timestamp> mailed_on;

    static constexpr std::string_view kName = "SubscriptionAlert";
    static constexpr auto shape() {
        using Self = AlertView;
        return wire::fields(wire::field("kind", &Self::kind),
                            wire::field("occurrences", &Self::occurrences,
                                        {.about = "How often it happened within one hour of occurredOn."}),
                            wire::field("occurredOn", &Self::occurred_on),
                            wire::field("mailedOn", &Self::mailed_on));
    }
};

struct SubscriptionView {
    SubscriptionId id;
    std::string callback_url;
    std::vector<EventRefView> events;
    subscriptions::SubscriptionStatus status{};
    Timestamp created_on;
    std::optional<Timestamp> suspended_on;
    std::optional<std::vector<AlertView>> alerts;  // not in lists

    static constexpr std::string_view kName = "Subscription";
    static constexpr auto shape() {
        using Self = SubscriptionView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("callbackUrl", &Self::callback_url),
            wire::field("events", &Self::events), wire::field("status", &Self::status),
            wire::field("createdOn", &Self::created_on),
            wire::field(
                "suspendedOn", &Self::suspended_on,
                {.about = "When the subscription became inactive because deliveries failed or its owner "
                          "lost access."}),
            wire::field("alerts", &Self::alerts, {.about = "The last ten alerts, newest first."}));
    }
};
using SubscriptionList = wire::ArrayOf<SubscriptionView>;

struct SecretKeyView {
    std::string secret_key;

    static constexpr std::string_view kName = "SubscriptionSecretKey";
    static constexpr auto shape() {
        return wire::fields(wire::field("secretKey", &SecretKeyView::secret_key));
    }
};

struct RequestDetailsView {
    std::string url;
    std::string body;
    wire::StoredTextMap headers;

    static constexpr std::string_view kName = "CallbackRequest";
    static constexpr auto shape() {
        using Self = RequestDetailsView;
        return wire::fields(wire::field("url", &Self::url),
                            wire::field("body", &Self::body, {.about = "JSON, as a string."}),
                            wire::field("headers", &Self::headers, {.about = "Credentials are masked."}));
    }
};

struct CallbackTimingView {
    double dns_ms = 0;
    double connect_ms = 0;
    double tls_ms = 0;
    double wait_ms = 0;

    static constexpr std::string_view kName = "CallbackTiming";
    static constexpr auto shape() {
        using Self = CallbackTimingView;
        return wire::fields(
            wire::field("dnsMs", &Self::dns_ms), wire::field("connectMs", &Self::connect_ms),
            wire::field("tlsMs", &Self::tls_ms),
            wire::field("waitMs", &Self::wait_ms, {.about = "Until the first byte of the response."}));
    }
};

struct CallbackView {
    CallbackId id;
    webhooks::CallbackStatus status{};
    Timestamp timestamp;
    RequestDetailsView request_details;
    EventId event_id;
    std::optional<std::int64_t> response_status;
    std::optional<std::string> failure_reason;
    std::int64_t duration_ms = 0;
    std::optional<CallbackTimingView> timing;
    std::optional<std::string> remote_address;
    std::optional<wire::StoredTextMap> response_headers;
    std::optional<std::string> response_body;

    static constexpr std::string_view kName = "Callback";
    static constexpr auto shape() {
        using Self = CallbackView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("status", &Self::status),
            wire::field("timestamp", &Self::timestamp), wire::field("requestDetails", &Self::request_details),
            wire::field("eventId", &Self::event_id), wire::field("responseStatus", &Self::response_status),
            wire::field("failureReason", &Self::failure_reason),
            wire::field("durationMs", &Self::duration_ms),
            wire::field("timing", &Self::timing,
                        {.about = "The parts of durationMs. 0: not reached, or not needed, as with a "
                                  "connection that was kept."}),
            wire::field("remoteAddress", &Self::remote_address),
            wire::field("responseHeaders", &Self::response_headers,
                        {.about = "Up to 2 KiB. Cookies, and credentials that the receiver repeats, are "
                                  "masked."}),
            wire::field(
                "responseBody", &Self::response_body,
                {.about = "The first 1 KiB, of samples the first 64 KiB. Credentials that the receiver "
                          "repeats are masked."}));
    }
};
using CallbackList = wire::ArrayOf<CallbackView>;

struct RecoveryView {
    std::int64_t deliveries = 0;
    bool dry_run = false;

    static constexpr std::string_view kName = "Recovery";
    static constexpr auto shape() {
        return wire::fields(wire::field("deliveries", &RecoveryView::deliveries),
                            wire::field("dryRun", &RecoveryView::dry_run));
    }
};

struct EventKindView {
    std::string_view name;
    std::string_view version;
    std::string_view description;
    wire::RawJson sample_payload;
    std::optional<std::string> sample_link;
    wire::RawJson payload_schema;

    static constexpr std::string_view kName = "WebhookEvent";
    static constexpr auto shape() {
        using Self = EventKindView;
        return wire::fields(wire::field("name", &Self::name), wire::field("version", &Self::version),
                            wire::field("description", &Self::description),
                            wire::field("samplePayload", &Self::sample_payload),
                            wire::field("sampleLink", &Self::sample_link),
                            wire::field("payloadSchema", &Self::payload_schema));
    }
};
using EventKindList = wire::ArrayOf<EventKindView>;

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::AuthenticationInput> {
    using Input = callboard::api::AuthenticationInput;
    using Members = callboard::api::AuthenticationMembers;

    static std::optional<Input> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const Input& input) { Codec<Members>::write(out, input.members); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<Members>::schema(out, rule, schemas);
    }
};

template <>
struct callboard::wire::Codec<callboard::api::AlertingAddress> {
    using Address = callboard::api::AlertingAddress;

    static std::optional<Address> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const Address& address) { out.text(address.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) {
        describe(out, "string", "email", rule);
    }
};

template <>
struct callboard::wire::Codec<callboard::api::EventNames> {
    static std::optional<callboard::api::EventNames> read(const JsonValue& value, const Rule& rule,
                                                          Reading& reading);
    static void write(JsonWriter& out, const callboard::api::EventNames& events) {
        Codec<std::vector<std::string>>::write(out, events.names);
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas);
};
