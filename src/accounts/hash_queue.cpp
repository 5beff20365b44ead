#include "accounts/hash_queue.h"

#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <sys/resource.h>

namespace callboard::accounts {
namespace {

// Leaves about a tenth of a contended core for hashing, so that users can sign in on a busy server;
// SCHED_IDLE would leave about a three-hundredth.
constexpr int kNice = 10;

}  // namespace

HashQueue::HashQueue(std::size_t most_waiting)
    : most_waiting_(most_waiting), ordinary_([this] { dispatch(); }) {
    try {
        low_priority_ = std::thread{[this] { compute(); }};
    } catch (const std::system_error&) {
        finish();  // the other thread would otherwise end the process
        throw;
    }
}

bool HashQueue::accept(Work work) {
    std::optional<Work> displaced;
    {
        const std::lock_guard lock{mutex_};
        if (stopping_) return false;
        if (queue_.size() >= most_waiting_) {
            const auto last = std::prev(queue_.end());
            if (last->first.failures <= work.failures) return false;
            displaced.emplace(std::move(last->second));
            queue_.erase(last);
        }
        const Place place{.failures = work.failures, .number = ++last_number_};
        queue_.emplace(place, std::move(work));
    }
    wake_.notify_one();
    if (displaced) displaced->done(false);
    return true;
}

std::size_t HashQueue::waiting() const {
    const std::lock_guard lock{mutex_};
    return queue_.size();
}

void HashQueue::finish() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    if (ordinary_.joinable()) ordinary_.join();
    if (low_priority_.joinable()) low_priority_.join();
}

void HashQueue::dispatch() {
    for (;;) {
        Work work;
        {
            std::unique_lock lock{mutex_};
            if (queue_.empty()) memory_ = {};  // frees 19 MiB while no hash is wanted
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) break;
            work = std::move(queue_.begin()->second);
            queue_.erase(queue_.begin());
        }
        const bool has_memory = memory_.reserve(work.kibibytes);
        if (has_memory) {
            current_ = &work.compute;
            begin_.release();
            computed_.acquire();
        }
        work.compute = nullptr;  // it holds a password; free it before done()
        work.done(has_memory);
    }
    current_ = nullptr;
    begin_.release();
}

void HashQueue::compute() {
    constexpr id_t kThisThread = 0;
    setpriority(PRIO_PROCESS, kThisThread, getpriority(PRIO_PROCESS, kThisThread) + kNice);
    for (;;) {
        begin_.acquire();
        if (!current_) return;
        (*current_)(memory_);
        computed_.release();
    }
}

}  // namespace callboard::accounts
