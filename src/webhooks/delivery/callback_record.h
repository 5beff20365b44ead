#pragma once

#include "webhooks/delivery/callback_log.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

// Drops what the log does not keep of a response, which may be large, before the entry is made.
void keep_logged_part(OutgoingResult& result);

// The log entry of a call.
Callback callback_record(const CallbackId& id, const Target& target, const EventId& event,
                         const Transcript& transcript);

}  // namespace callboard::webhooks
