// Cursors of lists: opaque to clients, and rejected when used with another company or other filters.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "wire/codec.h"

namespace callboard::wire {

// `position` is where the next page starts; read_cursor() must be called with the same `bound_to`.
std::string make_cursor(std::string_view position, std::string_view bound_to);

// The position; nullopt if the cursor was not made for `bound_to`.
std::optional<std::string> read_cursor(std::string_view cursor, std::string_view bound_to);

// The usual position: creation time and id of the last item of the page.
struct Position {
    Timestamp time;
    std::string id;

    std::string text() const;
    static std::optional<Position> parse(std::string_view text);
};

// The cursor of the next page in the body of a list. Always present: null on the last page.
struct Cursor {
    std::optional<std::string> text;
};

template <>
struct Codec<Cursor> {
    static void write(JsonWriter& out, const Cursor& value) {
        if (value.text) {
            out.plain_text(*value.text);
        } else {
            out.null();
        }
    }
    static void schema(JsonWriter& out, const Rule&, Schemas&) { out.raw(R"({"type":["string","null"]})"); }
};

}  // namespace callboard::wire
