// One transaction of the courier: what came of attempts is written, what is not sent is given back, and more
// is taken.
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

namespace callboard::webhooks {

// An attempt that is over, and what follows from it.
struct Attempt {
    std::shared_ptr<const Target> target;
    CallbackId callback;
    EventId event;
    std::string token;  // of the lease
    Lane lane{};
    std::int64_t attempts_before = 0;
    Transcript transcript;
    WhatFollows follows{};

    const SubscriptionId& subscription() const { return target->subscription; }
};

// Of whom more is wanted.
struct Wanted {
    SubscriptionId subscription;
    CompanyId company;
    std::size_t number = 0;
    std::int64_t known_version = 0;  // of the target that is at hand; 0: none
};

// What is not sent after all.
struct PutBack {
    SubscriptionId subscription;
    EventId event;
    std::string token;  // of the lease
};

struct RoundWork {
    std::vector<Attempt> attempts;
    std::map<SubscriptionId, store::Course>
        courses;  // those worth writing, in the order in which rows are locked
    std::vector<PutBack> put_back;
    std::vector<Wanted> wanted;
};

struct Taken {
    store::Claim claim;
    std::shared_ptr<const Target> target;  // when the one at hand is out of date
    bool is_unusable = false;              // it cannot be called: sealed with another key, or gone
};

struct RoundResult {
    std::vector<Taken> taken;  // in the order of `wanted`
    std::vector<SubscriptionId> suspended;
};

RoundResult run_round(db::Tx& tx, const RoundWork& work, const store::Lease& lease, const Seal& seal);

}  // namespace callboard::webhooks
