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
    std::size_t announced = 0;  // events that are to be claimed, or are being claimed, by themselves
    EarliestDue due = {};       // where the next claim starts; lowered by everything that may be due earlier
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
    // An event was committed, of which these subscriptions are to be notified. For those that can be notified
    // at once and have nothing else that is due, the event is claimed by itself; the others are due.
    void announce(const CompanyId& company, const EventId& event, Timestamp due_at,
                  std::vector<SubscriptionId> subscribers);

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

    // Some of the events to be claimed by themselves, oldest first. Each must be concluded.
    std::vector<EventClaim> take_announced();
    void conclude(const EventClaim& claim);

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
    Endpoint& endpoint_of(const SubscriptionId& subscription, const CompanyId& company);  // made if need be
    std::optional<ClaimRequest> claim_request(const Endpoint& endpoint) const;
    bool can_be_notified_at_once(const Endpoint& endpoint) const;
    bool may_send(const Endpoint& endpoint) const;
    bool may_probe() const;  // call a receiver with an open circuit breaker

    const std::size_t most_in_flight_;
    std::map<SubscriptionId, Endpoint> endpoints_;
    std::deque<EventClaim> announced_;
    std::size_t announced_deliveries_ = 0;  // that are to be claimed, or are being claimed
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
