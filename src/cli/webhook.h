// What the commands for webhooks share.
#pragma once

#include <string>
#include <vector>

#include "cli/spec.h"
#include "db/db.h"
#include "events/catalogue.h"
#include "subscriptions/subscription.h"

namespace callboard::cli {

void add_webhook_listen(CommandSpec& group);
void add_webhook_tail(CommandSpec& group);

// Throws an Error that names the nearest one when there is none.
const events::EventKind& event_kind(const std::string& name);

// All of the company.
std::vector<subscriptions::Subscription> subscriptions(db::Snapshot& snapshot);

// Standard output may be a file or a pipe: what happens is told when it happens.
void say(const std::string& line);

}  // namespace callboard::cli
