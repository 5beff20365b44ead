// Fault injection for clients of a sandbox: the next matching calls get an error, a delay, or a closed
// connection. Each caller has its own faults. They are in memory only and lost at a restart. Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "throttle/ledger.h"

namespace callboard::edge {

struct FaultMatch {
    std::string method;
    std::string path;  // of the call, or the path template of the operation
};

// Exactly one of status, delay and drop is set.
struct RequestedFault {
    FaultMatch match;
    std::optional<int> status;
    std::optional<std::chrono::milliseconds> delay;
    bool drop = false;
    int times = 1;  // remaining
};

class Faults {
  public:
    static constexpr std::size_t kMostOfACaller = 20;
    static constexpr std::size_t kMost = 10'000;  // in total

    Faults();
    ~Faults() { finish(); }

    Faults(const Faults&) = delete;
    Faults& operator=(const Faults&) = delete;

    // Returns false if there are too many.
    [[nodiscard]] bool add(const throttle::Subject& caller, RequestedFault fault);
    std::vector<RequestedFault> of(const throttle::Subject& caller) const;
    void remove(const throttle::Subject& caller);

    // The first match; its remaining times are decremented.
    std::optional<RequestedFault> take(const throttle::Subject& caller, std::string_view method,
                                       std::string_view path, std::string_view pattern);

    // Calls `then` on another thread after that time, or soon after stop was requested. It must not block.
    void delay(std::chrono::milliseconds how_long, std::stop_token stop,
               std::move_only_function<void()> then);

    // Runs all delayed calls immediately.
    void finish();

  private:
    struct Hash {
        std::size_t operator()(const throttle::Subject& caller) const { return caller.hash(); }
    };
    using Instant = std::chrono::steady_clock::time_point;
    struct Delayed {
        Instant due;
        std::stop_token stop;
        std::move_only_function<void()> then;
    };

    void run();
    std::list<Delayed> take_due(Instant now);

    mutable std::mutex mutex_;
    std::unordered_map<throttle::Subject, std::vector<RequestedFault>, Hash> faults_;
    std::size_t count_ = 0;

    std::mutex delay_mutex_;
    std::condition_variable wake_;
    std::list<Delayed> delayed_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace callboard::edge
