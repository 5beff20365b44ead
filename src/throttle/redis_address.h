// Where Redis is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/network.h"
#include "base/secret.h"

namespace callboard::throttle {

// redis://[[USER]:PASSWORD@]HOST[:PORT][/NUMBER], or rediss:// with TLS
struct RedisAddress {
    HostPort server;
    std::string user;
    std::optional<Secret> password;
    int database = 0;
    bool uses_tls = false;
    std::optional<std::filesystem::path> ca_file;  // absent: the authorities that the system trusts

    static std::optional<RedisAddress> parse(std::string_view url);
};

}  // namespace callboard::throttle
