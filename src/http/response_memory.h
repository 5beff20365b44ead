// The memory of responses that wait for their readers. What several of them share is counted once. Those
// without a credential have a part of their own, of which one network has a share: whoever reads slowly takes
// nothing from callers with a credential, and little from other strangers. Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "base/network.h"
#include "http/memory_budget.h"

namespace callboard::http {

// What one response holds.
struct HeldBody {
    std::size_t bytes = 0;
    const void* shared = nullptr;      // the address of bytes that other responses may hold as well
    std::optional<IpAddress> network;  // of a client without a credential (site_of)
};

class ResponseMemory {
  public:
    // `part` of the budget is for all responses without a credential; 0: no limit.
    ResponseMemory(MemoryBudget& budget, std::size_t part) : budget_(budget), part_(part) {}

    // The part of it that one network may hold.
    static constexpr std::size_t share_of_network(std::size_t part) { return part / 4; }

    // One response at a time may be larger than the part or the share: otherwise it could never be sent.
    bool has_room_for(const HeldBody& body) const;

    // As long as the response waits.
    class Hold {
      public:
        Hold(ResponseMemory& memory, const HeldBody& body) : memory_(memory), body_(body) {
            memory_.add(body_);
        }
        ~Hold() { memory_.remove(body_); }

        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

      private:
        ResponseMemory& memory_;
        const HeldBody body_;
    };

  private:
    class Account {
      public:
        bool is_empty() const { return responses_ == 0; }
        bool has_room_for(const HeldBody& body, std::size_t limit) const;
        std::size_t more_with(const HeldBody& body) const;
        void prepare(const HeldBody& body);        // what of add() may fail
        std::size_t add(const HeldBody& body);     // returns by how much it grows
        std::size_t remove(const HeldBody& body);  // likewise, shrinks

      private:
        std::size_t responses_ = 0;
        std::size_t bytes_ = 0;
        std::map<const void*, std::size_t> shared_;  // by address: how many responses
    };

    void add(const HeldBody& body);
    void remove(const HeldBody& body);

    MemoryBudget& budget_;
    const std::size_t part_;
    std::atomic<std::size_t> anonymous_responses_{0};
    mutable std::mutex mutex_;
    Account all_;
    Account anonymous_;
    std::map<IpAddress, Account> networks_;  // of clients without a credential
};

}  // namespace callboard::http
