#include "http/response_writer.h"

#include <array>
#include <charconv>

#include <boost/beast/http/status.hpp>

namespace callboard::http {
namespace {

template <class Number>
void append_number(std::string& out, Number number, int base = 10) {
    std::array<char, 24> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number, base);
    out.append(digits.data(), end);
}

void append_status_line(std::string& out, int status) {
    if (status == 200) {
        out += "HTTP/1.1 200 OK\r\n";
        return;
    }
    out += "HTTP/1.1 ";
    append_number(out, status);
    out += ' ';
    out += std::string_view{boost::beast::http::obsolete_reason(
        boost::beast::http::int_to_status(static_cast<unsigned>(status)))};
    out += "\r\n";
}

// 204 and 304 have neither body nor Content-Length (RFC 9110).
bool may_have_body(int status) {
    return status >= 200 && status != 204 && status != 304;
}

void append_framing(std::string& out, const Response& response, const Framing& framing) {
    if (response.stream && !response.stream_size) {
        if (!framing.http_10) out += "Transfer-Encoding: chunked\r\n";
    } else if (may_have_body(response.status)) {
        out += "Content-Length: ";
        append_number(out, response.stream ? *response.stream_size : response.content().size());
        out += "\r\n";
    }
    if (!framing.keep_alive) {
        out += "Connection: close\r\n";
    } else if (framing.http_10) {
        out += "Connection: keep-alive\r\n";
    }
}

}  // namespace

void append_head(std::string& out, const Response& response, const Framing& framing) {
    append_status_line(out, response.status);
    out += "Date: ";
    out += framing.date;
    out += "\r\n";
    if (!response.content_type.empty()) {
        out += "Content-Type: ";
        out += response.content_type;
        out += "\r\n";
    }
    append_framing(out, response, framing);
    out += response.header_lines;
    out += "\r\n";
}

std::string_view body_to_send(const Response& response, const Framing& framing) {
    const bool sent = !response.stream && !framing.is_head && may_have_body(response.status);
    return sent ? response.content() : std::string_view{};
}

void append_response(std::string& out, const Response& response, const Framing& framing) {
    append_head(out, response, framing);
    out += body_to_send(response, framing);
}

void append_chunk(std::string& out, std::string_view piece) {
    append_number(out, piece.size(), 16);
    out += "\r\n";
    out += piece;
    out += "\r\n";
}

}  // namespace callboard::http
