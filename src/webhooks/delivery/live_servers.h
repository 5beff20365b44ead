// The servers that deliver from the same database, and which of them prefers a subscription: with one server
// per subscription, the others need not look for deliveries that it sends anyway.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "webhooks/delivery/courier_state.h"

namespace callboard::webhooks {

class LiveServers {
  public:
    explicit LiveServers(CourierState& state) : state_(state) {}

    // Tells the others that this server is running, and learns who else is.
    void refresh_if_due();
    void leave();  // at shutdown: the others take over at once

    std::size_t number() const { return names_.empty() ? 1 : names_.size(); }
    // How many servers come before this one; 0: it is the preferred one.
    std::size_t rank(const SubscriptionId& subscription) const;

  private:
    CourierState& state_;
    std::vector<std::string> names_;
    Stopwatch::Instant next_refresh_;
};

}  // namespace callboard::webhooks
