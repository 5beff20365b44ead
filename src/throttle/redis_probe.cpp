#include "throttle/redis_probe.h"

#include <charconv>
#include <string_view>

#include <sys/time.h>

#include "throttle/redis_command.h"

namespace callboard::throttle {
namespace {

constexpr timeval kConnectTimeout{2, 0};
constexpr int kOldest = 7;  // the first version with functions

struct Free {
    void operator()(redisContext* context) const { redisFree(context); }
};

// From the response to INFO.
std::string version_in(std::string_view info) {
    constexpr std::string_view kKey = "redis_version:";
    const auto at = info.find(kKey);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = info.substr(at + kKey.size());
    return std::string{rest.substr(0, rest.find_first_of("\r\n"))};
}

bool is_too_old(std::string_view version) {
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return !version.empty() && major < kOldest;
}

}  // namespace

RedisProbe probe_redis(const RedisAddress& address) {
    const std::unique_ptr<redisContext, Free> context{
        redisConnectWithTimeout(address.server.host.c_str(), address.server.port, kConnectTimeout)};
    if (!context) return {.failure = "out of memory", .version = ""};
    if (context->err != 0) return {.failure = context->errstr, .version = ""};
    redisSetTimeout(context.get(), kConnectTimeout);
    auto commands = setup_commands(address);
    commands.push_back({"PING"});
    for (const auto& words : commands) {
        const RedisReply reply = ask(*context, words);
        if (const std::string why = fault(*context, reply); !why.empty())
            return {.failure = words.front() + ": " + why, .version = ""};
    }
    const RedisReply info = ask(*context, {"INFO", "server"});
    if (!fault(*context, info).empty()) return {};  // INFO may be forbidden by an ACL
    RedisProbe found{.failure = "", .version = version_in({info->str, info->len})};
    if (is_too_old(found.version))
        found.failure = "Redis " + found.version + " is too old; 7 or newer is needed";
    return found;
}

}  // namespace callboard::throttle
