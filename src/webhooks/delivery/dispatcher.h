// Sends or releases claimed deliveries. Finished attempts are added to the inbox.
#pragma once

#include "base/id_source.h"
#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/endpoints.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

class Dispatcher {
  public:
    Dispatcher(CourierState& state, Messenger& messenger) : state_(state), messenger_(messenger) {}

    void send();
    void release_ready(Endpoint& endpoint);  // all claimed deliveries that are not sent yet

  private:
    void send_one(Endpoint& endpoint, LeasedDelivery held);

    CourierState& state_;
    Messenger& messenger_;
    IdSource ids_;
};

}  // namespace callboard::webhooks
