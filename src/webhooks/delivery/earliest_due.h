// From when on something may be claimable, in each lane of a subscription.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "base/clock.h"
#include "webhooks/delivery/delivery.h"

namespace callboard::webhooks {

class EarliestDue {
  public:
    static constexpr Timestamp kNever{std::numeric_limits<std::int64_t>::max()};

    EarliestDue() { times_.fill(kNever); }
    EarliestDue(Lane lane, Timestamp time) : EarliestDue() { lower(lane, time); }
    // All lanes, from their first entry on.
    static EarliestDue beginning() {
        EarliestDue all;
        all.times_.fill(Timestamp{});
        return all;
    }

    Timestamp of(Lane lane) const { return times_.at(static_cast<std::size_t>(lane)); }
    Timestamp first() const { return std::ranges::min(times_); }
    bool is_never() const { return first() == kNever; }

    void lower(Lane lane, Timestamp time) {
        Timestamp& known = times_.at(static_cast<std::size_t>(lane));
        known = std::min(known, time);
    }
    void lower(const EarliestDue& other) {
        for (const Lane lane : {Lane::fresh, Lane::retry, Lane::replay}) lower(lane, other.of(lane));
    }

  private:
    std::array<Timestamp, 3> times_;
};

}  // namespace callboard::webhooks
