#include "throttle/redis_probe.h"

#include <chrono>

#include "throttle/redis_connection.h"
#include "throttle/redis_facts.h"

namespace callboard::throttle {

RedisProbe probe_redis(const RedisAddress& address) {
    constexpr std::chrono::seconds kTimeLimit{2};
    RedisConnection connection;
    if (std::string why = connection.open(address, kTimeLimit); !why.empty()) return {.failure = why};
    const RedisFacts facts = facts_of(connection);
    const RedisReply reply = connection.ask({"PING"});
    if (const std::string why = connection.fault(reply); !why.empty()) return {.failure = "PING: " + why};
    return {.failure = obstacle(facts), .version = facts.version, .is_wrong_mode = is_wrong_mode(facts)};
}

}  // namespace callboard::throttle
