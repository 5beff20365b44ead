// The pending writes of the next round.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "webhooks/delivery/courier_round.h"

namespace callboard::webhooks {

class PendingWrites {
  public:
    explicit PendingWrites(const Stopwatch& stopwatch) : stopwatch_(stopwatch) {}

    void add(Attempt attempt);
    void add(Release release) { releases_.push_back(std::move(release)); }

    // Outcomes are written in batches: when there are enough, or the first has waited long enough. Releases
    // are written immediately.
    bool is_due() const;
    bool is_empty() const { return attempts_.empty() && releases_.empty(); }
    std::optional<Stopwatch::Instant> deadline() const;  // of the first outcome

    RoundWork take();
    void put_back(RoundWork work);  // after a failed round

  private:
    const Stopwatch& stopwatch_;
    std::vector<Attempt> attempts_;
    std::vector<Release> releases_;
    std::optional<Stopwatch::Instant> waiting_since_;  // the first of the attempts
};

}  // namespace callboard::webhooks
