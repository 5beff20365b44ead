// Shared by the webhook commands.
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

// Throws an Error that suggests the closest name if it is unknown.
const events::EventKind& event_kind(const std::string& name);

// All subscriptions of the company.
std::vector<subscriptions::Subscription> subscriptions(db::Snapshot& snapshot);

// Prints and flushes: standard output may be a file or a pipe.
void print_line(const std::string& line);

}  // namespace callboard::cli
