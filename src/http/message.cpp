#include "http/message.h"

#include <algorithm>
#include <cstdlib>

#include "http/header_text.h"

namespace callboard::http {

std::string_view name_of(Method method) {
    switch (method) {
        case Method::get: return "GET";
        case Method::post: return "POST";
        case Method::put: return "PUT";
        case Method::patch: return "PATCH";
        case Method::del: return "DELETE";
        case Method::options: return "OPTIONS";
        case Method::other: return "OTHER";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::string_view Request::header(std::string_view name) const {
    for (const Header& header : headers)
        if (same_name(header.name, name)) return header.value;
    return {};
}

bool Request::has(std::string_view name) const {
    return std::ranges::any_of(headers, [&](const Header& each) { return same_name(each.name, name); });
}

bool Request::has_repeated(std::string_view name) const {
    return std::ranges::count_if(headers, [&](const Header& each) { return same_name(each.name, name); }) > 1;
}

std::string Request::list(std::string_view name) const {
    std::string all;
    for (const Header& header : headers)
        if (same_name(header.name, name)) all.append(all.empty() ? "" : ",").append(header.value);
    return all;
}

void Response::add_header(std::string_view name, std::string_view value) {
    const std::size_t start = header_lines.append(name).append(": ").size();
    header_lines += value;
    std::ranges::replace_if(
        header_lines.begin() + static_cast<std::ptrdiff_t>(start), header_lines.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    header_lines += "\r\n";
}

void Response::clear() {
    // A large body is freed, so that idle connections stay small.
    if (body.capacity() > kKeptBody) std::string{}.swap(body);
    status = 200;
    content_type = {};
    body.clear();
    shared_body = {};
    body_owner.reset();
    header_lines.clear();
    stream.reset();
    stream_size.reset();
    drop = false;
    essential = false;
}

}  // namespace callboard::http
