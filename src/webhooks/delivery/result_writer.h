// Writes the outcomes of attempts in batches, one at a time on a separate thread, so that they wait neither
// for claims nor for calls. All functions are called on the courier thread.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/workers.h"
#include "webhooks/delivery/courier_round.h"
#include "webhooks/delivery/courier_state.h"
#include "webhooks/delivery/dispatcher.h"

namespace callboard::webhooks {

class ResultWriter {
  public:
    ResultWriter(CourierState& state, Dispatcher& dispatcher) : state_(state), dispatcher_(dispatcher) {}

    bool is_running() const { return batch_.has_value(); }
    void begin_if_due();
    void begin();
    void conclude();  // when the inbox reports that the results are written

    // When begin_if_due() should be called at the latest.
    std::optional<Stopwatch::Instant> next_begin() const;

  private:
    struct Batch {
        ResultWork work;
        std::vector<SubscriptionId> suspended = {};
        bool is_done = false;       // successfully
        bool fails_always = false;  // a retry is useless
    };

    void run();  // on the thread of the writer
    void retry_later(Batch batch);
    void drop(const ResultWork& work);
    std::map<SubscriptionId, store::HealthUpdate> health_updates(const std::vector<Attempt>& attempts);
    void mark_written(const ResultWork& work);
    void handle_suspended(const SubscriptionId& subscription);

    CourierState& state_;
    Dispatcher& dispatcher_;

    std::optional<Batch> batch_;
    Stopwatch::Instant not_before_;  // after a failure
    Workers writer_{1, 1};
};

}  // namespace callboard::webhooks
