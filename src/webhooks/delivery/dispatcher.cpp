#include "webhooks/delivery/dispatcher.h"

#include <utility>

#include "webhooks/delivery/callback_record.h"

namespace callboard::webhooks {

void Dispatcher::send() {
    state_.endpoints.send(
        [this](Endpoint& endpoint, LeasedDelivery held) { send_one(endpoint, std::move(held)); });
}

void Dispatcher::send_one(Endpoint& endpoint, LeasedDelivery held) {
    store::Claimed& delivery = held.delivery;
    // The attempt must end within the lease, which is not renewed.
    const bool is_late = state_.stopwatch.now() - held.since >
                         state_.options.lease_duration - 4 * state_.options.attempt_timeout;
    if (is_late || state_.inbox.has_change_of(endpoint.subscription)) {
        Endpoints::forget_event(endpoint, delivery.event);
        state_.pending.add(Release{endpoint.subscription, delivery.event, std::move(delivery.token)});
        state_.endpoints.mark_due(endpoint.subscription, endpoint.company, {delivery.lane, delivery.due_at});
        return;
    }
    state_.endpoints.sent(endpoint);
    Attempt attempt{.target = endpoint.target,
                    .callback = ids_.make<CallbackId>(state_.clock.now()),
                    .event = delivery.event,
                    .token = std::move(delivery.token),
                    .lane = delivery.lane,
                    .attempts_before = delivery.attempts,
                    .transcript = {},
                    .next = {}};
    Notification notification{.event = delivery.event,
                              .name = std::move(delivery.event_name),
                              .payload = std::move(delivery.payload),
                              .link = delivery.link.empty() ? "" : state_.options.public_url + delivery.link,
                              .trace = std::move(delivery.trace)};
    messenger_.notify(endpoint.target, std::move(notification),
                      [&inbox = state_.inbox, attempt = std::move(attempt)](Transcript transcript) mutable {
                          keep_logged_part(transcript.result);
                          attempt.transcript = std::move(transcript);
                          inbox.add(std::move(attempt));
                      });
}

void Dispatcher::release_ready(Endpoint& endpoint) {
    for (LeasedDelivery& each : state_.endpoints.give_up_ready(endpoint))
        state_.pending.add(
            Release{endpoint.subscription, each.delivery.event, std::move(each.delivery.token)});
}

}  // namespace callboard::webhooks
