// Sends a sample event to one subscription immediately and returns request and response, for developers of
// receivers. Also works while the subscription is inactive.
#pragma once

#include <optional>
#include <string>

#include "accounts/actor.h"
#include "base/seal.h"
#include "db/db.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

struct SentSample {
    CallbackId callback;  // its id in the callback log
    Notification notification;
    std::string url;
    Transcript transcript;
};

// Default: the first event of the subscription. 404, 422 EVENT_NOT_FOUND.
SentSample send_sample(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                       const SubscriptionId& id, const std::optional<std::string>& event_name,
                       Messenger& messenger, const Seal& seal, const std::string& public_url);

}  // namespace callboard::webhooks
