#include "http/forwarded.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "http/header_text.h"

namespace callboard::http {
namespace {

constexpr std::array<std::string_view, 5> kAddedByProxies{"Forwarded", "Via", "X-Forwarded-For",
                                                          "X-Forwarded-Host", "X-Real-IP"};

}  // namespace

IpAddress client_address(const IpAddress& peer, const Request& request, const std::vector<Network>& proxies) {
    const auto trusted = [&](const IpAddress& address) {
        return std::ranges::any_of(proxies,
                                   [&](const Network& network) { return network.contains(address); });
    };
    // A proxy may append to the header or add another one, so all of them are read as one list.
    const std::string all = request.list("X-Forwarded-For");
    std::string_view rest = all;
    IpAddress nearest = peer;
    while (trusted(nearest) && !rest.empty()) {
        const auto comma = rest.rfind(',');
        const bool last = comma == std::string_view::npos;
        const auto address = IpAddress::parse(trimmed(last ? rest : rest.substr(comma + 1)));
        if (!address) return nearest;
        nearest = *address;
        rest = last ? std::string_view{} : rest.substr(0, comma);
    }
    return nearest;
}

bool was_forwarded(const Request& request) {
    return std::ranges::any_of(kAddedByProxies, [&](std::string_view name) { return request.has(name); });
}

}  // namespace callboard::http
