#include "webhooks/delivery/due_finder.h"

#include <algorithm>

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
            rounds_.mark_changed(*subscription);
            state_.endpoints.mark_due(*subscription, each.company, EarliestDue::beginning());
        } else if (const auto event = events::announced_event(each.topic)) {
            for (const SubscriptionId& subscriber : subscribers_of(each.company, event->name))
                state_.endpoints.mark_due(subscriber, each.company, {Lane::fresh, event->due_at});
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

// A poll costs an index lookup per subscription with pending deliveries. The longer it takes, and the more
// servers do it, the less often it is done.
void DueFinder::poll_if_due() {
    constexpr int kShare = 10;  // at most one tenth of the time, of all servers together
    constexpr Instant::duration kLongestPause = 5s;
    const Instant began = state_.stopwatch.now();
    if (began < next_poll_) return;
    poll();
    state_.meter.polled();
    const Instant ended = state_.stopwatch.now();
    const auto servers = static_cast<Instant::rep>(servers_.number());
    next_poll_ =
        ended + std::max<Instant::duration>(state_.options.poll_interval,
                                            std::min((ended - began) * kShare * servers, kLongestPause));
}

void DueFinder::poll() {
    servers_.refresh_if_due();
    subscribers_.clear();
    if (!rounds_.is_running()) state_.endpoints.forget_idle();  // a round refers to some of them
    state_.failures.attempt("webhook_queue_unknown", [&] {
        const std::vector<store::Waiting> waiting = state_.db.read(std::nullopt, store::waiting);
        release_changed(waiting);
        mark_due(waiting);
    });
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

// Releases subscriptions that another process changed. Claimed deliveries are still pending in the database,
// so a subscription that is not in the list is no longer active.
void DueFinder::release_changed(const std::vector<store::Waiting>& waiting) {
    const std::vector<Endpoint*> holding = state_.endpoints.with_ready_deliveries();
    if (holding.empty()) return;
    std::map<SubscriptionId, std::int64_t> versions;
    for (const store::Waiting& each : waiting) versions.emplace(each.subscription, each.version);
    for (Endpoint* each : holding) {
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
