// Writing changes of a subscription.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>

#include "db/db.h"
#include "events/audit_log.h"
#include "subscriptions/subscription.h"

namespace callboard::subscriptions {

// Updates the subscription with a new version, and its entries in event_subscriber.
void save(db::Tx& tx, Subscription& subscription);

struct Record {
    std::string_view name;
    std::initializer_list<std::pair<std::string_view, events::AuditValue>> context;
};
void record(db::Tx& tx, const events::Author& author, const SubscriptionId& id, const Record& what);

}  // namespace callboard::subscriptions
