// Runs the rounds of the courier, one at a time. Each is one transaction on a separate thread, while sending
// continues. All functions are called on the courier thread.
#pragma once

#include <cstdint>
#include <map>
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

class RoundRunner {
  public:
    RoundRunner(CourierState& state, const Seal& seal, Dispatcher& dispatcher)
        : state_(state), seal_(seal), dispatcher_(dispatcher) {}

    bool is_running() const { return round_.has_value(); }
    std::optional<Stopwatch::Instant> running_since() const {
        return round_ ? std::optional{round_->began} : std::nullopt;
    }
    void begin_if_due();
    void write_pending();  // without claiming more
    void conclude();       // when the inbox reports the end of the round

    // When begin_if_due() should be called at the latest.
    std::optional<Stopwatch::Instant> next_begin() const;

    // The subscription was changed: deliveries that the round claims for it are released.
    void mark_changed(const SubscriptionId& subscription);

  private:
    struct Round {
        RoundWork work;
        Stopwatch::Instant began;
        std::string token;  // of redeliveries
        RoundResult result;
        bool is_done = false;              // successfully
        bool fails_always = false;         // a retry is useless
        std::set<SubscriptionId> changed;  // during the round
    };

    void begin(std::vector<ClaimRequest> claims);
    void run();  // on the writer thread
    void retry_later(Round round);
    void drop(const RoundWork& work);
    std::map<SubscriptionId, store::HealthUpdate> health_updates(const std::vector<Attempt>& attempts);
    void mark_written(const RoundWork& work);
    void handle_suspended(const SubscriptionId& subscription);
    void note_claimed(Endpoint& endpoint, ClaimResult claimed, Stopwatch::Instant since);

    CourierState& state_;
    const Seal& seal_;
    Dispatcher& dispatcher_;

    std::optional<Round> round_;
    std::uint64_t rounds_ = 0;
    Stopwatch::Instant not_before_;       // after a failure
    bool write_before_claiming_ = false;  // the last round fails always, perhaps because of its claims
    Workers writer_{1, 1};
};

}  // namespace callboard::webhooks
