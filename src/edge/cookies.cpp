#include "edge/cookies.h"

#include <algorithm>
#include <ranges>

#include "http/header_text.h"

namespace callboard::edge {

std::string cookie_name(std::string_view public_url, std::string_view name) {
    return (is_secure(public_url) ? "__Host-" : "") + std::string{name};
}

std::string_view cookie_in(const http::Request& request, std::string_view name) {
    for (const auto part : std::views::split(request.header("Cookie"), ';')) {
        const std::string_view pair = http::trimmed(std::string_view{part});
        const auto equals = std::min(pair.find('='), pair.size());
        if (pair.substr(0, equals) == name) return pair.substr(std::min(equals + 1, pair.size()));
    }
    return {};
}

std::string_view session_in(const http::Request& request, std::string_view public_url) {
    if (!request.has("Cookie")) return {};
    return cookie_in(request, cookie_name(public_url, kSessionCookie));
}

}  // namespace callboard::edge
