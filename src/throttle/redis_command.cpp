#include "throttle/redis_command.h"

namespace callboard::throttle {

RedisWords::RedisWords(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        texts.push_back(word.data());
        sizes.push_back(word.size());
    }
}

RedisReply ask(redisContext& context, const std::vector<std::string>& command) {
    RedisWords words{command};
    void* const reply = redisCommandArgv(&context, words.count(), words.texts.data(), words.sizes.data());
    return {static_cast<redisReply*>(reply), freeReplyObject};
}

std::string fault(const redisContext& context, const RedisReply& reply) {
    if (!reply) return context.errstr;
    return reply->type == REDIS_REPLY_ERROR ? std::string{reply->str, reply->len} : "";
}

std::vector<std::vector<std::string>> setup_commands(const RedisAddress& address) {
    std::vector<std::vector<std::string>> commands;
    if (address.password) {
        const std::string password{address.password->reveal()};
        commands.push_back(address.user.empty() ? std::vector<std::string>{"AUTH", password}
                                                : std::vector<std::string>{"AUTH", address.user, password});
    }
    if (address.database != 0) commands.push_back({"SELECT", std::to_string(address.database)});
    return commands;
}

}  // namespace callboard::throttle
