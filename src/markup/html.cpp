#include "markup/html.h"

#include "base/encoding.h"
#include "markup/sanitiser.h"

namespace callboard::markup {

std::optional<Html> Html::sanitise(std::string_view text) {
    auto safe = sanitised(text);
    if (!safe) return std::nullopt;
    return Html{std::move(*safe)};
}

}  // namespace callboard::markup

namespace callboard::wire {

std::optional<markup::Html> Codec<markup::Html>::read(const JsonValue& value, const Rule& rule,
                                                      Reading& reading) {
    const auto text = Codec<std::string>::read(value, rule, reading);
    if (!text) return std::nullopt;
    auto html = markup::Html::sanitise(*text);
    if (!html) {
        reading.fault("must not have more than " + std::to_string(markup::kDeepest) +
                      " nested HTML elements, or more than " + std::to_string(markup::kMostAttributes) +
                      " attributes in one tag");
        return std::nullopt;
    }
    if (const std::size_t length = count_characters(html->text()); length > rule.max_length) {
        reading.fault("must have at most " + std::to_string(rule.max_length) +
                      " characters as HTML; it has " + std::to_string(length) + " after escaping");
        return std::nullopt;
    }
    return html;
}

}  // namespace callboard::wire
