// Budgets shared by several servers through Redis, with one round trip per decision. Slots are leases, so
// those of a crashed server expire. While Redis is unavailable, each server uses its local counters.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/periodic.h"
#include "throttle/local_ledger.h"
#include "throttle/redis_link.h"

namespace callboard::throttle {

class SharedLedger final : public Ledger {
  public:
    SharedLedger(const RedisAddress& address, LocalLedger& local, const Stopwatch& stopwatch,
                 RedisLink::StateListener listener);

    bool admit(const Subject& subject, Claims claims, Instant now, Permit& permit,
               std::move_only_function<void()> ready) override;
    void prefetch(const Subject& subject, Claims claims) override;
    bool healthy() const override { return link_.up(); }

    // So that a server does not begin with budgets of its own.
    bool wait_until_shared(std::chrono::milliseconds at_most) { return link_.wait_until_up(at_most); }

    // Ends the link: pending decisions, and all later ones, are made locally.
    void finish() { link_.finish(); }

    // Decisions that were made locally although they should be shared.
    std::uint64_t local_decisions() const { return local_decisions_.load(std::memory_order_relaxed); }

  private:
    struct Lease {
        Subject subject;
        Claims claims;
        Instant renewed_at;
    };

    void release(Permit& permit) override;
    void reacquire(Permit& permit) override;
    void charge(Permit& permit, std::int64_t units) override;
    void refund(Permit& permit) override;

    void apply_reply(const redisReply& reply, const Subject& subject, Claims claims, Permit& permit);
    void admit_locally(const Subject& subject, Claims claims, Instant now, Permit& permit);
    bool set_lease(const Lease& lease, std::uint64_t id, std::chrono::microseconds duration);
    void end(const Lease& lease, std::uint64_t id);
    void add_orphan(const Lease& lease, std::uint64_t id);
    void renew_leases();
    void end_orphaned_leases();
    std::string name_of_lease(std::uint64_t lease) const;

    LocalLedger& local_;
    const Stopwatch& stopwatch_;
    const std::string node_;  // makes lease ids unique across servers
    std::atomic<std::uint64_t> last_lease_{0};
    std::atomic<std::uint64_t> local_decisions_{0};
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, Lease> leases_;
    // Leases that ended, or may exist because a response was lost, while Redis was unavailable; released when
    // it is back.
    std::unordered_map<std::uint64_t, Lease> orphaned_;
    RedisLink link_;
    Periodic renewal_;
};

}  // namespace callboard::throttle
