#include "throttle/redis_probe.h"

#include <memory>

#include <sys/time.h>

#include "throttle/redis_command.h"

namespace callboard::throttle {
namespace {

constexpr timeval kConnectTimeout{2, 0};

struct Free {
    void operator()(redisContext* context) const { redisFree(context); }
};

}  // namespace

RedisProbe probe_redis(const RedisAddress& address) {
    const std::unique_ptr<redisContext, Free> context{
        redisConnectWithTimeout(address.server.host.c_str(), address.server.port, kConnectTimeout)};
    if (!context) return {.failure = "out of memory"};
    if (context->err != 0) return {.failure = context->errstr};
    redisSetTimeout(context.get(), kConnectTimeout);
    auto commands = setup_commands(address);
    commands.push_back({"PING"});
    for (const auto& words : commands) {
        const RedisReply reply = ask(*context, words);
        if (const std::string why = fault(*context, reply); !why.empty())
            return {.failure = words.front() + ": " + why};
    }
    const RedisFacts facts = facts_of(*context);
    return {.failure = obstacle(facts), .version = facts.version, .is_wrong_mode = is_wrong_mode(facts)};
}

}  // namespace callboard::throttle
