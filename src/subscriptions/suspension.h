#pragma once

#include "db/db.h"

namespace callboard::subscriptions {

// It has not taken anything for a day: nothing more is sent until somebody activates it again. What waits is
// kept, and its people are told. False: it was not active any more.
bool suspend(db::Tx& tx, const SubscriptionId& id);

}  // namespace callboard::subscriptions
