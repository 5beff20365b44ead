#include "webhooks/delivery/delivery.h"

#include "webhooks/delivery/retry_schedule.h"
#include "work/retry_schedule.h"

namespace callboard::webhooks {

NextState next_state(bool acknowledged, std::int64_t attempts_before, Timestamp now, double jitter) {
    if (acknowledged) return {Outcome::delivered, now};
    const auto delay = work::retry_delay(kRetryDelays, attempts_before, jitter);
    if (!delay) return {Outcome::given_up, now};
    return {Outcome::due_again, now + *delay};
}

bool should_suspend(std::int64_t failures_in_row, Timestamp last_success_or_activation, Timestamp now) {
    return failures_in_row >= kFailuresBeforeSuspension &&
           now - last_success_or_activation >= kSuspensionDelay;
}

}  // namespace callboard::webhooks
