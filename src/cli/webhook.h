// What the commands for webhooks share.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "db/db.h"
#include "events/catalogue.h"
#include "webhooks/subscription.h"

namespace callboard::cli {

void add_webhook_listen(CLI::App& group);
void add_webhook_tail(CLI::App& group);

// Throws an Error that names the nearest ones when there is none.
const events::EventKind& event_kind(const std::string& name);

// All of the company.
std::vector<webhooks::Subscription> subscriptions(db::Snapshot& snapshot);

// Standard output may be a file or a pipe: what happens is told when it happens.
void say(const std::string& line);

}  // namespace callboard::cli
