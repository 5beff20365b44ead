// What the next round of the courier writes.
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

    // Outcomes are written together: when there are enough of them, or the first has waited long enough.
    // Releases are not kept waiting.
    bool is_due() const;
    bool is_empty() const { return attempts_.empty() && releases_.empty(); }
    std::optional<Stopwatch::Instant> deadline() const;  // of the first outcome

    RoundWork take();               // all of it
    void put_back(RoundWork work);  // which was not written

  private:
    const Stopwatch& stopwatch_;
    std::vector<Attempt> attempts_;
    std::vector<Release> releases_;
    std::optional<Stopwatch::Instant> waiting_since_;  // the first of the attempts
};

}  // namespace callboard::webhooks
