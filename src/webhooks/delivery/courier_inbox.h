// What other threads bring to the courier: attempts that are over, announcements of what was committed, the
// end of a round, and the end of the server.
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
    // --- on any thread. They notify while they hold the lock: once it is free, the courier may be gone.

    void announce(std::span<const db::Announcement> announcements);
    void add(Attempt attempt);
    void end_round();
    void stop();

    // --- on the courier's thread

    struct Content {
        std::vector<Attempt> attempts;
        std::vector<db::Announcement> announcements;
        bool round_finished = false;
        bool is_stopping = false;
    };
    // Everything that has come, as soon as there is something.
    Content wait_until(Stopwatch::Instant deadline);
    // Attempts and the end of a round, however long that takes: after stop().
    Content wait_for_results();

    // Is there an announcement of this subscription that nobody has taken yet? Whoever deactivates a
    // subscription, or ends the access of its owner, is answered after announce(), and nothing is sent to it
    // from then on.
    bool has_change_of(const SubscriptionId& subscription);

  private:
    bool has_results() const { return content_.round_finished || !content_.attempts.empty(); }
    Content take_results();

    std::mutex mutex_;
    std::condition_variable wake_;
    Content content_;
    std::atomic<bool> has_changes_ = false;  // of subscriptions, to be seen without the lock
};

}  // namespace callboard::webhooks
