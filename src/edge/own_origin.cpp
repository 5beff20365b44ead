#include "edge/own_origin.h"

#include <algorithm>

#include "base/ascii.h"

namespace callboard::edge {

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

bool is_same_origin_fetch(const http::Request& request) {
    constexpr std::string_view kHeader = "Sec-Fetch-Site";
    return request.header(kHeader) == "same-origin" && !request.has_repeated(kHeader);
}

}  // namespace callboard::edge
