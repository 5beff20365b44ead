// Routes of webhook subscriptions.
#include "api/routes.h"

#include "api/webhooks/webhooks.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kWebhooks{{403, "NO_PERMISSION_TO_MANAGE_WEBHOOKS"}};
const Errors kSubscriptionList = kWebhooks + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kSubscriptionFaults{
    {422, "EVENT_NOT_FOUND"}, {422, "INVALID_CALLBACK_AUTHENTICATION"}, {422, "INVALID_CALLBACK_URL"}};
const Errors kNewSubscription =
    kWebhooks + kSubscriptionFaults + Errors{{403, "SUBSCRIPTIONS_LIMIT_EXCEEDED"}};
const Errors kOneSubscription = kWebhooks + Errors{{404, "SUBSCRIPTION_NOT_FOUND"}};
const Errors kChangedSubscription = kOneSubscription + kSubscriptionFaults;
const Errors kActiveSubscription = kOneSubscription + Errors{{409, "SUBSCRIPTION_NOT_ACTIVE"}};
const Errors kHandshake = kOneSubscription + Errors{{403, "SUBSCRIPTIONS_LIMIT_EXCEEDED"},
                                                    {409, "CONFLICT"},
                                                    {409, "SUBSCRIPTION_ALREADY_ACTIVE"},
                                                    {424, "HANDSHAKE_FAILED"}};
const Errors kNewKey = kOneSubscription + Errors{{403, "SECRET_KEYS_LIMIT_EXCEEDED"}};
const Errors kKey = kOneSubscription + Errors{{404, "SECRET_KEY_NOT_FOUND"}};
const Errors kCallbackLog = kOneSubscription + Errors{{400, "INVALID_PAGE_ID"}};
const Errors kSample = kOneSubscription + Errors{{422, "EVENT_NOT_FOUND"}};
const Errors kRedelivery = kActiveSubscription + Errors{{404, "CALLBACK_NOT_FOUND"}};

constexpr std::string_view kEventsPath = "/webhooks-api/v201907/events";
constexpr std::string_view kSubscriptions = "/webhooks-api/v201907/subscriptions";
constexpr std::string_view kSubscriptionPath = "/webhooks-api/v201907/subscriptions/{subscriptionId}";
constexpr std::string_view kHandshakePath = "/webhooks-api/v201907/subscriptions/{subscriptionId}/activation";
constexpr std::string_view kSecretKeyPath = "/webhooks-api/v201907/subscriptions/{subscriptionId}/secret-key";
constexpr std::string_view kCallbacksPath =
    "/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks-log";
constexpr std::string_view kSamplePath = "/webhooks-api/v201907/subscriptions/{subscriptionId}/test";
constexpr std::string_view kRedeliveryPath =
    "/webhooks-api/v201907/subscriptions/{subscriptionId}/callbacks/{callbackId}/redelivery";
constexpr std::string_view kRecoveryPath = "/webhooks-api/v201907/subscriptions/{subscriptionId}/recovery";

}  // namespace

std::vector<edge::Route> webhooks_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;
    const edge::Access read_webhooks = any_of({webhooks_read, webhooks_manage});
    const edge::Access write_webhooks = any_of({webhooks_write, webhooks_manage});

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   kEventsPath,                          "listWebhookEvents",           "List webhook events with sample payloads",             read_webhooks,                              {customer_api},                 200, {}},                   list_webhook_events));
    add(route({post,  kSubscriptions,                       "createSubscription",          "Create a subscription",                                write_webhooks,                             {customer_api},                 201, kNewSubscription},     create_subscription));
    add(route({get,   kSubscriptions,                       "listSubscriptions",           "List subscriptions",                                   read_webhooks,                              {customer_api},                 200, kSubscriptionList},    list_subscriptions));
    add(route({get,   kSubscriptionPath,                    "getSubscription",             "Get a subscription",                                   read_webhooks,                              {customer_api},                 200, kOneSubscription},     get_subscription));
    add(route({patch, kSubscriptionPath,                    "updateSubscription",          "Update a subscription (JSON merge patch, RFC 7396)",   write_webhooks,                             {customer_api},                 200, kChangedSubscription}, patch_subscription));
    add(route({del,   kSubscriptionPath,                    "deleteSubscription",          "Delete a subscription",                                any_of({webhooks_delete, webhooks_manage}), {customer_api},                 204, kOneSubscription},     delete_subscription));
    add(route({put,   kHandshakePath,                       "activateSubscription",        "Activate a subscription",                              write_webhooks,                             {customer_api},                 204, kHandshake},           activate_subscription));
    add(route({del,   kHandshakePath,                       "deactivateSubscription",      "Deactivate a subscription",                            write_webhooks,                             {customer_api},                 204, kActiveSubscription},  deactivate_subscription));
    add(route({post,  kSecretKeyPath,                       "createSecretKey",             "Create a secret key to sign notifications",            write_webhooks,                             {customer_api},                 201, kNewKey},              create_secret_key).without_idempotency_key());
    add(route({get,   kSecretKeyPath,                       "getSecretKey",                "Get the newest secret key",                            read_webhooks,                              {customer_api},                 200, kKey},                 get_secret_key));
    add(route({get,   kCallbacksPath,                       "listCallbacks",               "List the callbacks of the last 30 days",               read_webhooks,                              {customer_api},                 200, kCallbackLog},         list_callbacks));
    add(route({post,  kSamplePath,                          "sendSampleEvent",             "Send a sample event to a subscription",                write_webhooks,                             {customer_api},                 200, kSample},              send_sample_event));
    add(route({post,  kRedeliveryPath,                      "redeliverCallback",           "Redeliver an event",                                   write_webhooks,                             {customer_api},                 202, kRedelivery},          redeliver_callback));
    add(route({post,  kRecoveryPath,                        "recoverDeliveries",           "Redeliver failed events",                              write_webhooks,                             {customer_api},                 200, kActiveSubscription},  recover_deliveries));
    // clang-format on
    return table;
}

}  // namespace callboard::api
