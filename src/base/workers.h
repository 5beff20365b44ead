// A fixed thread pool with one bounded queue.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace callboard {

class Workers {
  public:
    using Work = std::move_only_function<void()>;  // must not throw

    Workers(std::size_t threads, std::size_t most_waiting);
    ~Workers() { finish(); }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Returns false if the queue is full (backpressure: failing fast is better than answering too late) or
    // finish() was called.
    [[nodiscard]] bool accept(Work work);

    std::size_t waiting() const;

    // Accepts nothing more, runs everything that is queued, and joins the threads.
    void finish();

  private:
    void run();

    const std::size_t most_waiting_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Work> queue_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace callboard
