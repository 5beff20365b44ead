// A latitude or longitude. Clients send it as a string or as a number; it is stored as a string.
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

// True if it is absent, or a number of degrees from -most to most.
bool is_within(const std::optional<Coordinate>& coordinate, double most);

}  // namespace callboard::wire
