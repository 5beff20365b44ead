// The transactions of the courier, of two kinds that run beside each other: one writes the outcomes of
// attempts, the other one releases deliveries that are not sent and claims more.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/seal.h"
#include "db/db.h"
#include "webhooks/delivery/delivery.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/outgoing/messenger.h"
#include "work/lease.h"

namespace callboard::webhooks {

// A finished attempt, and the new state of its delivery.
struct Attempt {
    std::shared_ptr<const Target> target;
    CallbackId callback;
    EventId event;
    std::string token;  // of the lease
    Lane lane{};
    std::int64_t attempts_before = 0;
    Transcript transcript;
    NextState next{};

    const SubscriptionId& subscription() const { return target->subscription; }
};

// A subscription to claim deliveries of.
struct ClaimRequest {
    SubscriptionId subscription;
    CompanyId company;
    std::size_t number = 0;
    std::int64_t known_version = 0;  // of the cached target; 0: none
    EarliestDue from;
};

// An event that was just committed, to be claimed for subscriptions that can be notified of it at once.
struct EventClaim {
    CompanyId company;
    EventId event;
    Timestamp due_at;
    struct Subscriber {
        SubscriptionId subscription;
        std::int64_t known_version = 0;  // of the cached target; 0: none
    };
    std::vector<Subscriber> subscribers;  // in ascending order
};

// A claimed delivery that is returned to the queue unsent.
struct Release {
    SubscriptionId subscription;
    EventId event;
    std::string token;  // of the lease
};

struct ResultWork {
    std::vector<Attempt> attempts;
    std::map<SubscriptionId, store::HealthUpdate> health;  // in the order in which rows are locked
};

// Returns the subscriptions that are suspended because of the results.
std::vector<SubscriptionId> write_results(db::Tx& tx, const ResultWork& work);

struct ClaimWork {
    std::vector<Release> releases;
    std::vector<EventClaim> events;
    std::vector<ClaimRequest> subscriptions;

    bool is_empty() const { return releases.empty() && events.empty() && subscriptions.empty(); }
};

struct ClaimResult {
    SubscriptionId subscription;
    store::Claim claim;
    std::shared_ptr<const Target> target;  // set if the cached one is outdated
    bool is_unusable = false;              // sealed with another key, or deleted
};

// What was released can be claimed again at once. For an event there is a result for each subscription for
// which it was claimed, for a request always one.
std::vector<ClaimResult> release_and_claim(db::Tx& tx, const ClaimWork& work, const work::Lease& lease,
                                           const Seal& seal);

}  // namespace callboard::webhooks
