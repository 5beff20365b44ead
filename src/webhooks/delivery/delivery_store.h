// The queue of deliveries, across companies: claims, leases and outcomes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "webhooks/delivery/delivery.h"
#include "webhooks/delivery/earliest_due.h"
#include "work/lease.h"

namespace callboard::webhooks::store {

// A delivery that this node may send until its lease expires.
struct Claimed {
    EventId event;
    Lane lane{};
    Timestamp due_at;
    std::int64_t attempts = 0;
    std::string event_name;
    std::string payload;
    std::string link;   // a path; empty: none
    std::string trace;  // of the request that caused the event (base/trace_context.h); empty: none
    std::string token;  // of the lease
};

struct Claim {
    std::vector<Claimed> deliveries;  // in the order of sending
    std::int64_t version = 0;         // of the subscription
    EarliestDue remaining;            // where the next claim continues

    bool has_all() const { return remaining.is_never(); }  // of what was due from the start of this claim on
};

// Claims about `wanted` due deliveries of one active subscription: fresh ones first, and always a few retries
// and redeliveries. The leases of a crashed node expire, and another one claims its deliveries: delivery is
// at-least-once, never exactly-once.
//
// Only redeliveries get the token of the claim ("NODE/" and a number): one may have been requested during an
// attempt, whose outcome then must not count. All others get the node as token, so that an attempt can report
// its outcome even if the clock was moved and the delivery was claimed twice.
//
// It starts at the due times `from` and does not see what is due before. If it started at the first entry of
// the index, it would read all entries of delivered rows again that PostgreSQL keeps for the oldest snapshot.
Claim claim(db::Tx& tx, const SubscriptionId& subscription, std::size_t wanted, const work::Lease& lease,
            const EarliestDue& from = EarliestDue::beginning());

// Claims one event for those of these active subscriptions whose first delivery of it is due: for a server
// that was just told of the event, and that knows of nothing else that is due. Rows are found by their key
// instead of by a search in each queue.
struct ClaimedEvent {
    SubscriptionId subscription;
    std::int64_t version = 0;
    Claimed delivery;
};
std::vector<ClaimedEvent> claim_event(db::Tx& tx, const CompanyId& company, const EventId& event,
                                      std::span<const SubscriptionId> subscriptions,
                                      const work::Lease& lease);

// The outcome of an attempt. Does nothing if the lease was lost.
void delivered(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token);
void delivered(db::Tx& tx, std::span<const SubscriptionId> subscriptions, const EventId& event,
               std::string_view token);
void due_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
               std::int64_t attempts_before, Timestamp when);
bool given_up(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
              std::int64_t attempts_before);  // false: the lease was lost

// Returns the delivery to the queue unsent.
void release(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token);
// Releases all leases of a node that was killed; returns their number.
std::int64_t release_all(db::Tx& tx, std::string_view node);

// The active subscriptions with pending deliveries, each with the earliest ones that nobody holds a lease of.
struct Waiting {
    SubscriptionId subscription;
    CompanyId company;
    EarliestDue claimable;
    std::int64_t version = 0;  // of the subscription
};
std::vector<Waiting> waiting(db::Snapshot& snapshot);

// The active subscriptions to an event.
std::vector<SubscriptionId> subscribers(db::Snapshot& snapshot, const CompanyId& company,
                                        std::string_view event_name);

// The attempts since the last update: whether any succeeded, and the failures after the last success.
struct HealthUpdate {
    bool succeeded = false;
    std::int64_t failures = 0;
};
struct Health {
    std::int64_t failures_in_row = 0;
    Timestamp no_success_since;  // the last success or, if there was none since, the activation
};
// nullopt after a success.
std::optional<Health> record_health(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                                    const HealthUpdate& update);

}  // namespace callboard::webhooks::store
