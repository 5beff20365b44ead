#include "throttle/redis_probe.h"

#include <sys/time.h>

#include "throttle/redis_connection.h"
#include "throttle/redis_facts.h"

namespace callboard::throttle {

RedisProbe probe_redis(const RedisAddress& address) {
    constexpr timeval kTimeLimit{2, 0};
    RedisConnection connection;
    if (std::string why = connection.open(address, kTimeLimit); !why.empty()) return {.failure = why};
    const RedisReply reply = connection.ask({"PING"});
    if (const std::string why = connection.fault(reply); !why.empty()) return {.failure = "PING: " + why};
    const RedisFacts facts = facts_of(connection);
    return {.failure = obstacle(facts), .version = facts.version, .is_wrong_mode = is_wrong_mode(facts)};
}

}  // namespace callboard::throttle
