// Sanitised HTML as a type, which therefore never contains a script.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "wire/codec.h"

namespace callboard::markup {

class Html {
  public:
    // Returns nothing if elements are nested too deeply (kDeepest) or a tag has too many attributes
    // (kMostAttributes).
    static std::optional<Html> sanitise(std::string_view text);
    static Html from_trusted(std::string text) { return Html{std::move(text)}; }  // from the database

    const std::string& text() const { return text_; }
    bool operator==(const Html&) const = default;

  private:
    explicit Html(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

}  // namespace callboard::markup

// Sanitises while decoding. The maximum length is checked before and after, because escaping makes text
// longer.
template <>
struct callboard::wire::Codec<callboard::markup::Html> {
    using Html = callboard::markup::Html;
    static std::optional<Html> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const Html& value) { out.text(value.text()); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<std::string>::schema(out, rule, schemas);
    }
};
