#include "work/lease_renewal.h"

#include <optional>
#include <utility>

#include "base/error.h"
#include "base/failure.h"

namespace callboard::work {
namespace {

constexpr int kRenewalsPerLease = 4;  // some of them may fail

}  // namespace

LeaseRenewal::LeaseRenewal(db::Db& db, const telemetry::Log& log, const Queue& queue, const RowId& id,
                           const Lease& lease, std::function<void()> on_lost)
    : db_(db),
      log_(log),
      queue_(queue),
      id_(id),
      lease_(lease),
      on_lost_(std::move(on_lost)),
      timer_(lease.duration / kRenewalsPerLease, [this] { renew(); }) {}

void LeaseRenewal::renew() {
    if (lost_) return;
    try {
        const bool is_held =
            db_.write(std::nullopt, [this](db::Tx& tx) { return queue_.renew(tx, id_, lease_, progress_); });
        if (is_held) return;
        lost_ = true;
        on_lost_();
    } catch (const Error&) {
        log_.write(telemetry::Level::warn, "lease_not_renewed",
                   {{"queue", queue_.name()}, {"row", id_.text()}, {"reason", reason_of_current_failure()}});
    }
}

}  // namespace callboard::work
