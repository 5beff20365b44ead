// Whether a page of this server has caused a request, against cross-site request forgery.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace callboard::edge {

// The origin of a URL as browsers write it (RFC 6454): lower case, and without the port of the scheme.
std::string origin_of(std::string_view url);

// Absent: the request has no Origin. `null`, several of them, and everything but our own are foreign.
enum class RequestOrigin { absent, own, foreign };
RequestOrigin request_origin(const http::Request& request, std::string_view public_url);

// The address of the request at the public URL, if it was made by another loopback name, at the same port:
// http://localhost:8080 instead of http://127.0.0.1:8080. A page there has another origin, whose sessions do
// not count.
std::optional<std::string> address_by_public_name(const http::Request& request, std::string_view public_url);

// For reads, for which browsers send no Origin to their own site: Sec-Fetch-Site, which no script can set.
bool is_same_origin_fetch(const http::Request& request);

}  // namespace callboard::edge
