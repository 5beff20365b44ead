// Checks whether a Redis server is usable, without writing to it.
#pragma once

#include <string>

#include "throttle/redis_address.h"

namespace callboard::throttle {

struct RedisProbe {
    std::string failure;         // why it cannot be used; empty if it can
    std::string version;         // such as 7.0.15; empty if unknown
    bool is_wrong_mode = false;  // Sentinel or Cluster: it can never be used
};

RedisProbe probe_redis(const RedisAddress& address);

}  // namespace callboard::throttle
