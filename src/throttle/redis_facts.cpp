#include "throttle/redis_facts.h"

#include <charconv>
#include <string_view>

namespace callboard::throttle {
namespace {

constexpr int kOldest = 7;  // the first version with functions

std::string value_in(std::string_view info, std::string_view key) {
    const auto at = info.find(key);
    if (at == std::string_view::npos) return "";
    const std::string_view rest = info.substr(at + key.size());
    return std::string{rest.substr(0, rest.find_first_of("\r\n"))};
}

bool is_too_old(std::string_view version) {
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return !version.empty() && major < kOldest;
}

// Names and values in turn.
std::string value_after(std::string_view name, const RedisReply& reply) {
    for (std::size_t at = 0; at + 1 < reply->elements; at += 2) {
        const redisReply& key = *reply->element[at];
        const redisReply& value = *reply->element[at + 1];
        if (key.str && value.str && name == std::string_view{key.str, key.len}) return {value.str, value.len};
    }
    return "";
}

RedisFacts facts_from_hello(RedisConnection& connection) {
    const RedisReply reply = connection.ask({"HELLO"});
    if (!connection.fault(reply).empty()) return {};
    return {.version = value_after("version", reply),
            .mode = value_after("mode", reply),
            .role = value_after("role", reply) == "replica" ? "slave" : value_after("role", reply)};
}

}  // namespace

RedisFacts facts_of(RedisConnection& connection) {
    const RedisReply reply = connection.ask({"INFO"});
    if (!reply) return {};
    if (!connection.fault(reply).empty() || !reply->str) return facts_from_hello(connection);
    const std::string_view info{reply->str, reply->len};
    return {.version = value_in(info, "\nredis_version:"),
            .mode = value_in(info, "\nredis_mode:"),
            .role = value_in(info, "\nrole:")};
}

std::string obstacle(const RedisFacts& facts) {
    if (facts.mode == "sentinel")
        return "this is a Redis Sentinel, which does not count; give the address of the Redis server itself";
    if (facts.mode == "cluster")
        return "this is a node of a Redis Cluster, which is not supported; use a single Redis server";
    if (is_too_old(facts.version)) return "Redis " + facts.version + " is too old; 7 or newer is needed";
    if (facts.role == "slave")
        return "this Redis is a replica, which does not count; give the address of its primary";
    return "";
}

bool is_wrong_mode(const RedisFacts& facts) {
    return facts.mode == "sentinel" || facts.mode == "cluster";
}

}  // namespace callboard::throttle
