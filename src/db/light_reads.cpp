#include "db/light_reads.h"

namespace callboard::db {

LightReads::Place LightReads::next() {
    if (!are_slow()) return Place::here;
    const std::lock_guard lock{mutex_};
    if (in_trial_ || stopwatch_.now() < next_trial_) return Place::pool;
    in_trial_ = true;
    return Place::trial;
}

void LightReads::took(Place place, Stopwatch::Instant began) {
    const auto now = stopwatch_.now();
    const bool is_slow = now - began >= kSlowRead;
    if (!is_slow && place != Place::trial) return;
    const std::lock_guard lock{mutex_};
    if (place == Place::trial) {
        in_trial_ = false;
        next_trial_ = now + kPause;
        slow_ = is_slow;
        return;
    }
    ends_[oldest_] = now;
    oldest_ = (oldest_ + 1) % kSlowReads;
    // The oldest one of the last few was slow within the window, too.
    if (ends_[oldest_] == Stopwatch::Instant{} || now - ends_[oldest_] >= kWindow) return;
    ends_ = {};
    next_trial_ = now + kPause;
    slow_ = true;
}

}  // namespace callboard::db
