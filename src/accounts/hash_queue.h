// Computes password hashes one at a time on a thread of low priority, because each takes 50 ms of a core.
// That thread only computes. Everything that takes a shared lock (this queue, the allocator, logs, the
// database) runs on threads of normal priority, which avoids priority inversion.
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
    // Calls HashJob::run() of one or several jobs. Must not throw.
    using Compute = std::move_only_function<void(const HashMemory&)>;
    // False if it was not computed: displaced by work with fewer failures, or no memory. Called once, on a
    // thread of normal priority that serves the whole queue. Must not throw.
    using Done = std::move_only_function<void(bool computed)>;

    struct Work {
        // Priority: work with fewer failed sign-ins is first, so that password guessing does not delay other
        // users.
        int failures = 0;
        std::size_t kibibytes = 0;
        Compute compute;
        Done done;
    };

    explicit HashQueue(std::size_t most_waiting);
    ~HashQueue() { finish(); }

    HashQueue(const HashQueue&) = delete;
    HashQueue& operator=(const HashQueue&) = delete;

    // Returns false, without calling done(), if the queue is full and nothing in it has more failures.
    [[nodiscard]] bool accept(Work work);

    std::size_t waiting() const;

    // Computes all accepted work and stops; later calls of accept() return false.
    void finish();

  private:
    struct Place {
        int failures;
        std::uint64_t number;  // FIFO among equal failures
        auto operator<=>(const Place&) const = default;
    };

    void dispatch();
    void compute();

    const std::size_t most_waiting_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<Place, Work> queue_;
    std::uint64_t last_number_ = 0;
    bool stopping_ = false;

    // Shared by the two threads and synchronized by the semaphores, without a lock.
    HashMemory memory_;
    Compute* current_ = nullptr;  // null: stop
    std::binary_semaphore begin_{0};
    std::binary_semaphore computed_{0};

    std::thread ordinary_;
    std::thread low_priority_;
};

}  // namespace callboard::accounts
