// Budgets that this process keeps by itself: exact, and for some ten nanoseconds a decision. Thread-safe.
//
// A request counts for exactly one period from its acceptance (a log of the accepted ones, on the
// stop-watch), so that no interval of that length ever has more than the limit, and whoever keeps to the
// limit is never refused.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "base/spin_lock.h"
#include "throttle/account_table.h"
#include "throttle/ledger.h"

namespace callboard::throttle {

class LocalLedger final : public Ledger {
  public:
    explicit LocalLedger(const Stopwatch& stopwatch) : stopwatch_(stopwatch) {}

    // Nearly all of a decision is waiting for the memory.
    void prefetch(const Subject& subject, Claims claims) override;

    // Decides at once. The time is the caller's, who may have read it once for many requests.
    void admit(const Subject& subject, Claims claims, Instant now, Permit& permit);
    bool admit(const Subject& subject, Claims claims, Instant now, Permit& permit,
               std::move_only_function<void()> /*ready*/) override {
        admit(subject, claims, now, permit);
        return true;
    }
    bool healthy() const override { return true; }

    // To be called every second or so: an account that says nothing any more is as good as none.
    void forget_idle();

    std::size_t bytes();

  private:
    struct alignas(64) Shard {
        SpinLock lock;
        AccountTable table;
    };
    static constexpr int kShardBits = 6;

    void release(Permit& permit) override;
    void retake(Permit& permit) override;
    void charge(Permit& permit, std::int64_t units) override;
    void refund(Permit& permit) override;

    // All accounts of a subject are in one shard: one lock for all claims.
    Shard& shard_of(const Subject& subject) { return shards_[subject.hash() >> (64 - kShardBits)]; }

    const Stopwatch& stopwatch_;
    std::array<Shard, std::size_t{1} << kShardBits> shards_;
};

}  // namespace callboard::throttle
