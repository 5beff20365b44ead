// Messages of other threads to the courier: finished attempts, announcements of committed changes, the end of
// claims, of the writing of results or of a poll, and the shutdown of the server.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "webhooks/delivery/courier_round.h"

namespace callboard::webhooks {

class CourierInbox {
  public:
    // --- on any thread. They notify under the lock: after unlocking, the courier may be destroyed.

    void announce(std::span<const db::Announcement> announcements);
    void add(Attempt attempt);
    void end_claims();
    void end_results();
    void end_poll();
    void stop();

    // --- on the courier's thread

    struct Content {
        std::vector<Attempt> attempts;
        std::vector<db::Announcement> announcements;
        bool claims_finished = false;
        bool results_finished = false;
        bool poll_finished = false;
        bool is_stopping = false;
    };
    // Waits for any message, at most until the deadline, and takes all.
    Content wait_until(Stopwatch::Instant deadline);
    // Waits without a deadline for attempts, or the end of claims or results; only after stop().
    Content wait_for_results();

    // Whether an announcement of this subscription is pending. A request that deactivates a subscription is
    // answered after announce(), so that nothing is sent after its response.
    bool has_change_of(const SubscriptionId& subscription);

  private:
    bool has_results() const {
        return content_.claims_finished || content_.results_finished || !content_.attempts.empty();
    }
    Content take_results();

    std::mutex mutex_;
    std::condition_variable wake_;
    Content content_;
    std::atomic<bool> has_changes_ = false;  // of subscriptions; read without the lock
};

}  // namespace callboard::webhooks
