#include "webhooks/delivery/endpoints.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace callboard::webhooks {
namespace {

// Claimed deliveries per concurrent call, so that there is work while the next claim is running.
constexpr std::size_t kHeldPerSlot = 4;
// The maximum number of subscriptions to claim deliveries of in one transaction.
constexpr std::size_t kClaimsAtOnce = 64;
// Likewise of events, each of which is a statement of its own.
constexpr std::size_t kEventsAtOnce = 32;
constexpr std::size_t kUnresponsiveShare = 4;
constexpr std::size_t kMostEndpoints = 20'000;

// Visits all, beginning after `last`, until `visit` returns false.
template <class Visit>
void round_robin(const std::set<SubscriptionId>& all, const std::optional<SubscriptionId>& last,
                 Visit visit) {
    const auto middle = last ? all.upper_bound(*last) : all.begin();
    for (auto each = middle; each != all.end(); ++each)
        if (!visit(*each)) return;
    for (auto each = all.begin(); each != middle; ++each)
        if (!visit(*each)) return;
}

// Those whose results are not written yet count: otherwise they would pile up while the database is slow.
std::size_t most_held(const Endpoint& endpoint) {
    return endpoint.pace.is_open() ? 1 : endpoint.pace.cap() * kHeldPerSlot;
}

std::int64_t known_version(const Endpoint& endpoint) {
    return endpoint.target ? endpoint.target->version : 0;
}

}  // namespace

void Endpoints::mark_due(const SubscriptionId& subscription, const CompanyId& company,
                         const EarliestDue& from) {
    endpoint_of(subscription, company).due.lower(from);
    due_.insert(subscription);
}

Endpoint& Endpoints::endpoint_of(const SubscriptionId& subscription, const CompanyId& company) {
    if (Endpoint* const known = find(subscription)) return *known;
    Endpoint made{.subscription = subscription, .company = company};
    return endpoints_.emplace(subscription, std::move(made)).first->second;
}

void Endpoints::announce(const CompanyId& company, const EventId& event, Timestamp due_at,
                         std::vector<SubscriptionId> subscribers) {
    EventClaim claim{.company = company, .event = event, .due_at = due_at, .subscribers = {}};
    std::ranges::sort(subscribers);
    for (const SubscriptionId& each : subscribers) {
        Endpoint& endpoint = endpoint_of(each, company);
        if (!can_be_notified_at_once(endpoint)) {
            mark_due(each, company, {Lane::fresh, due_at});
            continue;
        }
        ++endpoint.announced;
        ++announced_deliveries_;
        claim.subscribers.push_back({.subscription = each});
    }
    if (!claim.subscribers.empty()) announced_.push_back(std::move(claim));
}

bool Endpoints::can_be_notified_at_once(const Endpoint& endpoint) const {
    if (due_.contains(endpoint.subscription) || endpoint.pace.is_open()) return false;
    if (in_flight_ + held_ + announced_deliveries_ >= most_in_flight_) return false;
    if (endpoint.events.size() + endpoint.announced >= most_held(endpoint)) return false;
    return endpoint.ready.size() + endpoint.announced < endpoint.pace.free_slots();
}

std::vector<EventClaim> Endpoints::take_announced() {
    std::vector<EventClaim> taken;
    while (!announced_.empty() && taken.size() < kEventsAtOnce) {
        EventClaim& claim = taken.emplace_back(std::move(announced_.front()));
        announced_.pop_front();
        for (auto& each : claim.subscribers)
            each.known_version = known_version(endpoints_.at(each.subscription));
    }
    return taken;
}

void Endpoints::conclude(const EventClaim& claim) {
    announced_deliveries_ -= claim.subscribers.size();
    for (const auto& each : claim.subscribers) --endpoints_.at(each.subscription).announced;
}

Endpoint* Endpoints::find(const SubscriptionId& subscription) {
    const auto found = endpoints_.find(subscription);
    return found == endpoints_.end() ? nullptr : &found->second;
}

void Endpoints::forget_event(Endpoint& endpoint, const EventId& event) {
    if (const auto held = endpoint.events.find(event); held != endpoint.events.end())
        endpoint.events.erase(held);
}

void Endpoints::hold(Endpoint& endpoint, std::vector<store::Claimed> deliveries, Stopwatch::Instant now) {
    for (store::Claimed& delivery : deliveries) {
        // Already claimed by this node: its lease expired because the clock was moved. Redeliveries are sent
        // in addition to a running attempt.
        if (delivery.lane != Lane::replay && endpoint.events.contains(delivery.event)) continue;
        endpoint.events.insert(delivery.event);
        endpoint.ready.push_back({std::move(delivery), now});
        ++held_;
    }
    if (!endpoint.ready.empty()) ready_.insert(endpoint.subscription);
}

