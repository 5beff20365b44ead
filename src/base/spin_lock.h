// A spinlock for critical sections of a few nanoseconds; for longer ones use std::mutex.
#pragma once

#include <atomic>
#include <thread>

namespace callboard {

class SpinLock {
  public:
    void lock() {
        for (int tries = 0; taken_.exchange(true, std::memory_order_acquire); ++tries) {
            // The holder may have been preempted: let it run.
            if (tries >= 100) std::this_thread::yield();
        }
    }
    void unlock() { taken_.store(false, std::memory_order_release); }

  private:
    std::atomic<bool> taken_{false};
};

}  // namespace callboard
