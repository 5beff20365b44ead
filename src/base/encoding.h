// Hexadecimal, base64, base64url and percent-encoding; Unicode case folding for comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace callboard {

std::string to_hex(std::span<const std::uint8_t> bytes);
void write_hex(std::string& out, std::span<const std::uint8_t> bytes);  // for a string that is used again

// base64url: RFC 4648, section 5, without padding.
std::string to_base64url(std::span<const std::uint8_t> bytes);
std::string to_base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);

// base64: RFC 4648, section 4; encoded with padding, decoded with or without it.
std::string to_base64(std::span<const std::uint8_t> bytes);
std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

// Decodes %XX (RFC 3986, section 2.1) and, with Plus::space (forms and queries), the plus sign. An invalid
// escape is refused: lenient decoders could read different paths from the same text.
enum class Plus { literal, space };
std::optional<std::string> percent_decode(std::string_view text, Plus plus);
std::string percent_encode(std::string_view text);

// A comparison key: equal for texts that differ only in case or in Unicode normalisation.
std::string fold(std::string_view text);

// The same for search: also ignores accents on Latin, Greek and Cyrillic letters.
std::string fold_without_accents(std::string_view text);

// Trims white space of any script.
std::string trim(std::string_view utf8);

bool is_utf8(std::string_view text);

// Makes arbitrary bytes valid for JSON and databases: NUL, and each byte that is not part of a character,
// becomes U+FFFD.
std::string readable(std::string_view bytes);

std::size_t count_characters(std::string_view utf8);
bool has_control_characters(std::string_view utf8);  // C0, DEL and C1

// Characters without a shape that can make a name look like another one: marks of direction, spaces without
// width, separators of lines. Joiners are not among them: some languages are not written without.
bool has_deceptive_characters(std::string_view utf8);

// At most `most` bytes from the beginning, and no part of a character.
std::string_view first_characters(std::string_view utf8, std::size_t most);

}  // namespace callboard
