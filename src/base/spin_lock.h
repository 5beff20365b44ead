// A lock for a few nanoseconds of work. For anything longer there is std::mutex.
#pragma once

#include <atomic>
#include <thread>

namespace callboard {

class SpinLock {
  public:
    void lock() {
        for (int tries = 0; taken_.exchange(true, std::memory_order_acquire); ++tries) {
            // Whoever holds it may have lost its processor: then waiting here only keeps it away.
            if (tries >= 100) std::this_thread::yield();
        }
    }
    void unlock() { taken_.store(false, std::memory_order_release); }

  private:
    std::atomic<bool> taken_{false};
};

}  // namespace callboard
