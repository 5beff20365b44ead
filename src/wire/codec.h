// How one value is read from JSON or from a query, written, and described as a schema.
// Codec<T> is specialised for every type that a message can contain.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "wire/json.h"
#include "wire/json_writer.h"
#include "wire/reading.h"
#include "wire/schema.h"

namespace callboard::wire {

// The constraints of a field beyond its type, and its description. Lengths count characters, not bytes.
struct Rule {
    std::size_t min_length = 0;
    std::size_t max_length = 10'000;
    bool one_line = false;  // without control characters, such as a line feed
    std::int64_t min = std::numeric_limits<std::int64_t>::min();
    std::int64_t max = std::numeric_limits<std::int64_t>::max();
    std::size_t min_items = 0;
    std::size_t max_items = 1'000;
    std::string_view about;
};

template <class T>
struct Codec;

// JSON that is stored and sent unchanged.
struct RawJson {
    std::string text;
};

std::string too_few_items(const Rule& rule);
std::string too_many_items(const Rule& rule);

// Reports the members of the object that are not among the known ones.
void note_unknown_members(const JsonValue& object, KnownNames known, Reading& reading);

void describe(JsonWriter& out, std::string_view type, std::string_view format, const Rule& rule);

template <>
struct Codec<std::string> {
    static std::optional<std::string> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static std::optional<std::string> parse(std::string_view text, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const std::string& value) { out.text(value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&);
};

// A view of a string that outlives the message, such as a constant; write-only.
template <>
struct Codec<std::string_view> {
    static void write(JsonWriter& out, std::string_view value) { out.text(value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<std::string>::schema(out, rule, schemas);
    }
};

template <>
struct Codec<bool> {
    static std::optional<bool> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static std::optional<bool> parse(std::string_view text, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, bool value) { out.boolean(value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) { describe(out, "boolean", "", rule); }
};

template <>
struct Codec<std::int64_t> {
    static std::optional<std::int64_t> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static std::optional<std::int64_t> parse(std::string_view text, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, std::int64_t value) { out.number(value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) { describe(out, "integer", "", rule); }
};

template <>
struct Codec<double> {
    static std::optional<double> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, double value) { out.number(value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) {
        describe(out, "number", "double", rule);
    }
};

template <>
struct Codec<Timestamp> {
    static std::optional<Timestamp> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static std::optional<Timestamp> parse(std::string_view text, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, Timestamp value) { out.time(value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) {
        describe(out, "string", "date-time", rule);
    }
};

template <>
struct Codec<RawJson> {
    static void write(JsonWriter& out, const RawJson& value) { out.raw(value.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) { describe(out, "object", "", rule); }
};

// A JSON value of any type; the handler validates it.
struct AnyJson {
    std::string text;
};

template <>
struct Codec<AnyJson> {
    static std::optional<AnyJson> read(const JsonValue& value, const Rule&, Reading&) {
        return AnyJson{value.to_json()};
    }
    static void write(JsonWriter& out, const AnyJson& value) { out.raw(value.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) {
        out.open_object();
        if (!rule.about.empty()) out.member("description", rule.about);
        out.close_object();
    }
};

template <class Tag>
struct Codec<Id<Tag>> {
    static std::optional<Id<Tag>> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        const auto text = Codec<std::string>::read(value, rule, reading);
        if (!text) return std::nullopt;
        return parse(*text, rule, reading);
    }
    static std::optional<Id<Tag>> parse(std::string_view text, const Rule&, Reading& reading) {
        auto id = Id<Tag>::parse(text);
        if (!id) reading.fault("must be a valid id");
        return id;
    }
    static void write(JsonWriter& out, const Id<Tag>& value) { out.plain_text(value.text()); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) {
        describe(out, "string", Tag::form == IdForm::uuid ? "uuid" : "", rule);
    }
};

// Names<Enum> also has kName, the name of the schema.
template <Named Enum>
struct Codec<Enum> {
    static std::optional<Enum> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        if (value.kind() == JsonKind::text) return parse(value.text(), rule, reading);
        reading.fault(expected());
        return std::nullopt;
    }
    static std::optional<Enum> parse(std::string_view text, const Rule&, Reading& reading) {
        const auto member = named<Enum>(text);
        if (!member) reading.fault(expected());
        return member;
    }
    static void write(JsonWriter& out, Enum value) { out.plain_text(name_of(value)); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        schemas.refer(out, Names<Enum>::kName, &describe_members, rule.about);
    }

  private:
    static void describe_members(JsonWriter& out) {
        out.open_object();
        out.member("type", "string");
        out.key("enum");
        out.open_array();
        for (const auto& [member, name] : Names<Enum>::kList) out.text(name);
        out.close_array();
        out.close_object();
    }
    static std::string expected() {
        std::string message;
        for (const auto& [member, name] : Names<Enum>::kList)
            message.append(message.empty() ? "must be one of " : ", ").append(name);
        return message;
    }
};

template <class T>
struct Codec<std::vector<T>> {
    static std::optional<std::vector<T>> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        if (value.kind() != JsonKind::array) {
            reading.fault("must be an array");
            return std::nullopt;
        }
        if (value.size() > rule.max_items) {
            reading.fault(too_many_items(rule));
            return std::nullopt;
        }
        if (value.size() < rule.min_items) {
            reading.fault(too_few_items(rule));
            return std::nullopt;
        }
        std::vector<T> items;
        for (std::size_t i = 0; i < value.size(); ++i) {
            const Reading::Step step{reading, std::to_string(i)};
            if (auto item = Codec<T>::read(value.at(i), rule, reading)) items.push_back(std::move(*item));
        }
        return items;
    }
    static void write(JsonWriter& out, const std::vector<T>& items) {
        out.open_array();
        for (const T& item : items) Codec<T>::write(out, item);
        out.close_array();
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        out.open_object();
        out.member("type", "array");
        out.key("items");
        Codec<T>::schema(out, rule, schemas);
        if (rule.min_items > 0) out.member("minItems", static_cast<std::int64_t>(rule.min_items));
        out.member("maxItems", static_cast<std::int64_t>(rule.max_items));
        out.close_object();
    }
};

}  // namespace callboard::wire
