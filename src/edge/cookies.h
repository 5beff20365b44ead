// Cookies of requests, and the names of ours.
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace callboard::edge {

inline constexpr std::string_view kSessionCookie = "callboard_session";

inline bool is_secure(std::string_view public_url) {
    return public_url.starts_with("https://");
}

// With the prefix __Host- browsers reject a cookie that is set by another host or an insecure page (RFC
// 6265bis).
std::string cookie_name(std::string_view public_url, std::string_view name);

// Empty if the request has no such cookie.
std::string_view cookie_in(const http::Request& request, std::string_view name);

// The secret of a browser session; empty if there is none.
std::string_view session_in(const http::Request& request, std::string_view public_url);

}  // namespace callboard::edge
