#include "edge/own_origin.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/network.h"

namespace callboard::edge {
namespace {

struct Authority {
    std::string_view host;  // an IPv6 address in brackets
    std::string_view port;  // with its colon; empty: that of the scheme
};

Authority authority_of(std::string_view origin) {
    origin.remove_prefix(std::min(origin.find("://") + 3, origin.size()));
    const auto bracket = origin.find(']');
    const auto colon = origin.find(':', bracket == std::string_view::npos ? 0 : bracket);
    const std::string_view host = origin.substr(0, colon);
    return {.host = host, .port = origin.substr(host.size())};
}

}  // namespace

std::string origin_of(std::string_view url) {
    const auto scheme_end = std::min(url.find("://"), url.size());
    const std::string_view scheme = url.substr(0, scheme_end);
    std::string_view host = url.substr(std::min(scheme_end + 3, url.size()));
    host = host.substr(0, host.find_first_of("/?#"));
    const std::string_view default_port = same_name(scheme, "https") ? ":443" : ":80";
    if (host.ends_with(default_port)) host.remove_suffix(default_port.size());
    return lowered(std::string{scheme}.append("://").append(host));
}

RequestOrigin request_origin(const http::Request& request, std::string_view public_url) {
    constexpr std::string_view kHeader = "Origin";
    if (!request.has(kHeader)) return RequestOrigin::absent;
    const bool is_own = !request.has_repeated(kHeader) && request.header(kHeader) == origin_of(public_url);
    return is_own ? RequestOrigin::own : RequestOrigin::foreign;
}

std::optional<std::string> address_by_public_name(const http::Request& request, std::string_view public_url) {
    const std::string own_origin = origin_of(public_url);
    std::string asked_url{public_url.substr(0, public_url.find(':'))};
    const std::string asked_origin = origin_of(asked_url.append("://").append(request.header("Host")));
    const Authority own = authority_of(own_origin);
    const Authority asked = authority_of(asked_origin);
    if (asked.host == own.host || asked.port != own.port || !is_loopback_host(asked.host) ||
        !is_loopback_host(own.host))
        return std::nullopt;
    std::string address = std::string{public_url}.append(request.path);
    if (!request.query.empty()) address.append("?").append(request.query);
    return address;
}

bool is_same_origin_fetch(const http::Request& request) {
    constexpr std::string_view kHeader = "Sec-Fetch-Site";
    return request.header(kHeader) == "same-origin" && !request.has_repeated(kHeader);
}

}  // namespace callboard::edge
