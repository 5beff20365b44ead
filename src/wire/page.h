// Cursors of lists: opaque to clients, and refused when they come back with another company or other filters
// than they were made for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "wire/codec.h"

namespace callboard::wire {

// `position` is where the next page starts; `bound_to` is everything the cursor must be used with again.
std::string make_cursor(std::string_view position, std::string_view bound_to);

// The position, or nothing when the cursor was not made for `bound_to`.
std::optional<std::string> read_cursor(std::string_view cursor, std::string_view bound_to);

// The usual position: when the last thing shown was made, and its id.
struct Position {
    Timestamp time;
    std::string id;

    std::string text() const;
    static std::optional<Position> parse(std::string_view text);  // nothing when it is none
};

// The cursor of the next page in a list's body. Where a list has it, its key is always there: null on the
// last page.
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
