// Where light reads of SQLite run: on the thread that asks, usually an event loop, because a read of cached
// pages is shorter than the hop to another thread. While pages come from the disk, they run on the pool, and
// the loop goes on with other requests. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <mutex>

#include "base/clock.h"

namespace callboard::db {

class LightReads {
  public:
    explicit LightReads(const Stopwatch& stopwatch) : stopwatch_(stopwatch) {}

    enum class Place {
        here,
        trial,  // here, to find out whether reads are fast again
        pool
    };

    // The place of the next read. One that runs here is measured.
    Place next();
    class Measurement;

    // Reads run on the pool, but for a trial from time to time.
    bool are_slow() const { return slow_.load(std::memory_order_relaxed); }

  private:
    static constexpr std::chrono::milliseconds kSlowRead{2};
    static constexpr std::size_t kSlowReads = 4;  // within the window
    static constexpr std::chrono::seconds kWindow{1};
    static constexpr std::chrono::seconds kPause{1};  // between trials

    void took(Place place, Stopwatch::Instant began);

    const Stopwatch& stopwatch_;
    std::atomic<bool> slow_ = false;
    std::mutex mutex_;
    std::array<Stopwatch::Instant, kSlowReads> ends_{};  // of the last slow reads
    std::size_t oldest_ = 0;                             // among them
    Stopwatch::Instant next_trial_;
    bool in_trial_ = false;
};

// From its construction to its destruction.
class LightReads::Measurement {
  public:
    Measurement(LightReads& reads, Place place)
        : reads_(reads), place_(place), began_(reads.stopwatch_.now()) {}
    ~Measurement() { reads_.took(place_, began_); }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;

  private:
    LightReads& reads_;
    const Place place_;
    const Stopwatch::Instant began_;
};

}  // namespace callboard::db
