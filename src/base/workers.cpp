#include "base/workers.h"

#include <system_error>
#include <utility>

namespace callboard {

Workers::Workers(std::size_t threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
    threads_.reserve(threads);
    try {
        for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
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
        if (stopping_ || queue_.size() >= most_waiting_) return false;
        queue_.push_back(std::move(work));
    }
    wake_.notify_one();
    return true;
}

std::size_t Workers::waiting() const {
    const std::lock_guard lock{mutex_};
    return queue_.size();
}

void Workers::run() {
    for (;;) {
        Work work;
        {
            std::unique_lock lock{mutex_};
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) return;
            work = std::move(queue_.front());
            queue_.pop_front();
        }
        work();
    }
}

}  // namespace callboard
