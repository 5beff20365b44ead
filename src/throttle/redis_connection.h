// A connection to Redis, with or without TLS. One thread may receive while others send. Private to this
// folder.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hiredis/hiredis.h>
#include <sys/types.h>

#include "throttle/redis_address.h"

struct ssl_st;

namespace callboard::throttle {

using RedisReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

// A command in the protocol of Redis.
std::string formatted(const std::vector<std::string>& command);

class RedisConnection {
  public:
    // Connects and authenticates, within the time limit for each step, which also holds for ask(). Returns
    // the error; empty on success.
    std::string open(const RedisAddress& address, timeval time_limit);

    // Sends a command and waits for its reply. Null: the connection failed, see fault().
    RedisReply ask(const std::vector<std::string>& command);

    // The error of a command; empty on success.
    std::string fault(const RedisReply& reply) const;

    // From now on only these, which do not wait: -1 with EAGAIN in errno if nothing can be sent or received.
    void stop_waiting();
    ssize_t send(std::string_view bytes);
    ssize_t receive(std::span<char> bytes);
    bool has_received_more() const;  // that the socket does not announce

    int socket() const { return context_->fd; }
    redisReader& reader() { return *context_->reader; }

    // Ends it for all threads.
    void shut_down() const;

  private:
    struct Free {
        void operator()(redisContext* context) const { redisFree(context); }
        void operator()(ssl_st* tls) const;
    };

    std::string begin_tls(const RedisAddress& address);
    ssize_t result_of_tls(int result);

    std::unique_ptr<redisContext, Free> context_;
    std::unique_ptr<ssl_st, Free> tls_;  // null without TLS; requires the lock
    mutable std::mutex tls_mutex_;
    std::string failure_;
};

}  // namespace callboard::throttle
