#include "webhooks/delivery/courier_inbox.h"

#include <algorithm>
#include <utility>

namespace callboard::webhooks {

void CourierInbox::announce(std::span<const db::Announcement> announcements) {
    const std::lock_guard lock{mutex_};
    content_.announcements.insert(content_.announcements.end(), announcements.begin(), announcements.end());
    if (std::ranges::any_of(announcements, [](const db::Announcement& each) {
            return SubscriptionId::parse(each.topic).has_value();
        }))
        has_changes_ = true;
    wake_.notify_one();
}

void CourierInbox::add(Attempt attempt) {
    const std::lock_guard lock{mutex_};
    content_.attempts.push_back(std::move(attempt));
    wake_.notify_one();
}

void CourierInbox::end_claims() {
    const std::lock_guard lock{mutex_};
    content_.claims_finished = true;
    wake_.notify_one();
}

void CourierInbox::end_results() {
    const std::lock_guard lock{mutex_};
    content_.results_finished = true;
    wake_.notify_one();
}

void CourierInbox::end_poll() {
    const std::lock_guard lock{mutex_};
    content_.poll_finished = true;
    wake_.notify_one();
}

void CourierInbox::stop() {
    const std::lock_guard lock{mutex_};
    content_.is_stopping = true;
    wake_.notify_one();
}

CourierInbox::Content CourierInbox::wait_until(Stopwatch::Instant deadline) {
    std::unique_lock lock{mutex_};
    wake_.wait_until(lock, deadline, [this] {
        return content_.is_stopping || has_results() || content_.poll_finished ||
               !content_.announcements.empty();
    });
    has_changes_ = false;
    Content taken = take_results();
    taken.announcements = std::exchange(content_.announcements, {});
    taken.poll_finished = std::exchange(content_.poll_finished, false);
    return taken;
}

CourierInbox::Content CourierInbox::wait_for_results() {
    std::unique_lock lock{mutex_};
    wake_.wait(lock, [this] { return has_results(); });
    return take_results();
}

CourierInbox::Content CourierInbox::take_results() {
    return {.attempts = std::exchange(content_.attempts, {}),
            .announcements = {},
            .claims_finished = std::exchange(content_.claims_finished, false),
            .results_finished = std::exchange(content_.results_finished, false),
            .poll_finished = false,
            .is_stopping = content_.is_stopping};
}

bool CourierInbox::has_change_of(const SubscriptionId& subscription) {
    if (!has_changes_) return false;
    const std::lock_guard lock{mutex_};
    return std::ranges::any_of(content_.announcements, [&](const db::Announcement& each) {
        return each.topic == subscription.text();
    });
}

}  // namespace callboard::webhooks
