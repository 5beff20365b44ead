// Queries of the operator's commands about webhooks.
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

// A callback as a line of output.
struct LoggedCall {
    CallbackId id;
    SubscriptionId subscription;
    CallbackStatus status{};
    EventId event;
    std::optional<std::string> event_name;  // absent if the event was deleted
    Timestamp sent_at;
    std::optional<std::int64_t> response_status;
    std::optional<std::string> failure;
    std::chrono::milliseconds took{};
};
// Sorted by id.
std::vector<LoggedCall> calls_after(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                    CallbackStatus status, const CallbackId& after, std::int64_t limit);

// Deliveries of the subscription that are still pending.
std::int64_t count_waiting(db::Snapshot& snapshot, const SubscriptionId& subscription);

// Sealed values of all companies, limited per kind.
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
