// Budgets of this process: exact, at about ten nanoseconds per decision. Thread-safe.
// A sliding window log: a request counts for exactly one period from its acceptance, on the monotonic clock.
// So no interval of that length has more requests than the limit, and a client within the limit is never
// refused.
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

    // Nearly all of the time of a decision is spent on cache misses.
    void prefetch(const Subject& subject, Claims claims) override;

    // Decides synchronously. `now` may be read once for many requests.
    void admit(const Subject& subject, Claims claims, Instant now, Permit& permit);
    bool admit(const Subject& subject, Claims claims, Instant now, Permit& permit,
               std::move_only_function<void()> /*ready*/) override {
        admit(subject, claims, now, permit);
        return true;
    }
    bool healthy() const override { return true; }

    // To be called about every second; frees the memory of idle accounts.
    void forget_idle();

    std::size_t bytes();

  private:
    struct alignas(64) Shard {
        SpinLock lock;
        AccountTable table;
    };
    static constexpr int kShardBits = 6;

    void release(Permit& permit) override;
    void reacquire(Permit& permit) override;
    void charge(Permit& permit, std::int64_t units) override;
    void refund(Permit& permit) override;

    // All accounts of a subject are in one shard, so that one lock covers all claims.
    Shard& shard_of(const Subject& subject) { return shards_[subject.hash() >> (64 - kShardBits)]; }

    const Stopwatch& stopwatch_;
    std::array<Shard, std::size_t{1} << kShardBits> shards_;
};

}  // namespace callboard::throttle
