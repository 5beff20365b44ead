// Load shedding: limits the requests in flight and refuses the most expensive first. The bound is lowered
// when even light requests are slow, and raised again when they are fast. Thread-safe.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include "base/clock.h"

namespace callboard::throttle {

// In the order in which they are refused. A public read is one of a client without a credential that has to
// be made.
enum class LoadClass { public_read, heavy_read, write, light_read };

class LoadGuard {
  public:
    // A request is in flight as long as its ticket lives.
    class Ticket {
      public:
        Ticket() = default;
        Ticket(const Ticket&) = delete;
        Ticket& operator=(const Ticket&) = delete;
        ~Ticket() { leave(); }

        void leave() {
            if (guard_) std::exchange(guard_, nullptr)->leave();
        }
        // Reports the duration of the completed request.
        void done(std::chrono::nanoseconds took, Stopwatch::Instant now) {
            if (guard_ && load_class_ == LoadClass::light_read) guard_->adapt(took, now);
            leave();
        }

      private:
        friend class LoadGuard;
        LoadGuard* guard_ = nullptr;
        LoadClass load_class_{};
    };

    // 0: no limit.
    explicit LoadGuard(std::uint32_t most) : most_(most), bound_(most) {}

    // The same number changes nothing: the bound may be lower for a reason.
    void set_most(std::uint32_t most) {
        if (most_.exchange(most, std::memory_order_relaxed) != most)
            bound_.store(most, std::memory_order_relaxed);
    }

    bool enter(LoadClass load_class, Ticket& ticket);

    std::uint32_t in_flight() const { return in_flight_.load(std::memory_order_relaxed); }
    // The minimum, because adapt() may write a bound that it has read before set_most().
    std::uint32_t bound() const { return std::min(bound_.load(std::memory_order_relaxed), most()); }

  private:
    std::uint32_t most() const { return most_.load(std::memory_order_relaxed); }
    void leave() { in_flight_.fetch_sub(1, std::memory_order_relaxed); }
    void adapt(std::chrono::nanoseconds took, Stopwatch::Instant now);

    std::atomic<std::uint32_t> most_;
    std::atomic<std::uint32_t> in_flight_{0};
    std::atomic<std::uint32_t> bound_;
    std::atomic<std::int64_t> lowered_at_{0};
};

}  // namespace callboard::throttle
