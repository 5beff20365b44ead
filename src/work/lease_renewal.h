// Renews the lease of one row while it is processed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

#include "base/periodic.h"
#include "db/db.h"
#include "telemetry/log.h"
#include "work/lease.h"
#include "work/queue_store.h"

namespace callboard::work {

// Renews on a separate thread, because a query may take minutes before its first row. Node and token must
// outlive it.
class LeaseRenewal {
  public:
    // `on_lost` is called once, on that thread, if the lease was lost or the row deleted.
    LeaseRenewal(db::Db& db, const telemetry::Log& log, const Queue& queue, const RowId& id,
                 const Lease& lease, std::function<void()> on_lost);

    void set_progress(std::int64_t progress) { progress_ = progress; }  // written with the next renewal
    bool is_lost() const { return lost_; }

  private:
    void renew();

    db::Db& db_;
    const telemetry::Log& log_;
    const Queue& queue_;
    const RowId id_;
    const Lease lease_;
    const std::function<void()> on_lost_;
    std::atomic<std::int64_t> progress_{0};
    std::atomic<bool> lost_{false};
    Periodic timer_;
};

}  // namespace callboard::work
