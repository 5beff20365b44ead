// The SQL of retention. Each function deletes at most `limit` rows, by an index on their age, and returns the
// number.
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
    bool is_deleted = false;  // at least one hour ago
};
// Of all companies, sorted by id.
std::vector<RetainedSubscription> subscriptions_after(db::Snapshot& snapshot,
                                                      const std::optional<SubscriptionId>& after,
                                                      std::int64_t limit);

// Ids are ordered by time: `before` is an id, or any string that sorts after all ids.
std::int64_t forget_callbacks(db::Tx& tx, const SubscriptionId& subscription, CallbackStatus status,
                              const std::string& before, std::int64_t limit);
std::int64_t forget_deliveries(db::Tx& tx, const SubscriptionId& subscription, const std::string& before,
                               std::int64_t limit);
void forget_subscription(db::Tx& tx, const SubscriptionId& subscription);

std::vector<CompanyId> companies(db::Snapshot& snapshot);
std::int64_t forget_events(db::Tx& tx, const CompanyId& company, const std::string& before,
                           std::int64_t limit);

}  // namespace callboard::webhooks::store
