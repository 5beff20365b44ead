#pragma once

#include <stop_token>

#include "db/db.h"

namespace callboard::webhooks {

// Forgets what is older than thirty days: calls, deliveries that were given up or kept for a subscriber that
// did not come back, alerts, events; and everything of subscriptions that were deleted. In small pieces:
// nobody waits for it.
// Told to stop, it goes on another time.
void forget_old(db::Db& db, const std::stop_token& stop = {});

}  // namespace callboard::webhooks
