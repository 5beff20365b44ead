#pragma once

#include "api/webhooks/webhook_messages.h"
#include "db/db.h"
#include "edge/call.h"
#include "webhooks/delivery/callback_log.h"
#include "webhooks/subscriptions/subscribing.h"
#include "wire/shape.h"

namespace callboard::edge {
struct Steps;
}

namespace callboard::api {

edge::Reply<SubscriptionView> create_subscription(db::Tx& tx, const edge::Call<SubscriptionInput>& call);
edge::Reply<SubscriptionList> list_subscriptions(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, webhooks::SubscriptionListRequest>& call);
SubscriptionView get_subscription(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<SubscriptionView> patch_subscription(db::Tx& tx, const edge::Call<SubscriptionPatch>& call);
wire::Nothing delete_subscription(db::Tx& tx, const edge::Call<>& call);

wire::Nothing activate_subscription(const edge::Steps& steps, const edge::Call<>& call);
wire::Nothing deactivate_subscription(db::Tx& tx, const edge::Call<>& call);

SecretKeyView create_secret_key(db::Tx& tx, const edge::Call<>& call);
SecretKeyView get_secret_key(db::Snapshot& snapshot, const edge::Call<>& call);

edge::Reply<CallbackList> list_callbacks(db::Snapshot& snapshot,
                                         const edge::Call<wire::Nothing, webhooks::LogRequest>& call);
wire::Nothing redeliver_callback(db::Tx& tx, const edge::Call<>& call);
CallbackView send_sample_event(const edge::Steps& steps, const edge::Call<SampleInput>& call);
RecoveryView recover_deliveries(const edge::Steps& steps, const edge::Call<RecoveryInput>& call);

EventKindList list_webhook_events(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
