#include "base/workers.h"

#include <system_error>
#include <utility>

namespace callboard {

Workers::Workers(std::size_t threads, std::size_t most_waiting, Start start)
    : most_threads_(threads), most_waiting_(most_waiting) {
    threads_.reserve(threads);
    if (start == Start::when_needed) return;
    try {
        const std::lock_guard lock{mutex_};
        while (threads_.size() < threads) start_thread();
    } catch (const std::system_error&) {
        finish();  // those that were started would otherwise end the process
        throw;
    }
}

void Workers::finish() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_)
        if (thread.joinable()) thread.join();
}

bool Workers::accept(Work work) {
    {
        const std::lock_guard lock{mutex_};
        if (stopping_ || queue_.size() >= most_waiting_ || !has_thread_for_one_more()) return false;
        queue_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
}

// Starts one if all are busy.
bool Workers::has_thread_for_one_more() {
    if (queue_.size() < idle_ || threads_.size() == most_threads_) return true;
    try {
        start_thread();
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
        // Out of memory: the others do the work, if there are any.
    }
    return !threads_.empty();
}

std::size_t Workers::waiting() const {
    const std::lock_guard lock{mutex_};
    return queue_.size();
}

void Workers::start_thread() {
    threads_.emplace_back([this] { run(); });
    ++idle_;
}

void Workers::run() {
    std::unique_lock lock{mutex_};
    for (;;) {
        wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
        if (queue_.empty()) return;
        Work work = std::move(queue_.front());
        queue_.pop_front();
        --idle_;
        lock.unlock();
        work();
        work = {};  // what it holds is released here, not under the lock
        lock.lock();
        ++idle_;
    }
}

}  // namespace callboard
