// Validated values of a profile.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "wire/codec.h"

namespace callboard::candidates {

// Of a person; trimmed, never empty.
struct Name {
    std::string text;
    bool operator==(const Name&) const = default;
};

struct Email {
    std::string text;
    bool operator==(const Email&) const = default;
};

struct PhoneNumber {
    std::string text;
    bool operator==(const PhoneNumber&) const = default;
};

// ISO 3166-1 alpha-2, in lower case.
struct CountryCode {
    std::string text;
    bool operator==(const CountryCode&) const = default;
};

// 2015, 2015-11 or 2015-11-17.
struct PartialDate {
    std::string text;
    bool operator==(const PartialDate&) const = default;
};

struct Tag {
    std::string text;
    bool operator==(const Tag&) const = default;
};

std::optional<Name> read_name(std::string_view text, wire::Reading& reading);
std::optional<Email> read_email(std::string_view text, wire::Reading& reading);
std::optional<PhoneNumber> read_phone_number(std::string_view text, wire::Reading& reading);
std::optional<CountryCode> read_country_code(std::string_view text, wire::Reading& reading);
std::optional<PartialDate> read_partial_date(std::string_view text, wire::Reading& reading);
std::optional<Tag> read_tag(std::string_view text, wire::Reading& reading);

// A value that is parsed from a JSON string by `read_text`.
template <class Value, std::optional<Value> (*read_text)(std::string_view, wire::Reading&)>
struct TextCodec {
    static std::optional<Value> read(const wire::JsonValue& value, const wire::Rule&,
                                     wire::Reading& reading) {
        if (value.kind() == wire::JsonKind::text) return read_text(value.text(), reading);
        reading.fault("must be a string");
        return std::nullopt;
    }
    static void write(wire::JsonWriter& out, const Value& value) { out.text(value.text); }
};

}  // namespace callboard::candidates

template <>
struct callboard::wire::Codec<callboard::candidates::Name>
    : callboard::candidates::TextCodec<callboard::candidates::Name, callboard::candidates::read_name> {
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, {.min_length = 1, .max_length = 128}, schemas);
    }
};

template <>
struct callboard::wire::Codec<callboard::candidates::Email>
    : callboard::candidates::TextCodec<callboard::candidates::Email, callboard::candidates::read_email> {
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) {
        describe(out, "string", "email", rule);
    }
};

template <>
struct callboard::wire::Codec<callboard::candidates::PhoneNumber>
    : callboard::candidates::TextCodec<callboard::candidates::PhoneNumber,
                                       callboard::candidates::read_phone_number> {
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, {.min_length = 1, .max_length = 128}, schemas);
    }
};

template <>
struct callboard::wire::Codec<callboard::candidates::CountryCode>
    : callboard::candidates::TextCodec<callboard::candidates::CountryCode,
                                       callboard::candidates::read_country_code> {
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, {.min_length = 2, .max_length = 2}, schemas);
    }
};

template <>
struct callboard::wire::Codec<callboard::candidates::PartialDate>
    : callboard::candidates::TextCodec<callboard::candidates::PartialDate,
                                       callboard::candidates::read_partial_date> {
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, {.about = "YYYY, YYYY-MM or YYYY-MM-dd"}, schemas);
    }
};

template <>
struct callboard::wire::Codec<callboard::candidates::Tag>
    : callboard::candidates::TextCodec<callboard::candidates::Tag, callboard::candidates::read_tag> {
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        Codec<std::string>::schema(out, {.min_length = 1, .max_length = 150}, schemas);
    }
};
