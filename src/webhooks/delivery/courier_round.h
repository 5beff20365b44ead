// One transaction of the courier: writes the outcomes of attempts, releases deliveries that are not sent, and
// claims more.
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

// A claimed delivery that is returned to the queue unsent.
struct Release {
    SubscriptionId subscription;
    EventId event;
    std::string token;  // of the lease
};

struct RoundWork {
    std::vector<Attempt> attempts;
    std::map<SubscriptionId, store::HealthUpdate> health;  // in the order in which rows are locked
    std::vector<Release> releases;
    std::vector<ClaimRequest> claims;
};

struct ClaimResult {
    store::Claim claim;
    std::shared_ptr<const Target> target;  // set if the cached one is outdated
    bool is_unusable = false;              // sealed with another key, or deleted
};

struct RoundResult {
    std::vector<ClaimResult> claims;  // in the order of the requests
    std::vector<SubscriptionId> suspended;
};

RoundResult run_round(db::Tx& tx, const RoundWork& work, const work::Lease& lease, const Seal& seal);

}  // namespace callboard::webhooks
