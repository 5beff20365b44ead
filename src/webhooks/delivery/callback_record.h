#pragma once

#include "webhooks/delivery/callback_log.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// The log entry of a call.
Callback callback_record(const CallbackId& id, const Target& target, const EventId& event,
                         const Transcript& transcript);

}  // namespace callboard::webhooks
