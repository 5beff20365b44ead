#include "wire/text_map.h"

#include "base/encoding.h"

namespace callboard::wire {
namespace {

constexpr std::size_t kLongestKey = 100;

}  // namespace

TextMap merged(TextMap before, const TextMapPatch& patch) {
    for (const auto& [key, text] : patch) {
        if (text) {
            before[key] = *text;
        } else {
            before.erase(key);
        }
    }
    return before;
}

std::string to_json(const TextMap& map) {
    std::string text;
    JsonWriter out{text};
    Codec<TextMap>::write(out, map);
    return text;
}

TextMap text_map_from(std::string_view json) {
    const JsonDocument document{json};
    TextMap map;
    for (const auto& [key, member] : document.root().members()) map.emplace(key, member.text());
    return map;
}

bool is_text_map_key(std::string_view key) {
    return !key.empty() && count_characters(key) <= kLongestKey && !has_control_characters(key);
}

// Our own keys need no escape, so that a writer leaves keys as they are; a caller's may.
void write_text_map_key(JsonWriter& out, std::string_view key) {
    std::string quoted;
    JsonWriter{quoted}.text(key);
    out.key(std::string_view{quoted}.substr(1, quoted.size() - 2));
}

void describe_text_map(JsonWriter& out, const Rule& rule, Schemas& schemas, bool takes_null) {
    const Rule each{.min_length = rule.min_length, .max_length = rule.max_length};
    out.open_object();
    out.member("type", "object");
    out.key("propertyNames");
    Codec<std::string>::schema(out, {.min_length = 1, .max_length = kLongestKey}, schemas);
    out.key("additionalProperties");
    if (takes_null) {
        out.open_object();
        out.key("anyOf");
        out.open_array();
        Codec<std::string>::schema(out, each, schemas);
        describe(out, "null", "", {});
        out.close_array();
        out.close_object();
    } else {
        Codec<std::string>::schema(out, each, schemas);
    }
    out.member("maxProperties", static_cast<std::int64_t>(rule.max_items));
    if (!rule.about.empty()) out.member("description", rule.about);
    out.close_object();
}

}  // namespace callboard::wire
