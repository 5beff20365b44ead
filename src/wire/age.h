// A maximum age as a query parameter: "10 days", "1 week".
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "wire/codec.h"

namespace callboard::wire {

struct Age {
    std::chrono::milliseconds length{};
};

template <>
struct Codec<Age> {
    static std::optional<Age> parse(std::string_view text, const Rule& rule, Reading& reading);
    static void schema(JsonWriter& out, const Rule& rule, Schemas&) { describe(out, "string", "", rule); }
};

}  // namespace callboard::wire
