// Finds the subscriptions with due deliveries, by announcements and by polling the queue.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/workers.h"
#include "db/db.h"
#include "webhooks/delivery/claim_runner.h"
#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/dispatcher.h"
#include "webhooks/delivery/live_servers.h"

namespace callboard::webhooks {

class DueFinder {
  public:
    DueFinder(CourierState& state, LiveServers& servers, Dispatcher& dispatcher, ClaimRunner& claims)
        : state_(state), servers_(servers), dispatcher_(dispatcher), claims_(claims) {}

    // A topic is a new event (events/announcement.h), or the id of a changed subscription, whose claimed
    // deliveries are released and claimed again.
    void handle_announcements(const std::vector<db::Announcement>& announcements);

    // For deliveries that were not announced: due retries, and those of other processes. Of subscriptions
    // that another server prefers, only what is overdue.
    void poll_if_due();    // on a separate thread, while sending continues
    void conclude_poll();  // when the inbox reports its end
    void stop();           // ends a poll early
    // When poll_if_due() should be called at the latest.
    Stopwatch::Instant next_poll() const { return next_poll_; }

  private:
    const std::vector<SubscriptionId>& subscribers_of(const CompanyId& company, std::string_view event_name);
    struct Poll {
        Stopwatch::Instant began;
        Stopwatch::Instant claims_until;  // claims that began before are committed
        std::optional<std::vector<store::Waiting>> waiting = std::nullopt;  // absent: it failed
    };

    void read_queue();  // on the thread of the poller
    Stopwatch::Instant::duration pause_after(Stopwatch::Instant::duration took) const;
    void mark_due(const std::vector<store::Waiting>& waiting);
    void release_changed(const Poll& poll);
    void warn_of_delay(std::chrono::milliseconds oldest);

    CourierState& state_;
    LiveServers& servers_;
    Dispatcher& dispatcher_;
    ClaimRunner& claims_;

    std::map<std::pair<CompanyId, std::string>, std::vector<SubscriptionId>>
        subscribers_;           // since the last poll
    std::optional<Poll> poll_;  // while it is running
    Stopwatch::Instant next_poll_;
    std::optional<Stopwatch::Instant> warned_at_;
    std::stop_source stop_;
    Workers poller_{1, 1};
};

}  // namespace callboard::webhooks
