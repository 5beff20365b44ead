// The queue: what is due, who sends it, what came of it. All of it spans companies.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "webhooks/delivery/delivery.h"

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
    bool took_all = false;            // nothing else was due
};

// Who sends until the lease ends. What is sent again on request has a token of its own in each claim: it may
// have been requested while an attempt was running, whose result then counts no more.
struct Lease {
    std::string_view node;
    std::chrono::milliseconds length;
    std::string_view replay_token = node;  // else "NODE/" and whatever tells claims apart
};

// Takes about `wanted` due deliveries of one active subscription: fresh ones first, and a few of those that
// are tried or sent again, whatever is fresh. A node that dies lets its leases run out, and another one takes
// what it held: which is why receivers are promised at-least-once, never exactly-once.
Claim claim(db::Tx& tx, const SubscriptionId& subscription, std::size_t wanted, const Lease& lease);

// What came of an attempt. Nothing happens when the lease was lost meanwhile: it is somebody else's now.
void delivered(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token);
void due_again(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
               std::int64_t attempts_before, Timestamp when);
bool given_up(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token,
              std::int64_t attempts_before);  // false: the lease was lost

// Not sent after all.
void give_back(db::Tx& tx, const SubscriptionId& subscription, const EventId& event, std::string_view token);
// What this node held when it died.
std::int64_t give_back_all(db::Tx& tx, std::string_view node);

// The active subscriptions for which something waits, each with the time when the first of it is due.
struct Waiting {
    SubscriptionId subscription;
    CompanyId company;
    Timestamp due_at;
    std::int64_t version = 0;  // of the subscription
};
std::vector<Waiting> waiting(db::Snapshot& snapshot);

// Those who are told of an event.
std::vector<SubscriptionId> subscribers(db::Snapshot& snapshot, const CompanyId& company,
                                        std::string_view event_name);

// How it went since the last time: so many failures after the last success, if there was one.
struct Course {
    bool succeeded = false;
    std::int64_t failures = 0;
};
struct Trouble {
    std::int64_t failures_in_row = 0;
    Timestamp quiet_since;  // the last success or, if there was none since, the activation
};
// Nothing when all is well.
std::optional<Trouble> note_course(db::Tx& tx, const CompanyId& company, const SubscriptionId& subscription,
                                   const Course& course);

}  // namespace callboard::webhooks::store
