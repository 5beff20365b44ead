// The subscribers that the courier calls: what is held for each, how fast each is, and who is next.
// Subscriptions take turns, which is finer than companies: one with many events holds up neither its own nor
// other companies'.
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

// A delivery that is ours for a while, and since when.
struct LeasedDelivery {
    store::Claimed delivery;
    Stopwatch::Instant since;
};

struct Endpoint {
    SubscriptionId subscription;
    CompanyId company;
    std::shared_ptr<const Target> target = nullptr;
    Pace pace = {};
    std::deque<LeasedDelivery> ready = {};  // to be sent
    // That are held: ready, on their way, or not written yet; one that was asked for again meanwhile, twice.
    std::multiset<EventId> events = {};
    std::int64_t failures = 0;  // in a row, as far as this server knows
    std::optional<Stopwatch::Instant> success_written = std::nullopt;
    std::int64_t unusable_version = 0;  // of the subscription, with which it could not be called
};

class Endpoints {
  public:
    explicit Endpoints(std::size_t most_in_flight) : most_in_flight_(most_in_flight) {}

    // Something may be due for it.
    void mark_due(const SubscriptionId& subscription, const CompanyId& company);
    // Nothing more is, for now.
    void mark_done(const SubscriptionId& subscription) { due_.erase(subscription); }

    Endpoint* find(const SubscriptionId& subscription);
    static void forget_event(Endpoint& endpoint, const EventId& event);  // once

    void hold(Endpoint& endpoint, std::vector<store::Claimed> deliveries, Stopwatch::Instant now);

    // Hands over what may be sent now, everybody in turn. Those that do not answer may have a part of what
    // can be in flight, and no more.
    void send(const std::function<void(Endpoint&, LeasedDelivery)>& send);
    void sent(Endpoint& endpoint);
    void answered(Endpoint& endpoint, Pace::Answer answer);

    // Everything that is held for it and not sent: no longer.
    std::vector<LeasedDelivery> give_up_ready(Endpoint& endpoint);

    std::vector<Endpoint*> with_ready_deliveries();

    // From whom to take more, everybody in turn. A subscriber is asked for again when half of what was held
    // for it is gone; one that does not answer, when nothing is held.
    std::vector<ClaimRequest> wanted() const;
    // They are being asked for, and not due any more.
    void claimed(const std::vector<ClaimRequest>& wanted);

    // Of very many, those for which nothing waits.
    void forget_idle();

    std::size_t in_flight() const { return in_flight_; }
    std::size_t open_breakers() const { return open_.size(); }

  private:
    std::optional<ClaimRequest> claim_request(const Endpoint& endpoint) const;
    bool may_send(const Endpoint& endpoint) const;
    bool may_probe() const;  // one of those that do not answer

    const std::size_t most_in_flight_;
    std::map<SubscriptionId, Endpoint> endpoints_;
    std::set<SubscriptionId> due_;
    std::set<SubscriptionId> ready_;
    std::set<SubscriptionId> open_;  // that do not answer
    std::size_t in_flight_ = 0;
    std::size_t in_flight_to_open_ = 0;
    std::size_t held_ = 0;  // and not sent
    std::optional<SubscriptionId> last_sent_;
    std::optional<SubscriptionId> last_claimed_;
};

}  // namespace callboard::webhooks
