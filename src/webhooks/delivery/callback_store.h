// The SQL of the callback log.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/db.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard::webhooks::store {

void insert_callback(db::Tx& tx, const CompanyId& company, const Callback& callback);
std::optional<Callback> find_callback(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                      const CallbackId& id);

// Callbacks of one status with first <= id < below, newest first; the bounds need not be valid ids.
struct CallbackRange {
    CallbackStatus status{};
    std::string first;
    std::string below;
};
std::vector<Callback> newest_callbacks(db::Snapshot& snapshot, const SubscriptionId& subscription,
                                       const CallbackRange& range, std::int64_t limit);

}  // namespace callboard::webhooks::store
