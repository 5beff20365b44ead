// What kind of server a Redis is. Private to this folder.
#pragma once

#include <string>

#include "throttle/redis_connection.h"

namespace callboard::throttle {

// What INFO or HELLO tells about a server; empty where it is unknown, because an ACL may forbid both.
struct RedisFacts {
    std::string version;  // such as 7.0.15
    std::string mode;     // standalone, cluster or sentinel
    std::string role;     // master or slave
};
RedisFacts facts_of(RedisConnection& connection);

// Why budgets cannot be shared through this server; empty if they can.
std::string obstacle(const RedisFacts& facts);

// Is it in a mode that it keeps, so that waiting does not help?
bool is_wrong_mode(const RedisFacts& facts);

}  // namespace callboard::throttle
