// Computes hashes of passwords, one at a time and at low priority: 50 ms of a core that nobody else shall
// wait for. The thread of low priority does the arithmetic and nothing else. Whatever takes a lock that
// others wait for (this queue, the allocator, logs, the database) runs on threads of ordinary priority, so
// that nobody ever waits for a lock whose holder is not scheduled.
#pragma once

#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <semaphore>
#include <thread>

#include "accounts/password.h"

namespace callboard::accounts {

class HashQueue {
  public:
    // The arithmetic: HashJob::run() of one job, or of several. Must not throw.
    using Compute = std::move_only_function<void(const HashMemory&)>;
    // True: it was computed. False: somebody else was let in instead. Called once, on a thread of ordinary
    // priority that all others wait for. Must not throw.
    using Done = std::move_only_function<void(bool computed)>;

    struct Work {
        // Those with fewer failures come first, whenever they came: guessers do not keep others waiting.
        int failures = 0;
        std::size_t kibibytes = 0;
        Compute compute;
        Done done;
    };

    explicit HashQueue(std::size_t most_waiting);
    ~HashQueue() { finish(); }

    HashQueue(const HashQueue&) = delete;
    HashQueue& operator=(const HashQueue&) = delete;

    // False when too many wait already, all of them with as few failures: then done() is not called.
    [[nodiscard]] bool accept(Work work);

    std::size_t waiting() const;

    // Ends when everything that was accepted is done; nothing is accepted any more.
    void finish();

  private:
    struct Place {
        int failures;
        std::uint64_t number;  // in the order of arrival
        auto operator<=>(const Place&) const = default;
    };

    void hand_out();
    void compute();

    const std::size_t most_waiting_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<Place, Work> queue_;
    std::uint64_t last_number_ = 0;
    bool stopping_ = false;

    // Between the two threads there are only these: no lock.
    HashMemory memory_;
    Compute* current_ = nullptr;  // null: there will be no more
    std::binary_semaphore begin_{0};
    std::binary_semaphore computed_{0};

    std::thread low_priority_;
    std::thread ordinary_;
};

}  // namespace callboard::accounts
