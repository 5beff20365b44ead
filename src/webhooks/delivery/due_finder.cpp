#include "webhooks/delivery/due_finder.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "events/announcement.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using Instant = Stopwatch::Instant;

constexpr auto kLateAfter = 60s;  // deliveries that are due for longer cause a warning

// A delivery that is overdue by this time is claimed by the second server in the order of preference, after
// twice this time by the third, and so on: the preferred server ended, hangs, or has too much to do.
constexpr auto kHelpDelay = 5s;

}  // namespace

void DueFinder::handle_announcements(const std::vector<db::Announcement>& announcements) {
    for (const db::Announcement& each : announcements) {
        if (const auto subscription = SubscriptionId::parse(each.topic)) {
            subscribers_.clear();
            if (Endpoint* endpoint = state_.endpoints.find(*subscription))
                dispatcher_.release_ready(*endpoint);
            claims_.mark_changed(*subscription);
            state_.endpoints.mark_due(*subscription, each.company, EarliestDue::beginning());
        } else if (const auto event = events::announced_event(each.topic)) {
            state_.endpoints.announce(each.company, EventId::from_trusted(event->id), event->due_at,
                                      subscribers_of(each.company, event->name));
        }
    }
}

const std::vector<SubscriptionId>& DueFinder::subscribers_of(const CompanyId& company,
                                                             std::string_view event_name) {
    const auto [entry, is_new] = subscribers_.try_emplace({company, std::string{event_name}});
    if (is_new) {
        state_.failures.attempt("webhook_subscribers_unknown", [&] {
            entry->second = state_.db.read(std::nullopt, [&](db::Snapshot& snapshot) {
                return store::subscribers(snapshot, company, event_name);
            });
        });
    }
    return entry->second;
}

// A poll costs an index lookup per subscription with pending deliveries and, as long as PostgreSQL keeps them
// for a snapshot, the entries of delivered ones. The longer it takes, and the more servers do it, the less
// often it is done.
void DueFinder::poll_if_due() {
    constexpr Instant::duration kLongestPoll = 1h;
    const Instant now = state_.stopwatch.now();
    if (poll_ || now < next_poll_) return;
    servers_.refresh_if_due();
    subscribers_.clear();
    if (!claims_.is_running()) state_.endpoints.forget_idle();  // claims refer to some of them
    next_poll_ = now + kLongestPoll;                            // its end is reported before
    poll_.emplace(Poll{.began = now, .claims_until = claims_.running_since().value_or(now)});
    if (!poller_.accept([this] { read_queue(); })) std::abort();  // the poller has no other work
}

void DueFinder::read_queue() {
    state_.failures.attempt("webhook_queue_unknown", [this] {
        try {
            poll_->waiting = state_.db.read(std::nullopt, store::waiting, stop_.get_token());
        } catch (const Error&) {
            if (!stop_.stop_requested()) throw;
        }
    });
    state_.inbox.end_poll();
}

void DueFinder::conclude_poll() {
    const Poll poll = std::move(*poll_);
    poll_.reset();
    if (poll.waiting) {
        release_changed(poll);
        mark_due(*poll.waiting);
    }
    state_.meter.polled();
    const Instant now = state_.stopwatch.now();
    next_poll_ =
        now + std::max<Instant::duration>(state_.options.poll_interval, pause_after(now - poll.began));
}

// All servers together read the queue for a tenth of the time, as long as nothing waits too long for that;
// and never for more than all of the time.
Instant::duration DueFinder::pause_after(Instant::duration took) const {
    constexpr int kShare = 10;
    constexpr Instant::duration kLongPause = 15s;
    const auto of_all = took * static_cast<Instant::rep>(servers_.number());
    return std::min<Instant::duration>(of_all * kShare, std::max<Instant::duration>(of_all, kLongPause));
}

void DueFinder::stop() {
    stop_.request_stop();
}

void DueFinder::mark_due(const std::vector<store::Waiting>& waiting) {
    const Timestamp now = state_.clock.now();
    std::chrono::milliseconds oldest{0};
    for (const store::Waiting& each : waiting) {
        const Timestamp due_at = each.claimable.first();
        if (due_at > now) continue;
        if (now - due_at < servers_.rank(each.subscription) * kHelpDelay) continue;
        state_.endpoints.mark_due(each.subscription, each.company, each.claimable);
        // Receivers that do not respond cause their own delay.
        if (!state_.endpoints.find(each.subscription)->pace.is_open())
            oldest = std::max(oldest, now - due_at);
    }
    state_.meter.oldest_due(oldest);
    if (oldest > kLateAfter) warn_of_delay(oldest);
}

// Releases subscriptions that another process changed. Deliveries that were claimed before the poll were
// pending when it read the queue, so a subscription that is not in the list is no longer active.
void DueFinder::release_changed(const Poll& poll) {
    const std::vector<Endpoint*> holding = state_.endpoints.with_ready_deliveries();
    if (holding.empty()) return;
    std::map<SubscriptionId, std::int64_t> versions;
    for (const store::Waiting& each : *poll.waiting) versions.emplace(each.subscription, each.version);
    for (Endpoint* each : holding) {
        if (each->ready.front().since >= poll.claims_until) continue;
        const auto found = versions.find(each->subscription);
        if (found == versions.end() || found->second > each->target->version)
            dispatcher_.release_ready(*each);
    }
}

void DueFinder::warn_of_delay(std::chrono::milliseconds oldest) {
    const Instant now = state_.stopwatch.now();
    if (warned_at_ && now - *warned_at_ < kLateAfter) return;
    warned_at_ = now;
    state_.log.write(telemetry::Level::warn, "webhook_deliveries_late", {{"oldest_ms", oldest.count()}});
}

}  // namespace callboard::webhooks
