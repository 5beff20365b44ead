// The SQL of retention. Each removes at most so many rows, by an index on their age, and returns how
// many.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/db.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard::webhooks::store {

struct RetainedSubscription {
    SubscriptionId id;
    bool is_deleted = false;  // and has been for an hour
};
// All of them, in the order of their ids.
std::vector<RetainedSubscription> subscriptions_after(db::Snapshot& snapshot,
                                                      const std::optional<SubscriptionId>& after,
                                                      std::int64_t limit);

// Ids are in the order of time: `before` is one, or any text that sorts behind all of them.
std::int64_t forget_callbacks(db::Tx& tx, const SubscriptionId& subscription, CallbackStatus status,
                              const std::string& before, std::int64_t limit);
std::int64_t forget_deliveries(db::Tx& tx, const SubscriptionId& subscription, const std::string& before,
                               std::int64_t limit);
void forget_subscription(db::Tx& tx, const SubscriptionId& subscription);

std::vector<CompanyId> companies(db::Snapshot& snapshot);
std::int64_t forget_events(db::Tx& tx, const CompanyId& company, const std::string& before,
                           std::int64_t limit);

}  // namespace callboard::webhooks::store
