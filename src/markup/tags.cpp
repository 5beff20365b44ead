#include "markup/tags.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "markup/allow_list.h"
#include "markup/link.h"

namespace callboard::markup {
namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
constexpr std::size_t kLongestLanguage = 35;  // RFC 5646, section 4.4.1
constexpr std::size_t kMostDigits = 4;

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') || c == 0x7F;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_of_language(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-';
}

// The value as it is written, or nothing if it is not allowed.
std::optional<std::string_view> allowed(AttributeValue kind, std::string_view value) {
    switch (kind) {
        case AttributeValue::link: return safe_link(value);
        case AttributeValue::text: return value;
        case AttributeValue::direction:
            if (value == "ltr" || value == "rtl" || value == "auto") return value;
            return std::nullopt;
        case AttributeValue::language:
            if (value.size() <= kLongestLanguage && std::ranges::all_of(value, is_of_language)) return value;
            return std::nullopt;
        case AttributeValue::number:
            if (!value.empty() && value.size() <= kMostDigits && std::ranges::all_of(value, is_digit))
                return value;
            return std::nullopt;
    }
    return std::nullopt;
}

enum class Place : std::uint8_t { text, attribute };

std::string_view escape_of(char c, Place place) {
    if (c == '&') return "&amp;";
    if (c == '<') return "&lt;";
    if (c == '>') return "&gt;";
    if (c == '"' && place == Place::attribute) return "&quot;";
    return {};
}

void append_escaped(std::string& out, std::string_view text, Place place) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i).starts_with(kNoBreakSpace)) {
            out += "&nbsp;";
            ++i;
        } else if (const auto escape = escape_of(text[i], place); !escape.empty()) {
            out += escape;
        } else if (!is_control(text[i])) {
            out += text[i];
        }
    }
}

}  // namespace

void append_text(std::string& out, std::string_view text) {
    append_escaped(out, text, Place::text);
}

void append_start_tag(std::string& out, std::string_view element, const Attributes& attributes) {
    out.append("<").append(element);
    for (const AllowedAttribute& attribute : kAttributes) {
        if (attribute.element != element && !attribute.element.empty()) continue;
        const auto found = attributes.find(attribute.name);
        const auto value = found ? allowed(attribute.value, *found) : std::nullopt;
        if (!value) continue;
        out.append(" ").append(attribute.name).append("=\"");
        append_escaped(out, *value, Place::attribute);
        out += '"';
    }
    out += '>';
}

void append_end_tag(std::string& out, std::string_view element) {
    out.append("</").append(element).append(">");
}

}  // namespace callboard::markup
