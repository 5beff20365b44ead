#pragma once

#include <stop_token>

#include "db/db.h"

namespace callboard::webhooks {

// Deletes callbacks, unsuccessful deliveries, alerts and events after their retention time, and all data of
// deleted subscriptions. In small transactions, so that no lock is held for long; can be stopped at any time.
void forget_old(db::Db& db, const std::stop_token& stop = {});

}  // namespace callboard::webhooks
