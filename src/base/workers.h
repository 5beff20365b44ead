// A fixed number of threads that take work from one bounded queue.
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

    // False when too much waits already: better an answer now than one that comes too late.
    [[nodiscard]] bool accept(Work work);

    std::size_t waiting() const;

    // Ends when everything that was accepted is done; nothing is accepted any more.
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
