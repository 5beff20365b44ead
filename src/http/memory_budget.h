// Limits the total memory of the buffers of all connections, for requests being read and responses being
// written. Thread-safe; a change is one atomic operation, and small messages need none.
#pragma once

#include <atomic>
#include <cstddef>

namespace callboard::http {

// Request bodies of callers without a credential may hold this part of the budget together, and responses to
// them as much, so that those with a credential always find memory.
constexpr std::size_t anonymous_part(std::size_t limit) {
    return limit / 4;
}

class MemoryBudget {
  public:
    explicit MemoryBudget(std::size_t limit) : limit_(limit) {}  // 0: no limit

    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    std::size_t limit() const { return limit_; }
    std::size_t in_use() const { return in_use_.load(std::memory_order_relaxed); }
    bool has_room_for(std::size_t more) const { return limit_ == 0 || in_use() + more <= limit_; }

    // Whatever the limit is; returns what is in use then.
    std::size_t add(std::size_t bytes) { return in_use_.fetch_add(bytes, std::memory_order_relaxed) + bytes; }
    void remove(std::size_t bytes) { in_use_.fetch_sub(bytes, std::memory_order_relaxed); }

  private:
    const std::size_t limit_;
    std::atomic<std::size_t> in_use_{0};
};

// The share of one connection, returned by the destructor.
class MemoryShare {
  public:
    // `always` is reserved for the lifetime of the share, even beyond the limit.
    MemoryShare(MemoryBudget& budget, std::size_t always) : budget_(budget), always_(always) {
        budget_.add(always_);
    }
    ~MemoryShare() { budget_.remove(always_ + held_); }

    MemoryShare(const MemoryShare&) = delete;
    MemoryShare& operator=(const MemoryShare&) = delete;

    // Sets the memory in use besides `always`. Returns false and changes nothing if the limit would be
    // exceeded.
    [[nodiscard]] bool try_hold(std::size_t bytes) {
        if (bytes <= held_) {
            hold(bytes);
            return true;
        }
        const std::size_t more = bytes - held_;
        if (budget_.add(more) > budget_.limit() && budget_.limit() > 0) {
            budget_.remove(more);
            return false;
        }
        held_ = bytes;
        return true;
    }

    // The same without the limit, for memory that is already in use.
    void hold(std::size_t bytes) {
        if (bytes > held_) budget_.add(bytes - held_);
        if (bytes < held_) budget_.remove(held_ - bytes);
        held_ = bytes;
    }

  private:
    MemoryBudget& budget_;
    const std::size_t always_;
    std::size_t held_ = 0;
};

}  // namespace callboard::http
