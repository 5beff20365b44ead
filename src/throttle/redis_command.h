// Commands to Redis on a connection that waits for each answer. Only the files of this folder see it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <hiredis/hiredis.h>

#include "throttle/redis_link.h"

namespace callboard::throttle {

using RedisReply = std::unique_ptr<redisReply, decltype(&freeReplyObject)>;

// The words of a command as hiredis takes them; they must outlive it.
struct RedisWords {
    explicit RedisWords(const std::vector<std::string>& words);
    int count() const { return static_cast<int>(texts.size()); }

    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
};

RedisReply ask(redisContext& context, const std::vector<std::string>& command);

// Why there was no good answer; empty when there was.
std::string fault(const redisContext& context, const RedisReply& reply);

// What a new connection begins with: the password, the number of the database.
std::vector<std::vector<std::string>> greetings_for(const RedisAddress& address);

}  // namespace callboard::throttle
