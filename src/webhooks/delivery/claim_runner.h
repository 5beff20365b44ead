// Runs the transactions that claim and release deliveries, one at a time on a separate thread, while sending
// continues. All functions are called on the courier thread.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/seal.h"
#include "base/workers.h"
#include "webhooks/delivery/courier_round.h"
#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/dispatcher.h"
#include "webhooks/delivery/endpoints.h"

namespace callboard::webhooks {

class ClaimRunner {
  public:
    ClaimRunner(CourierState& state, const Seal& seal, Dispatcher& dispatcher)
        : state_(state), seal_(seal), dispatcher_(dispatcher) {}

    bool is_running() const { return round_.has_value(); }
    std::optional<Stopwatch::Instant> running_since() const {
        return round_ ? std::optional{round_->began} : std::nullopt;
    }
    void begin_if_due();
    void release();   // without claiming more
    void conclude();  // when the inbox reports the end of the claims

    // When begin_if_due() should be called although nothing has happened: after a failure.
    std::optional<Stopwatch::Instant> next_begin() const;

    // The subscription was changed: deliveries that are being claimed for it are released.
    void mark_changed(const SubscriptionId& subscription);

  private:
    struct Round {
        ClaimWork work;
        Stopwatch::Instant began;
        std::string token;  // of redeliveries
        std::vector<ClaimResult> results;
        bool is_done = false;              // successfully
        bool fails_always = false;         // a retry is useless
        std::set<SubscriptionId> changed;  // during the round
    };

    void begin(ClaimWork work);
    void run();  // on the thread of the claims
    void retry_later(Round round);
    void note_claimed(Endpoint& endpoint, ClaimResult claimed, Stopwatch::Instant since);

    CourierState& state_;
    const Seal& seal_;
    Dispatcher& dispatcher_;

    std::optional<Round> round_;
    std::uint64_t rounds_ = 0;
    Stopwatch::Instant not_before_;  // after a failure
    Workers claimer_{1, 1};
};

}  // namespace callboard::webhooks
