// The SQL of retention.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/db.h"

namespace callboard::webhooks::store {

struct RetainedSubscription {
    SubscriptionId id;
    bool is_deleted = false;  // at least one hour ago
};
// Of all companies, sorted by id.
std::vector<RetainedSubscription> subscriptions_after(db::Snapshot& snapshot,
                                                      const std::optional<SubscriptionId>& after,
                                                      std::int64_t limit);
void forget_subscription(db::Tx& tx, const SubscriptionId& subscription);

// Of all companies, sorted.
std::vector<CompanyId> companies_after(db::Snapshot& snapshot, const std::optional<CompanyId>& after,
                                       std::int64_t limit);

// Rows of one owner whose ids are ordered by time.
enum class Expiring { successful_callbacks, failed_callbacks, deliveries, events };
struct ExpiringRows {
    Expiring kind{};
    std::string owner;  // the id of the company for events, else of the subscription
};
struct IdRange {  // without the ends, which need not be ids
    std::string after;
    std::string before;
};
struct Deleted {
    std::int64_t number = 0;
    std::string last;  // id
};
// Deletes the first rows of the range, at most `limit`. With `after`, rows that were deleted before are not
// read again: PostgreSQL keeps them as long as there is a snapshot of them.
Deleted forget(db::Tx& tx, const ExpiringRows& rows, const IdRange& range, std::int64_t limit);

}  // namespace callboard::webhooks::store
