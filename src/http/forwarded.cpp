#include "http/forwarded.h"

#include <algorithm>

#include "http/header_text.h"

namespace callboard::http {
namespace {

// All entries, in order: a proxy may add to the header it got or write one of its own after it.
std::string entries(const Request& request) {
    std::string all;
    for (const Header& header : request.headers)
        if (same_name(header.name, "X-Forwarded-For"))
            all.append(all.empty() ? "" : ",").append(header.value);
    return all;
}

}  // namespace

IpAddress client_address(const IpAddress& peer, const Request& request, const std::vector<Network>& proxies) {
    const auto trusted = [&](const IpAddress& address) {
        return std::ranges::any_of(proxies,
                                   [&](const Network& network) { return network.contains(address); });
    };
    const std::string all = entries(request);
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

}  // namespace callboard::http
