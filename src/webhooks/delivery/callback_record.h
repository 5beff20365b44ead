#pragma once

#include "webhooks/delivery/callback_log.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// A call as it stands in the log.
Callback callback_record(const CallbackId& id, const Target& target, const EventId& event,
                         const Transcript& transcript);

}  // namespace callboard::webhooks
