// Content negotiation (RFC 9110, section 12).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "edge/route.h"
#include "http/message.h"

namespace callboard::edge {

// By its head: the body may not have arrived yet.
bool has_body(const http::Request& request);

bool takes_gzip(const http::Request& request);

// The index of the type that the Accept header prefers; the first of equals. Nothing if none is acceptable.
std::optional<std::size_t> preferred_type(const http::Request& request,
                                          std::span<const std::string_view> types);

// Is the client a browser? Other clients send a credential, or accept JSON with at least the weight of HTML.
bool prefers_html(const http::Request& request);

// Is the response type of the route acceptable for the client?
bool can_answer(const http::Request& request, const Route& route);

// Does the route support the media type of the request body? A body without Content-Type is read as JSON.
bool can_read(const http::Request& request, const Route& route);

}  // namespace callboard::edge
