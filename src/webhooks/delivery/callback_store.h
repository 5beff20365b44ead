// The SQL of the callback log.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/db.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard::webhooks::store {

// Idempotent: they are repeated if the result of the commit is unknown.
void insert_callback(db::Tx& tx, const CompanyId& company, const Callback& callback);
struct CompanyCallback {
    CompanyId company;
    Callback callback;
};
void insert_callbacks(db::Tx& tx, std::span<const CompanyCallback> callbacks);

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
