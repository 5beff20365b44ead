#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "db/db.h"
#include "webhooks/delivery/delivery.h"

namespace callboard::webhooks {

struct RetentionOptions {
    std::string node;  // the name of this server; one of them does it for all (work/housekeeping_store.h)
    std::chrono::hours successful_callbacks = kRetention;  // at most kRetention
};

// Deletes callbacks, unsuccessful deliveries, alerts and events after their retention time, and all data of
// deleted subscriptions. In small transactions, so that no lock is held for long; can be stopped at any time.
void forget_old(db::Db& db, const RetentionOptions& options, const std::stop_token& stop = {});

}  // namespace callboard::webhooks
