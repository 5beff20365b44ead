// A thread pool with one bounded queue.
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

    // A pool that is rarely used starts its threads when it needs them: each has a stack.
    enum class Start { at_once, when_needed };

    Workers(std::size_t threads, std::size_t most_waiting, Start start = Start::at_once);
    ~Workers() { finish(); }

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    // Returns false if the queue is full (backpressure: failing fast is better than answering too late),
    // finish() was called, or no thread can be started.
    [[nodiscard]] bool accept(Work work);

    std::size_t waiting() const;

    // Accepts nothing more, runs everything that is queued, and joins the threads.
    void finish();

  private:
    void start_thread();
    void run();
    bool has_thread_for_one_more();

    const std::size_t most_threads_;
    const std::size_t most_waiting_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Work> queue_;
    std::size_t idle_ = 0;  // threads that do no work
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace callboard
