// The queue of deliveries: what is due, who sends it, the outcome. All of it spans companies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "webhooks/delivery/delivery.h"
#include "work/lease.h"

namespace callboard::webhooks::store {

// A delivery that this node may send until its lease ends.
struct Claimed {
    EventId event;
    Lane lane{};
    Timestamp due_at;
    std::int64_t attempts = 0;
    std::string event_name;
    std::string payload;
    std::string link;   // a path; empty: none
    std::string token;  // of the lease
};

struct Claim {
    std::vector<Claimed> deliveries;  // those to be sent first come first
    std::int64_t version = 0;         // of the subscription
    bool has_all = false;             // nothing else was due
};

// Takes about `wanted` due deliveries of one active subscription: fresh ones first, and a few of those that
// are tried or sent again, whatever is fresh. A node that dies lets its leases run out, and another one takes
// what it held: which is why receivers are promised at-least-once, never exactly-once.
//
// Only what is sent again on request gets the token of the claim, "NODE/" and a number: it may have been
// requested while an attempt was running, whose result then counts no more. The token of the others is the
// node, so that an attempt can report even if the clock was moved and its delivery was claimed twice.
Claim claim(db::Tx& tx, const SubscriptionId& subscription, std::size_t wanted, const work::Lease& lease);

// The outcome of an attempt. Nothing happens when the lease was lost meanwhile: it is somebody else's now.
void delivered(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token);
void due_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
               std::int64_t attempts_before, Timestamp when);
bool given_up(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
              std::int64_t attempts_before);  // false: the lease was lost

// Not sent after all.
void release(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token);
// What this node held when it died.
std::int64_t release_all(db::Tx& tx, std::string_view node);

// The active subscriptions for which something waits, each with the time when the first of it is due.
struct Waiting {
    SubscriptionId subscription;
    CompanyId company;
    Timestamp due_at;
    std::int64_t version = 0;  // of the subscription
};
std::vector<Waiting> waiting(db::Snapshot& snapshot);

// The active subscriptions to an event.
std::vector<SubscriptionId> subscribers(db::Snapshot& snapshot, const CompanyId& company,
                                        std::string_view event_name);

// What was attempted since the last time: so many failures after the last success, if there was one.
struct HealthUpdate {
    bool succeeded = false;
    std::int64_t failures = 0;
};
struct Health {
    std::int64_t failures_in_row = 0;
    Timestamp no_success_since;  // the last success or, if there was none since, the activation
};
// Nothing after a success.
std::optional<Health> record_health(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                                    const HealthUpdate& update);

}  // namespace callboard::webhooks::store
