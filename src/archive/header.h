// The beginning of an archive: what it contains, in plain text, also where the rest is encrypted.
//
//     callboard backup 1
//     {"engine":"sqlite","program":"0.1.0","schema":23,"createdAt":"2026-05-01T02:00:00.000Z"}
//
// With encryption it has a member `salt`, and a third line: the HMAC-SHA256 of the first two, in hexadecimal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "archive/bytes.h"
#include "base/clock.h"
#include "wire/shape.h"

namespace callboard::archive {

// The first bytes; the number of the format follows.
inline constexpr std::string_view kMagic = "callboard backup ";

struct Header {
    std::string engine;       // sqlite or postgresql
    std::string program;      // the version that wrote the archive
    std::int64_t schema = 0;  // number of the newest migration
    Timestamp created_at;
    std::optional<std::string> salt;  // hexadecimal, of the key; nothing: not encrypted

    static constexpr auto shape() {
        return wire::fields(wire::field("engine", &Header::engine), wire::field("program", &Header::program),
                            wire::field("schema", &Header::schema),
                            wire::field("createdAt", &Header::created_at),
                            wire::field("salt", &Header::salt));
    }
};

// The first two lines.
std::string to_text(const Header& header);

struct ReadHeader {
    Header header;
    std::string text;  // the first two lines, as they were read
    std::string hmac;  // the third line; empty without encryption
};

// Throws BadArchive.
ReadHeader read_header(const ByteSource& source);

}  // namespace callboard::archive
