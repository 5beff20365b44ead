// A sample event for one subscription, sent at once and reported in full: whoever sets up a receiver sees
// what it is sent, and what it answered. Also while the subscription is inactive.
#pragma once

#include <optional>
#include <string>

#include "accounts/actor.h"
#include "base/seal.h"
#include "db/db.h"
#include "webhooks/outgoing/messenger.h"

namespace callboard::webhooks {

struct SentSample {
    CallbackId callback;  // as which it stands in the log
    Notification notification;
    std::string url;
    Transcript transcript;
};

// Without a name: the first event that it subscribes to. 404, 422 EVENT_NOT_FOUND.
SentSample send_sample(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                       const SubscriptionId& id, const std::optional<std::string>& event_name,
                       Messenger& messenger, const Seal& seal, const std::string& public_url);

}  // namespace callboard::webhooks
