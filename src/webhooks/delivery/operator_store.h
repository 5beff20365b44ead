// What the operator's commands ask of the webhooks of a company.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "subscriptions/subscription_store.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard::webhooks::store {

// A call as a line of the log.
struct LoggedCall {
    CallbackId id;
    SubscriptionId subscription;
    CallbackStatus status{};
    EventId event;
    std::optional<std::string> event_name;  // nothing: the event is forgotten
    Timestamp sent_at;
    std::optional<std::int64_t> response_status;
    std::optional<std::string> failure;
    std::chrono::milliseconds took{};
};
// In the order of their ids.
std::vector<LoggedCall> calls_after(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                    CallbackStatus status, const CallbackId& after, std::int64_t limit);

// Deliveries of the subscription that are still pending.
std::int64_t count_waiting(db::Snapshot& snapshot, const SubscriptionId& subscription);

// What is sealed, of all companies, at most so many of each.
struct SealedKey {
    SubscriptionId subscription;
    subscriptions::store::StoredKey key;
};
struct SealedAuth {
    SubscriptionId subscription;
    std::string sealed_auth;
};
std::vector<SealedKey> sealed_keys(db::Snapshot& snapshot, std::int64_t limit);
std::vector<SealedAuth> sealed_auths(db::Snapshot& snapshot, std::int64_t limit);

}  // namespace callboard::webhooks::store
