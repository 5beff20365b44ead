// One connection to Redis, shared by all threads; commands are pipelined. When a response is late or the
// connection breaks, all pending commands fail at once, and send() fails until the link is connected again.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "throttle/redis_address.h"

struct redisReply;  // NOLINT(readability-identifier-naming): theirs

namespace callboard::throttle {

class RedisConnection;

class RedisLink {
  public:
    // Called on the link's thread when the link comes up, goes down, or is down for another reason.
    using StateListener = std::function<void(bool up, std::string_view why)>;
    // Called once; null if there is no response.
    using Done = std::move_only_function<void(const redisReply*)>;

    // `library` is loaded on every connection, because a restarted Redis may have lost it.
    RedisLink(RedisAddress address, std::string library, const Stopwatch& stopwatch, StateListener listener);
    ~RedisLink();

    RedisLink(const RedisLink&) = delete;
    RedisLink& operator=(const RedisLink&) = delete;

    // Closes the link for good; pending commands fail.
    void finish();

    bool up() const { return up_.load(std::memory_order_acquire); }
    bool wait_until_up(std::chrono::milliseconds at_most);  // false: it is not

    // Returns false if the link is down; `done` is not called then.
    bool send(const std::vector<std::string>& words, Done done);

  private:
    using Instant = Stopwatch::Instant;
    struct Waiting {
        Done done;
        Instant since;
    };

    void run();
    void set_up();
    bool stopping();
    std::string connect();  // returns the error
    std::string serve();    // until an error occurs, which it returns
    std::string read();
    void write_some();  // requires the lock
    std::string read_replies();
    bool is_reply_overdue();
    void disconnect(const std::string& why);
    void report_state(bool up, const std::string& why);

    const RedisAddress address_;
    const std::string library_;
    const Stopwatch& stopwatch_;
    const StateListener listener_;
    std::atomic<bool> up_{false};

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable came_up_;
    bool stopping_ = false;
    std::unique_ptr<RedisConnection> connection_;
    std::string unsent_;
    std::deque<Waiting> waiting_;
    std::pair<bool, std::string> reported_{false, ""};
    std::thread thread_;
};

}  // namespace callboard::throttle
