// Serialises responses.
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace callboard::http {

struct Framing {
    bool keep_alive;
    bool http_10;
    bool is_head;  // HEAD: send no body
    std::string_view date;
};

// Status line and headers.
void append_head(std::string& out, const Response& response, const Framing& framing);

// The body after it; empty if it is streamed or not to be sent.
std::string_view body_to_send(const Response& response, const Framing& framing);

// Head and body.
void append_response(std::string& out, const Response& response, const Framing& framing);

// One chunk of a chunked body, and the last one (RFC 9112, section 7.1).
void append_chunk(std::string& out, std::string_view piece);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace callboard::http
