#include "wire/multipart.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/ascii.h"
#include "base/encoding.h"

namespace callboard::wire {
namespace {

constexpr std::size_t kMostHeaderBytes = 4096;  // of a part
constexpr std::size_t kMostParameters = 16;     // of a header; each is compared to all before it
constexpr std::size_t kLongestBoundary = 70;    // RFC 2046, section 5.1.1
constexpr std::string_view kNewLine = "\r\n";

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

void skip_spaces(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

// A token or a quoted string; of the escapes only \" and \\, because browsers send Windows paths unescaped.
std::optional<std::string> take_value(std::string_view& text) {
    if (!take(text, "\"")) {
        const std::string_view token = text.substr(0, text.find_first_of("; \t"));
        text.remove_prefix(token.size());
        return token.empty() ? std::nullopt : std::optional{std::string{token}};
    }
    std::string value;
    while (!text.empty() && text.front() != '"') {
        if (text.starts_with("\\\"") || text.starts_with("\\\\")) text.remove_prefix(1);
        value += text.front();
        text.remove_prefix(1);
    }
    if (!take(text, "\"")) return std::nullopt;
    return value;
}

// A header value with parameters, such as: form-data; name="file"; filename="a.png".
struct Parametrized {
    std::string_view value;
    std::vector<std::pair<std::string_view, std::string>> parameters;

    const std::string* find(std::string_view name) const {
        const auto found =
            std::ranges::find_if(parameters, [&](const auto& each) { return same_name(each.first, name); });
        return found == parameters.end() ? nullptr : &found->second;
    }
};

std::optional<Parametrized> parametrized(std::string_view text) {
    skip_spaces(text);
    Parametrized parsed{.value = text.substr(0, text.find_first_of("; \t")), .parameters = {}};
    text.remove_prefix(parsed.value.size());
    for (skip_spaces(text); take(text, ";"); skip_spaces(text)) {
        skip_spaces(text);
        if (text.empty()) break;
        const std::string_view name = text.substr(0, text.find_first_of("=; \t"));
        text.remove_prefix(name.size());
        if (name.empty() || !take(text, "=")) return std::nullopt;
        auto value = take_value(text);
        if (!value || parsed.parameters.size() == kMostParameters || parsed.find(name)) return std::nullopt;
        parsed.parameters.emplace_back(name, std::move(*value));
    }
    if (!text.empty()) return std::nullopt;
    return parsed;
}

std::optional<std::string> boundary_of(std::string_view content_type) {
    const auto type = parametrized(content_type);
    if (!type || !same_name(type->value, "multipart/form-data")) return std::nullopt;
    const std::string* const boundary = type->find("boundary");
    if (!boundary || boundary->empty() || boundary->size() > kLongestBoundary) return std::nullopt;
    return *boundary;
}

// filename*=UTF-8''… (RFC 5987), which some clients send although RFC 7578 tells them not to.
std::optional<std::string> decoded_file_name(std::string_view value) {
    constexpr std::string_view kCharset = "utf-8''";
    if (!same_name(value.substr(0, kCharset.size()), kCharset)) return std::nullopt;
    return percent_decode(value.substr(kCharset.size()), Plus::literal);
}

bool read_disposition(std::string_view value, Part& part) {
    const auto disposition = parametrized(value);
    if (!disposition || !same_name(disposition->value, "form-data")) return false;
    const std::string* const name = disposition->find("name");
    if (!name || !is_utf8(*name)) return false;
    part.name = *name;
    if (const std::string* const encoded = disposition->find("filename*")) {
        part.file_name = decoded_file_name(*encoded);
        if (!part.file_name) return false;
    } else if (const std::string* const plain = disposition->find("filename")) {
        part.file_name = *plain;
    }
    return !part.file_name || is_utf8(*part.file_name);
}

// The headers of a part, without the empty line that ends them.
bool read_headers(std::string_view lines, Part& part) {
    bool is_named = false;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find(kNewLine));
        lines.remove_prefix(std::min(line.size() + kNewLine.size(), lines.size()));
        const auto colon = line.find(':');
        if (colon == std::string_view::npos ||
            line.find_first_of(std::string_view{"\r\n\0", 3}) != std::string_view::npos)
            return false;
        const std::string_view name = line.substr(0, colon);
        std::string_view value = line.substr(colon + 1);
        skip_spaces(value);
        if (same_name(name, "Content-Disposition")) {
            if (is_named || !read_disposition(value, part)) return false;
            is_named = true;
        } else if (same_name(name, "Content-Type")) {
            part.media_type = std::string{value};
        }
    }
    return is_named;
}

}  // namespace

std::optional<std::vector<Part>> parse_multipart(std::string_view content_type, std::string_view body,
                                                 std::size_t most_parts) {
    const auto boundary = boundary_of(content_type);
    if (!boundary) return std::nullopt;
    const std::string delimiter = "\r\n--" + *boundary;
    if (!take(body, std::string_view{delimiter}.substr(kNewLine.size()))) return std::nullopt;
    std::vector<Part> parts;
    while (!take(body, "--")) {
        skip_spaces(body);
        if (!take(body, kNewLine) || parts.size() == most_parts) return std::nullopt;
        const auto end_of_headers = body.substr(0, kMostHeaderBytes).find("\r\n\r\n");
        if (end_of_headers == std::string_view::npos) return std::nullopt;
        Part part;
        if (!read_headers(body.substr(0, end_of_headers), part)) return std::nullopt;
        body.remove_prefix(end_of_headers + kNewLine.size());  // the empty line may belong to the delimiter
        const auto end = body.find(delimiter);
        if (end == std::string_view::npos) return std::nullopt;
        part.content = body.substr(std::min(kNewLine.size(), end), end - std::min(kNewLine.size(), end));
        body.remove_prefix(end + delimiter.size());
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace callboard::wire
