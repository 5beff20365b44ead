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

// The commands that begin a connection: AUTH, SELECT.
std::vector<std::vector<std::string>> setup_commands(const RedisAddress& address);

}  // namespace callboard::throttle
