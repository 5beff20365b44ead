// Whether a Redis server can be reached, without leaving anything in it.
#pragma once

#include <string>

#include "throttle/redis_link.h"

namespace callboard::throttle {

struct RedisProbe {
    std::string failure;  // why it cannot be used; empty when it can
    std::string version;  // 7.0.15; empty when the server does not say
};

RedisProbe probe_redis(const RedisAddress& address);

}  // namespace callboard::throttle
