// A file in a JSON body, in base64. It is decoded and checked while the body is read, before the transaction
// begins.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "files/file_store.h"
#include "wire/codec.h"

namespace callboard::api {

inline constexpr std::size_t kMostEncodedFile = 13'981'016;  // characters of base64, with padding

std::optional<files::NewFile> read_sent_file(const wire::JsonValue& value, files::Purpose purpose,
                                             wire::Reading& reading);
void write_sent_file(wire::JsonWriter& out, const files::NewFile& file);
void describe_sent_file(wire::JsonWriter& out, wire::Schemas& schemas);

template <files::Purpose purpose>
struct SentFileFor {
    files::NewFile file;
};

}  // namespace callboard::api

template <callboard::files::Purpose purpose>
struct callboard::wire::Codec<callboard::api::SentFileFor<purpose>> {
    using File = callboard::api::SentFileFor<purpose>;
    static std::optional<File> read(const JsonValue& value, const Rule&, Reading& reading) {
        auto file = callboard::api::read_sent_file(value, purpose, reading);
        if (!file) return std::nullopt;
        return File{std::move(*file)};
    }
    static void write(JsonWriter& out, const File& value) {
        callboard::api::write_sent_file(out, value.file);
    }
    static void schema(JsonWriter& out, const Rule&, Schemas& schemas) {
        callboard::api::describe_sent_file(out, schemas);
    }
};
