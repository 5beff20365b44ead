#include "archive/header.h"

#include <algorithm>
#include <string_view>

#include "base/encoding.h"
#include "base/error.h"

namespace callboard::archive {
namespace {

constexpr std::string_view kFormat = "1";
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kLongestProgram = 40;
constexpr std::size_t kSaltDigits = 32;

// Byte by byte: what follows must stay in the source.
std::string read_line(const ByteSource& source) {
    std::string line;
    char byte = 0;
    while (source({&byte, 1}) == 1) {
        if (byte == '\n') return line;
        line += byte;
        if (line.size() > kLongestLine) break;
        // A file of another kind may have no line feed for long.
        if (line.starts_with("SQLite format 3")) return line;
        if (line.starts_with("PGDMP")) return line;
    }
    throw BadArchive{line.starts_with(kMagic) || line.starts_with('{') ? "is truncated"
                                                                       : "is not a backup of callboard"};
}

void require_magic(std::string_view line) {
    if (line.starts_with("SQLite format 3"))
        throw BadArchive{
            "is a SQLite database, not a backup of this version; if an older version of callboard wrote it, "
            "copy it to callboard.db in an empty data directory"};
    if (line.starts_with("PGDMP"))
        throw BadArchive{
            "is an archive of pg_dump, not a backup of this version; if an older version of callboard wrote "
            "it, restore it with pg_restore --no-owner"};
    if (!line.starts_with(kMagic)) throw BadArchive{"is not a backup of callboard"};
    if (line.substr(kMagic.size()) != kFormat)
        throw BadArchive{"has the format " + readable(line.substr(kMagic.size(), 20)) +
                         ", which this version of callboard does not know; use a newer version"};
}

// The version is printed, perhaps on a terminal.
bool is_version(std::string_view text) {
    return text.size() <= kLongestProgram &&
           std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool is_salt(std::string_view text) {
    return text.size() == kSaltDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Header decoded(std::string_view line) {
    const BadArchive malformed{"is damaged: its header is malformed"};
    try {
        auto header = wire::decode<Header>(line);
        if (!is_version(header.program) || (header.salt && !is_salt(*header.salt))) throw malformed;
        return header;
    } catch (const Error&) {
        throw malformed;
    }
}

}  // namespace

std::string to_text(const Header& header) {
    return std::string{kMagic}.append(kFormat).append("\n").append(wire::to_json(header)).append("\n");
}

ReadHeader read_header(const ByteSource& source) {
    const std::string magic = read_line(source);
    require_magic(magic);
    const std::string line = read_line(source);
    ReadHeader read{.header = decoded(line), .text = magic + "\n" + line + "\n", .hmac = {}};
    if (read.header.salt) read.hmac = read_line(source);
    return read;
}

}  // namespace callboard::archive
