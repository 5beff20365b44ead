// The receivers that the courier calls, with claimed deliveries and pace, scheduled round-robin by
// subscription: one with many events delays neither those of other companies nor of its own.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "webhooks/delivery/courier_round.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/pace.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// A claimed delivery, and when it was claimed.
struct LeasedDelivery {
    store::Claimed delivery;
    Stopwatch::Instant since;
};

struct Endpoint {
    SubscriptionId subscription;
    CompanyId company;
    std::shared_ptr<const Target> target = nullptr;
    Pace pace = {};
    EarliestDue due = {};  // where the next claim starts; lowered by everything that may be due earlier
    std::deque<LeasedDelivery> ready;  // to be sent
    // Events of claimed deliveries: ready, in flight, or not written yet; twice if redelivered meanwhile.
    std::multiset<EventId> events;
    std::int64_t failures = 0;  // in a row, counted by this server
    std::optional<Stopwatch::Instant> success_written = std::nullopt;
    std::int64_t unusable_version = 0;  // the version of the subscription whose target was unusable
};

class Endpoints {
  public:
    explicit Endpoints(std::size_t most_in_flight) : most_in_flight_(most_in_flight) {}

    // It may have due deliveries from these times on.
    void mark_due(const SubscriptionId& subscription, const CompanyId& company, const EarliestDue& from);
    // It has no more due deliveries for now.
    void mark_done(const SubscriptionId& subscription) { due_.erase(subscription); }

    Endpoint* find(const SubscriptionId& subscription);
    static void forget_event(Endpoint& endpoint, const EventId& event);  // one occurrence

    void hold(Endpoint& endpoint, std::vector<store::Claimed> deliveries, Stopwatch::Instant now);

    // Calls `send` for each delivery that may be sent now, round-robin. Receivers that do not respond are
    // limited to a part of the calls in flight.
    void send(const std::function<void(Endpoint&, LeasedDelivery)>& send);
    void sent(Endpoint& endpoint);
    void answered(Endpoint& endpoint, Pace::Answer answer);

    // Removes and returns all claimed deliveries that are not sent yet; the next claim starts with them.
    std::vector<LeasedDelivery> give_up_ready(Endpoint& endpoint);

    std::vector<Endpoint*> with_ready_deliveries();

    // The subscriptions to claim deliveries of, round-robin. A subscription is included when half of its
    // claimed deliveries are done; one whose receiver does not respond, when it has none.
    std::vector<ClaimRequest> wanted() const;
    // Called when the claims begin; they are no longer due.
    void claimed(const std::vector<ClaimRequest>& wanted);

    // Removes endpoints without deliveries, if there are too many.
    void forget_idle();

    std::size_t in_flight() const { return in_flight_; }
    std::size_t open_breakers() const { return open_.size(); }

  private:
    std::optional<ClaimRequest> claim_request(const Endpoint& endpoint) const;
    bool may_send(const Endpoint& endpoint) const;
    bool may_probe() const;  // call a receiver with an open circuit breaker

    const std::size_t most_in_flight_;
    std::map<SubscriptionId, Endpoint> endpoints_;
    std::set<SubscriptionId> due_;
    std::set<SubscriptionId> ready_;
    std::set<SubscriptionId> open_;  // circuit breakers
    std::size_t in_flight_ = 0;
    std::size_t in_flight_to_open_ = 0;
    std::size_t held_ = 0;  // claimed and not sent
    std::optional<SubscriptionId> last_sent_;
    std::optional<SubscriptionId> last_claimed_;
};

}  // namespace callboard::webhooks
