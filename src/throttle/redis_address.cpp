#include "throttle/redis_address.h"

#include <charconv>
#include <system_error>

#include "base/encoding.h"

namespace callboard::throttle {

std::optional<RedisAddress> RedisAddress::parse(std::string_view url) {
    constexpr std::string_view kScheme = "redis://";
    constexpr std::string_view kTlsScheme = "rediss://";
    RedisAddress address;
    address.uses_tls = url.starts_with(kTlsScheme);
    if (!address.uses_tls && !url.starts_with(kScheme)) return std::nullopt;
    url.remove_prefix(address.uses_tls ? kTlsScheme.size() : kScheme.size());
    if (const auto at = url.rfind('@'); at != std::string_view::npos) {
        const auto colon = url.substr(0, at).find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const auto user = percent_decode(url.substr(0, colon), Plus::literal);
        const auto password = percent_decode(url.substr(colon + 1, at - colon - 1), Plus::literal);
        if (!user || !password) return std::nullopt;
        address.user = *user;
        address.password.emplace(*password);
        url.remove_prefix(at + 1);
    }
    if (const auto slash = url.find('/'); slash != std::string_view::npos) {
        const std::string_view number = url.substr(slash + 1);
        const auto [end, error] = std::from_chars(number.begin(), number.end(), address.database);
        if (!number.empty() && (error != std::errc{} || end != number.end() || address.database < 0))
            return std::nullopt;
        url = url.substr(0, slash);
    }
    const bool has_port = url.rfind(':') != std::string_view::npos && !url.ends_with(']');
    const auto server = HostPort::parse(has_port ? std::string{url} : std::string{url} + ":6379");
    if (!server || server->host.empty()) return std::nullopt;
    address.server = *server;
    return address;
}

}  // namespace callboard::throttle
