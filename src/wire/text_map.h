// A JSON object with string values and arbitrary keys, as a field of a message.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "wire/codec.h"

namespace callboard::wire {

using TextMap = std::map<std::string, std::string>;

// A JSON merge patch (RFC 7396) of a TextMap.
using TextMapPatch = std::map<std::string, std::optional<std::string>>;

TextMap merged(TextMap before, const TextMapPatch& patch);

// A TextMap that is stored and sent as JSON. Equal maps have equal JSON.
struct StoredTextMap {
    std::string text;
};

std::string to_json(const TextMap& map);
TextMap text_map_from(std::string_view json);  // the inverse of to_json()

// 1 to 100 characters, without control characters.
bool is_text_map_key(std::string_view key);
void write_text_map_key(JsonWriter& out, std::string_view key);
void describe_text_map(JsonWriter& out, const Rule& rule, Schemas& schemas, bool takes_null);

// `max_items` of the rule is the maximum number of keys; the lengths apply to each value.
template <class Text>
    requires std::same_as<Text, std::string> || std::same_as<Text, std::optional<std::string>>
struct Codec<std::map<std::string, Text>> {
    using Map = std::map<std::string, Text>;
    static constexpr bool kTakesNull = !std::same_as<Text, std::string>;

    static std::optional<Map> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        if (value.kind() != JsonKind::object) {
            reading.fault("must be an object");
            return std::nullopt;
        }
        const auto members = value.members();
        if (members.size() > rule.max_items) {
            reading.fault(too_many_items(rule));
            return std::nullopt;
        }
        Map map;
        for (const auto& [key, member] : members) {
            const Reading::Step step{reading, key};
            if (!is_text_map_key(key)) {
                reading.fault("must have a key of 1 to 100 characters, without control characters");
            } else if (member.kind() == JsonKind::null) {
                if constexpr (kTakesNull) map.emplace(key, std::nullopt);
            } else if (auto text = Codec<std::string>::read(member, rule, reading)) {
                map.emplace(key, std::move(*text));
            }
        }
        return map;
    }
    static void write(JsonWriter& out, const Map& map) {
        out.open_object();
        for (const auto& [key, text] : map) {
            write_text_map_key(out, key);
            if constexpr (kTakesNull) {
                if (text) {
                    out.text(*text);
                } else {
                    out.null();
                }
            } else {
                out.text(text);
            }
        }
        out.close_object();
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        describe_text_map(out, rule, schemas, kTakesNull);
    }
};

template <>
struct Codec<StoredTextMap> {
    static void write(JsonWriter& out, const StoredTextMap& map) { out.raw(map.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<TextMap>::schema(out, rule, schemas);
    }
};

}  // namespace callboard::wire
