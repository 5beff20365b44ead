// A connection to Redis, with or without TLS. One thread may receive while others send. Private to this
// folder.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hiredis/hiredis.h>
#include <sys/types.h>

#include "base/clock.h"
#include "throttle/redis_address.h"

struct ssl_st;

namespace callboard::throttle {

using RedisReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

// A command in the protocol of Redis.
std::string formatted(const std::vector<std::string>& command);

class RedisConnection {
  public:
    // Connects and authenticates. Returns the error; empty on success. The time limit is one for this and all
    // following calls of ask() together.
    std::string open(const RedisAddress& address, std::chrono::milliseconds time_limit);

    // Sends a command and waits for its reply. Null: the connection failed for good, see fault().
    RedisReply ask(const std::vector<std::string>& command);

    // The error of a command; empty on success.
    std::string fault(const RedisReply& reply) const;

    // These do not wait: -1 with EAGAIN in errno if nothing can be sent or received.
    ssize_t send(std::string_view bytes);
    ssize_t receive(std::span<char> bytes);
    bool has_received_more() const;  // that the socket does not announce

    // Takes the next reply from what was received and added. Null: it is not complete if fault() is empty, or
    // the connection failed. A reply that is too long or too deep is a failure, so that memory is bounded.
    void add_received(std::string_view bytes);
    RedisReply take_reply();

    int socket() const { return context_->fd; }

    // Ends it for all threads.
    void shut_down() const;

  private:
    struct Free {
        void operator()(redisContext* context) const { redisFree(context); }
        void operator()(ssl_st* tls) const;
    };

    std::string begin_tls(const RedisAddress& address);
    std::chrono::milliseconds time_left() const;
    bool wait_for(short event) const;  // false: the time limit has passed
    RedisReply failed(std::string why);
    std::string error() const;
    ssize_t result_of_tls(int result);

    std::unique_ptr<redisContext, Free> context_;
    std::unique_ptr<ssl_st, Free> tls_;  // null without TLS; requires the lock
    mutable std::mutex tls_mutex_;
    SystemStopwatch stopwatch_;
    Stopwatch::Instant deadline_;
    std::size_t unfinished_ = 0;  // bytes of the reply that is not complete
    std::string failure_;
};

}  // namespace callboard::throttle
