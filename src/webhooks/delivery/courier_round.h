// One transaction of the courier: outcomes of attempts are written, what is not sent is released, and more is
// claimed.
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

// An attempt that is over, and the state of its delivery after it.
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

// From whom more is claimed.
struct ClaimRequest {
    SubscriptionId subscription;
    CompanyId company;
    std::size_t number = 0;
    std::int64_t known_version = 0;  // of the target that is at hand; 0: none
};

// A delivery that is not sent after all.
struct Release {
    SubscriptionId subscription;
    EventId event;
    std::string token;  // of the lease
};

struct RoundWork {
    std::vector<Attempt> attempts;
    std::map<SubscriptionId, store::HealthUpdate>
        health;  // those worth writing, in the order in which rows are locked
    std::vector<Release> releases;
    std::vector<ClaimRequest> claims;
};

struct ClaimResult {
    store::Claim claim;
    std::shared_ptr<const Target> target;  // when the one at hand is out of date
    bool is_unusable = false;              // it cannot be called: sealed with another key, or gone
};

struct RoundResult {
    std::vector<ClaimResult> claims;  // in the order of the requests
    std::vector<SubscriptionId> suspended;
};

RoundResult run_round(db::Tx& tx, const RoundWork& work, const work::Lease& lease, const Seal& seal);

}  // namespace callboard::webhooks
