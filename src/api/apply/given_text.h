// Texts of applicants. Sites send what their forms contain, so a blank text is one that was not given.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <utility>

#include "base/encoding.h"
#include "wire/codec.h"

namespace callboard::api {

// A required text without the space around it.
struct RequiredText {
    std::string text;
};

// The value of an optional member, which a blank text leaves out. Texts lose the space around them.
template <class T>
struct UnlessBlank {
    T value;
};

template <class T>
std::optional<T> given(const std::optional<UnlessBlank<T>>& member) {
    return member ? std::optional{member->value} : std::nullopt;
}

}  // namespace callboard::api

template <>
struct callboard::wire::Codec<callboard::api::RequiredText> {
    using Text = callboard::api::RequiredText;
    static std::optional<Text> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        if (value.kind() == JsonKind::text && trim(value.text()).empty()) {
            reading.fault("is required");
            return std::nullopt;
        }
        auto text = Codec<std::string>::read(value, rule, reading);
        if (!text) return std::nullopt;
        return Text{trim(*text)};
    }
    static void write(JsonWriter& out, const Text& value) { out.text(value.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<std::string>::schema(out, rule, schemas);
    }
};

template <class T>
struct callboard::wire::Codec<callboard::api::UnlessBlank<T>> {
    using Member = callboard::api::UnlessBlank<T>;
    static std::optional<Member> read(const JsonValue& value, const Rule& rule, Reading& reading) {
        if (value.kind() == JsonKind::text && trim(value.text()).empty()) return std::nullopt;
        auto read = Codec<T>::read(value, rule, reading);
        if (!read) return std::nullopt;
        if constexpr (std::same_as<T, std::string>) *read = trim(*read);
        return Member{std::move(*read)};
    }
    static void write(JsonWriter& out, const Member& member) { Codec<T>::write(out, member.value); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<T>::schema(out, rule, schemas);
    }
};
