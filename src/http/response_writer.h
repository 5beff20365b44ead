// A response as the bytes that go out.
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace callboard::http {

struct Framing {
    bool keep_alive;
    bool http_10;
    bool is_head;  // the request was HEAD: everything but the body
    std::string_view date;
};

// Everything before the body.
void append_head(std::string& out, const Response& response, const Framing& framing);

// What follows it at once: nothing when the body is streamed or not wanted.
std::string_view body_to_send(const Response& response, const Framing& framing);

// Both.
void append_response(std::string& out, const Response& response, const Framing& framing);

// One chunk of a streamed body, and the end of it.
void append_chunk(std::string& out, std::string_view piece);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace callboard::http