void Endpoints::send(const std::function<void(Endpoint&, LeasedDelivery)>& send) {
    std::vector<SubscriptionId> emptied;
    round_robin(ready_, last_sent_, [&](const SubscriptionId& each) {
        Endpoint& endpoint = endpoints_.at(each);
        while (!endpoint.ready.empty() && may_send(endpoint)) {
            LeasedDelivery held = std::move(endpoint.ready.front());
            endpoint.ready.pop_front();
            --held_;
            last_sent_ = each;
            send(endpoint, std::move(held));
        }
        if (endpoint.ready.empty()) emptied.push_back(each);
        return in_flight_ < most_in_flight_;
    });
    for (const SubscriptionId& each : emptied) ready_.erase(each);
}

bool Endpoints::may_send(const Endpoint& endpoint) const {
    if (in_flight_ >= most_in_flight_ || endpoint.pace.free_slots() == 0) return false;
    return !endpoint.pace.is_open() || may_probe();
}

bool Endpoints::may_probe() const {
    return in_flight_to_open_ < std::max<std::size_t>(1, most_in_flight_ / kUnresponsiveShare);
}

void Endpoints::sent(Endpoint& endpoint) {
    endpoint.pace.sent();
    ++in_flight_;
    if (endpoint.pace.is_open()) ++in_flight_to_open_;
}

void Endpoints::answered(Endpoint& endpoint, Pace::Answer answer) {
    const std::size_t before = endpoint.pace.is_open() ? endpoint.pace.in_flight() : 0;
    endpoint.pace.answered(answer);
    const std::size_t after = endpoint.pace.is_open() ? endpoint.pace.in_flight() : 0;
    in_flight_to_open_ = in_flight_to_open_ + after - before;
    --in_flight_;
    if (endpoint.pace.is_open()) {
        open_.insert(endpoint.subscription);
    } else {
        open_.erase(endpoint.subscription);
    }
}

std::vector<LeasedDelivery> Endpoints::give_up_ready(Endpoint& endpoint) {
    std::vector<LeasedDelivery> given{std::make_move_iterator(endpoint.ready.begin()),
                                      std::make_move_iterator(endpoint.ready.end())};
    held_ -= given.size();
    endpoint.ready.clear();
    ready_.erase(endpoint.subscription);
    for (const LeasedDelivery& each : given) {
        forget_event(endpoint, each.delivery.event);
        endpoint.due.lower(each.delivery.lane, each.delivery.due_at);
    }
    return given;
}

std::vector<Endpoint*> Endpoints::with_ready_deliveries() {
    std::vector<Endpoint*> found;
    for (const SubscriptionId& each : ready_) found.push_back(&endpoints_.at(each));
    return found;
}

std::vector<ClaimRequest> Endpoints::wanted() const {
    std::vector<ClaimRequest> found;
    if (in_flight_ + held_ >= 2 * most_in_flight_) return found;
    round_robin(due_, last_claimed_, [&](const SubscriptionId& each) {
        if (const auto wanted = claim_request(endpoints_.at(each))) found.push_back(*wanted);
        return found.size() < kClaimsAtOnce;
    });
    return found;
}

std::optional<ClaimRequest> Endpoints::claim_request(const Endpoint& endpoint) const {
    if (endpoint.pace.is_open() && !may_probe()) return std::nullopt;
    const std::size_t most = most_held(endpoint);
    const std::size_t held = endpoint.events.size() + endpoint.announced;
    if (held > most / 2) return std::nullopt;
    return ClaimRequest{.subscription = endpoint.subscription,
                        .company = endpoint.company,
                        .number = most - held,
                        .known_version = known_version(endpoint),
                        .from = endpoint.due};
}

void Endpoints::claimed(const std::vector<ClaimRequest>& wanted) {
    if (wanted.empty()) return;
    last_claimed_ = wanted.back().subscription;
    for (const ClaimRequest& each : wanted) {
        mark_done(each.subscription);
        endpoints_.at(each.subscription).due = {};
    }
}

// Their pace is lost, too, which is acceptable because they have no pending deliveries.
void Endpoints::forget_idle() {
    if (endpoints_.size() <= kMostEndpoints) return;
    std::erase_if(endpoints_, [this](const auto& each) {
        const bool idle =
            each.second.events.empty() && each.second.announced == 0 && !due_.contains(each.first);
        if (idle) open_.erase(each.first);
        return idle;
    });
}

}  // namespace callboard::webhooks
