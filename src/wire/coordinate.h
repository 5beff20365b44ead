// Half of a place on the earth. Clients send it as a text or as a number; it is kept as text.
#pragma once

#include <optional>
#include <string>

#include "wire/codec.h"

namespace callboard::wire {

struct Coordinate {
    std::string text;

    bool operator==(const Coordinate&) const = default;
};

template <>
struct Codec<Coordinate> {
    static std::optional<Coordinate> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const Coordinate& value) { out.text(value.text); }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas) {
        Codec<std::string>::schema(out, rule, schemas);
    }
};

// Is it absent, or degrees from -most to most?
bool is_within(const std::optional<Coordinate>& coordinate, double most);

}  // namespace callboard::wire
