#include "http/message.h"

#include <algorithm>

#include "http/header_text.h"

namespace callboard::http {

std::string_view Request::header(std::string_view name) const {
    for (const Header& header : headers)
        if (same_name(header.name, name)) return header.value;
    return {};
}

int Request::count(std::string_view name) const {
    return static_cast<int>(
        std::ranges::count_if(headers, [&](const Header& header) { return same_name(header.name, name); }));
}

void Response::add_header(std::string_view name, std::string_view value) {
    header_lines.append(name).append(": ");
    std::ranges::transform(value, std::back_inserter(header_lines), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    });
    header_lines += "\r\n";
}

void Response::clear() {
    // A large body is not kept for the next response: an idle connection must stay small.
    constexpr std::size_t kKept = 4096;
    if (body.capacity() > kKept) body = {};
    status = 200;
    content_type = {};
    body.clear();
    header_lines.clear();
    stream.reset();
}

}  // namespace callboard::http
