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

// JsonWriter::key() does not escape; keys of clients may need it.
void write_text_map_key(JsonWriter& out, std::string_view key) {
    std::string quoted;
    JsonWriter{quoted}.text(key);
    out.key(std::string_view{quoted}.substr(1, quoted.size() - 2));
}

// The limits are written next to the $ref, because they differ between fields.
void describe_text_map(JsonWriter& out, const Rule& rule, Schemas& schemas, bool takes_null) {
    const auto describe_values = [&](JsonWriter& map) {
        map.raw(takes_null ? R"({"type":"object","additionalProperties":{"type":["string","null"]}})"
                           : R"({"type":"object","additionalProperties":{"type":"string"}})");
    };
    const std::string name = takes_null ? "TextMapPatch" : "TextMap";
    std::string unused;
    JsonWriter elsewhere{unused};
    schemas.refer(elsewhere, name, describe_values);
    out.open_object();
    out.member("$ref", "#/components/schemas/" + name);
    if (!rule.about.empty()) out.member("description", rule.about);
    out.member("maxProperties", static_cast<std::int64_t>(rule.max_items));
    out.key("propertyNames");
    Codec<std::string>::schema(out, {.min_length = 1, .max_length = kLongestKey}, schemas);
    out.key("additionalProperties");
    out.open_object();
    if (rule.min_length > 0) out.member("minLength", static_cast<std::int64_t>(rule.min_length));
    out.member("maxLength", static_cast<std::int64_t>(rule.max_length));
    out.close_object();
    out.close_object();
}

}  // namespace callboard::wire
