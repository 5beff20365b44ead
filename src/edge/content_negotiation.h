// What a client can read, and whether we can read what it sends.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "edge/route.h"
#include "http/message.h"

namespace callboard::edge {

bool takes_gzip(const http::Request& request);

// Of the types, the one that the Accept header likes best; of equals the first. Nothing: it excludes them
// all.
std::optional<std::size_t> preferred_type(const http::Request& request,
                                          std::span<const std::string_view> types);

// Is this a browser that wants to show something to a person? Programs send a credential, or accept JSON at
// least as gladly as HTML.
bool wants_page(const http::Request& request);

// Does the Accept header allow what the row answers with?
bool can_answer(const http::Request& request, const Route& route);

// Is the body, if there is one and the row takes one, of a type that it takes? Clients that name no type are
// taken to send JSON.
bool can_read(const http::Request& request, const Route& route);

}  // namespace callboard::edge
