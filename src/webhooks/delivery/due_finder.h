// Finds the subscriptions with due deliveries, by announcements and by polling the queue.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/dispatcher.h"
#include "webhooks/delivery/live_servers.h"
#include "webhooks/delivery/round_runner.h"

namespace callboard::webhooks {

class DueFinder {
  public:
    DueFinder(CourierState& state, LiveServers& servers, Dispatcher& dispatcher, RoundRunner& rounds)
        : state_(state), servers_(servers), dispatcher_(dispatcher), rounds_(rounds) {}

    // A topic is a new event (events/announcement.h), or the id of a changed subscription, whose claimed
    // deliveries are released and claimed again.
    void handle_announcements(const std::vector<db::Announcement>& announcements);

    // For deliveries that were not announced: due retries, and those of other processes. Of subscriptions
    // that another server prefers, only what is overdue.
    void poll_if_due();
    Stopwatch::Instant next_poll() const { return next_poll_; }

  private:
    const std::vector<SubscriptionId>& subscribers_of(const CompanyId& company, std::string_view event_name);
    void poll();
    void mark_due(const std::vector<store::Waiting>& waiting);
    void release_changed(const std::vector<store::Waiting>& waiting);
    void warn_of_delay(std::chrono::milliseconds oldest);

    CourierState& state_;
    LiveServers& servers_;
    Dispatcher& dispatcher_;
    RoundRunner& rounds_;

    std::map<std::pair<CompanyId, std::string>, std::vector<SubscriptionId>>
        subscribers_;  // since the last poll
    Stopwatch::Instant next_poll_;
    std::optional<Stopwatch::Instant> warned_at_;
};

}  // namespace callboard::webhooks
