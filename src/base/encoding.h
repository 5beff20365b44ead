// Bytes as text: hexadecimal, base64, base64url, percent-encoding; and UTF-8 folded for comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace callboard {

std::string to_hex(std::span<const std::uint8_t> bytes);

// RFC 4648, section 5, without padding.
std::string to_base64url(std::span<const std::uint8_t> bytes);
std::string to_base64url(std::string_view bytes);
std::optional<std::string> from_base64url(std::string_view text);

// Section 4: written with padding, read with or without it.
std::string to_base64(std::span<const std::uint8_t> bytes);
std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

// Undoes %XX, and with `plus_is_space` (forms and queries) the plus sign. A percent sign that starts no
// escape is refused: two readers must never take one path for two.
enum class Plus { literal, space };
std::optional<std::string> percent_decode(std::string_view text, Plus plus);
std::string percent_encode(std::string_view text);

// The key under which two texts that differ only in case or in the way an accent is written are the same.
std::string fold(std::string_view text);

// The same for search, where an accent on a Latin, Greek or Cyrillic letter makes no difference either.
std::string fold_without_accents(std::string_view text);

// Without the white space around it, of whatever script.
std::string trim(std::string_view utf8);

bool is_utf8(std::string_view text);

// What JSON and databases take, of bytes that may be anything: NUL, and each byte that does not belong to a
// character, becomes U+FFFD.
std::string readable(std::string_view bytes);

std::size_t count_characters(std::string_view utf8);
bool has_control_characters(std::string_view utf8);  // those above ASCII, too

}  // namespace callboard
