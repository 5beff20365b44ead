// The allow list of sanitised HTML. All elements have normal content: neither elements whose text is parsed
// differently (script, style, textarea …) nor SVG or MathML may be added.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace callboard::markup {

enum class ElementRule : std::uint8_t {
    keep,    // the element is written
    unwrap,  // its content is written, its tags are not
    drop     // nothing of it is written
};

enum class AttributeValue : std::uint8_t { link, text, direction, language, number };

struct AllowedAttribute {
    std::string_view element;  // empty: any
    std::string_view name;
    AttributeValue value;
};

// clang-format off
inline constexpr auto kKeptElements = std::to_array<std::string_view>({
    "a", "abbr", "address", "article", "aside", "b", "blockquote", "br", "caption", "cite", "code", "dd", "del", "div",
    "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "ins",
    "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "section", "small", "span", "strong", "sub", "sup", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "u", "ul"});

// Elements whose content is not text for readers.
inline constexpr auto kDroppedElements = std::to_array<std::string_view>({
    "applet", "audio", "canvas", "embed", "frameset", "iframe", "math", "noembed", "noframes", "noscript", "object",
    "plaintext", "script", "select", "style", "svg", "template", "textarea", "title", "video", "xmp"});

// In the order in which the sanitiser writes them.
inline constexpr auto kAttributes = std::to_array<AllowedAttribute>({
    {"a", "href", AttributeValue::link},
    {"a", "title", AttributeValue::text},
    {"abbr", "title", AttributeValue::text},
    {"ol", "start", AttributeValue::number},
    {"td", "colspan", AttributeValue::number},
    {"td", "rowspan", AttributeValue::number},
    {"th", "colspan", AttributeValue::number},
    {"th", "rowspan", AttributeValue::number},
    {"", "dir", AttributeValue::direction},
    {"", "lang", AttributeValue::language}});
// clang-format on

static_assert(std::ranges::is_sorted(kKeptElements) && std::ranges::is_sorted(kDroppedElements));

constexpr ElementRule element_rule(std::string_view element) {
    if (std::ranges::binary_search(kKeptElements, element)) return ElementRule::keep;
    if (std::ranges::binary_search(kDroppedElements, element)) return ElementRule::drop;
    return ElementRule::unwrap;
}

// Void elements have no content and no end tag (HTML Standard, section 13.1.2).
constexpr bool is_void(std::string_view element) {
    return element == "br" || element == "hr";
}

}  // namespace callboard::markup
