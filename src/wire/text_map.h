// An object of texts whose keys are the caller's own, as a field of a message.
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

// What is to become of one (RFC 7396): null takes a key away, and what is not named stays.
using TextMapPatch = std::map<std::string, std::optional<std::string>>;

TextMap merged(TextMap before, const TextMapPatch& patch);

// A text map that is kept as JSON, and shown as it is. Equal ones have equal texts.
struct StoredTextMap {
    std::string text;
};

std::string to_json(const TextMap& map);
TextMap text_map_from(std::string_view json);  // of to_json()

// 1 to 100 characters that can stand in a line.
bool is_text_map_key(std::string_view key);
void write_text_map_key(JsonWriter& out, std::string_view key);
void describe_text_map(JsonWriter& out, const Rule& rule, Schemas& schemas, bool takes_null);

// Of the rule, `max_items` is how many keys there may be, and the lengths are those of each text.
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
