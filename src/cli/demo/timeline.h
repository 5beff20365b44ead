// The history of the demo company: runs scheduled functions with the clock set to their time, one transaction
// for each moment.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "app/store.h"
#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::cli::demo {

// Moments are counted backwards from the end of yesterday, which is 1; this many per day.
inline constexpr int kMomentsPerDay = 3;

class Timeline {
  public:
    using Action = std::function<void(db::Tx&)>;  // may run more than once

    explicit Timeline(app::Store& store) : store_(store), now_(store.clock().now()) {}

    Timestamp now() const { return now_; }
    Timestamp time_of(int moment) const;

    void set_clock(Timestamp time) { store_.clock().set({.offset_ms = 0, .frozen_at = time}); }

    // Functions of one moment run in the order in which they were added.
    void at(int moment, Action action) { moments_[moment].push_back(std::move(action)); }

    // Runs all functions, oldest first, then resets the clock.
    void run(const CompanyId& company);

  private:
    app::Store& store_;
    const Timestamp now_;
    std::map<int, std::vector<Action>, std::greater<>> moments_;
};

}  // namespace callboard::cli::demo
