// Synchronous Redis commands. Private to this folder.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <hiredis/hiredis.h>

#include "throttle/redis_link.h"

namespace callboard::throttle {

using RedisReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

// The arguments of a command in the form of hiredis; `words` must outlive it.
struct RedisWords {
    explicit RedisWords(const std::vector<std::string>& words);
    int count() const { return static_cast<int>(texts.size()); }

    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
};

RedisReply ask(redisContext& context, const std::vector<std::string>& command);

// The error of a command; empty on success.
std::string fault(const redisContext& context, const RedisReply& reply);

// What INFO tells about a server; empty where it is unknown, because an ACL may forbid INFO.
struct RedisFacts {
    std::string version;  // such as 7.0.15
    std::string mode;     // standalone, cluster or sentinel
    std::string role;     // master or slave
};
RedisFacts facts_of(redisContext& context);

// Why budgets cannot be shared through this server; empty if they can.
std::string obstacle(const RedisFacts& facts);

// Is it in a mode that it keeps, so that waiting does not help?
bool is_wrong_mode(const RedisFacts& facts);

// The commands that begin a connection: AUTH, SELECT.
std::vector<std::vector<std::string>> setup_commands(const RedisAddress& address);

}  // namespace callboard::throttle
