#include "base/encoding.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include <openssl/evp.h>
#include <utf8proc.h>

#include "base/ascii.h"
#include "base/error.h"

namespace callboard {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr auto kBase64Values = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t i = 0; i < kBase64.size(); ++i)
        values[static_cast<unsigned char>(kBase64[i])] = static_cast<std::int8_t>(i);
    return values;
}();

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view{"-._~"}.contains(c);
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Canonical ordering of combining marks takes quadratic time in utf8proc. Stream-safe text has at most 30 of
// them in a row (Unicode Standard Annex #15, section 13).
constexpr std::size_t kMostMarksInARow = 30;

// A combining mark, or an ignorable character, which does not end a run of marks.
bool may_be_put_in_order(utf8proc_int32_t character) {
    const utf8proc_property_t& property = *utf8proc_get_property(character);
    const bool is_mark =
        property.category >= UTF8PROC_CATEGORY_MN && property.category <= UTF8PROC_CATEGORY_ME;
    return is_mark || property.combining_class != 0 || property.ignorable;
}
static_assert(UTF8PROC_CATEGORY_MN == 6 && UTF8PROC_CATEGORY_ME == 8);

// The length of the run of marks that ends with the decomposed `character`, if `marks_before` precede it.
std::size_t marks_after(utf8proc_int32_t character, std::size_t marks_before) {
    std::array<utf8proc_int32_t, 8> parts{};
    int boundary = 0;
    const auto count =
        utf8proc_decompose_char(character, parts.data(), parts.size(), UTF8PROC_DECOMPOSE, &boundary);
    std::size_t marks = marks_before;
    for (std::size_t i = 0; std::cmp_less(i, count) && i < parts.size(); ++i)
        marks = may_be_put_in_order(parts[i]) ? marks + 1 : 0;
    return marks;
}

// Drops the marks beyond kMostMarksInARow.
std::string stream_safe(std::string_view text) {
    constexpr unsigned char kFirstMark =
        0xcc;  // U+0300 and all code points above begin with this byte or a higher one
    const auto is_plain = [](char c) { return static_cast<unsigned char>(c) < kFirstMark; };
    if (text.size() <= kMostMarksInARow || std::ranges::all_of(text, is_plain)) return std::string{text};
    std::string safe;
    safe.reserve(text.size());
    std::size_t marks = 0;
    while (!text.empty()) {
        utf8proc_int32_t character = 0;
        const auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                           static_cast<utf8proc_ssize_t>(text.size()), &character);
        if (used <= 0) return safe.append(text);  // invalid UTF-8: utf8proc reports the error
        if (const std::size_t now = marks_after(character, marks); now <= kMostMarksInARow) {
            safe.append(text, 0, static_cast<std::size_t>(used));
            marks = now;
        }
        text.remove_prefix(static_cast<std::size_t>(used));
    }
    return safe;
}

std::string mapped(std::string_view text, int options) {
    utf8proc_uint8_t* result = nullptr;
    // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): the options are bits, though an enum
    const auto all_options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | options);
    const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &result, all_options);
    if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc{};
    if (length < 0) throw internal(utf8proc_errmsg(length));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner{result, std::free};
    return {reinterpret_cast<const char*>(result), static_cast<std::size_t>(length)};
}

}  // namespace

void write_hex(std::string& out, std::span<const std::uint8_t> bytes) {
    out.resize(bytes.size() * 2);
    char* at = out.data();
    for (const std::uint8_t byte : bytes) {
        *at++ = kHex[byte >> 4];
        *at++ = kHex[byte & 15];
    }
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
    std::string out;
    write_hex(out, bytes);
    return out;
}

std::string to_base64url(std::span<const std::uint8_t> bytes) {
    return to_base64url(std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string to_base64url(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() * 4 + 2) / 3);
    unsigned bits = 0;
    int held = 0;
    for (const char c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (held += 8; held >= 6; held -= 6) out += kBase64[(bits >> (held - 6)) & 63];
    }
    if (held > 0) out += kBase64[(bits << (6 - held)) & 63];
    return out;
}

std::optional<std::string> from_base64url(std::string_view text) {
    std::string out;
    out.reserve(text.size() * 3 / 4);
    unsigned bits = 0;
    int held = 0;
    for (const char c : text) {
        const std::int8_t value = kBase64Values[static_cast<unsigned char>(c)];
        if (value < 0) return std::nullopt;
        bits = (bits << 6) | static_cast<unsigned>(value);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out += static_cast<char>(bits >> held);
        }
    }
    // Only the canonical encoding is accepted (RFC 4648, section 3.5): fewer than six bits are left over, and
    // they are zero.
    if (held >= 6 || (bits & ((1U << held) - 1)) != 0) return std::nullopt;
    return out;
}

std::string to_base64(std::span<const std::uint8_t> bytes) {
    return to_base64(std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// Not by to_base64url(), which takes a tenth of a second for the largest file of a candidate.
std::string to_base64(std::string_view bytes) {
    std::string out((bytes.size() + 2) / 3 * 4, '=');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),  // with a terminating zero, as there is
                    reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
    return out;
}

std::optional<std::string> from_base64(std::string_view text) {
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
    if (text.find_first_of("-_") != std::string_view::npos) return std::nullopt;
    std::string url{text};
    std::ranges::replace(url, '+', '-');
    std::ranges::replace(url, '/', '_');
    return from_base64url(url);
}

std::optional<std::string> percent_decode(std::string_view text, Plus plus) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '%') {
            if (at + 2 >= text.size()) return std::nullopt;
            const int high = hex_value(text[at + 1]);
            const int low = hex_value(text[at + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            out += static_cast<char>(high * 16 + low);
            at += 2;
        } else {
            out += plus == Plus::space && text[at] == '+' ? ' ' : text[at];
        }
    }
    return out;
}

std::string percent_encode(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (is_unreserved(c)) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += static_cast<char>(std::toupper(kHex[byte >> 4]));
            out += static_cast<char>(std::toupper(kHex[byte & 15]));
        }
    }
    return out;
}

// Canonical caseless matching of the Unicode Standard: text is decomposed first, because two encodings of one
// letter could fold differently.
std::string fold(std::string_view text) {
    if (is_ascii(text)) return lowered(text);  // the same, and most texts are
    return mapped(mapped(stream_safe(text), UTF8PROC_DECOMPOSE),
                  UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
}

// Removes the combining marks U+0300 to U+036F (cc 80 to cd af in UTF-8). Marks of other scripts make
// different letters.
std::string fold_without_accents(std::string_view text) {
    if (is_ascii(text)) return lowered(text);
    const std::string decomposed = mapped(fold(text), UTF8PROC_DECOMPOSE);
    std::string bare;
    bare.reserve(decomposed.size());
    for (std::size_t at = 0; at < decomposed.size(); ++at) {
        const auto byte = static_cast<unsigned char>(decomposed[at]);
        if (byte == 0xcc || (byte == 0xcd && static_cast<unsigned char>(decomposed[at + 1]) <= 0xaf)) {
            ++at;
        } else {
            bare += decomposed[at];
        }
    }
    return mapped(bare, UTF8PROC_COMPOSE);
}

std::string trim(std::string_view utf8) {
    if (is_ascii(utf8)) return std::string{trimmed(utf8, " \t\n\v\f\r")};
    const auto* const begin = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    const auto size = static_cast<utf8proc_ssize_t>(utf8.size());
    utf8proc_ssize_t first = size;
    utf8proc_ssize_t last = size;
    for (utf8proc_ssize_t at = 0; at < size;) {
        utf8proc_int32_t character = 0;
        const auto used = utf8proc_iterate(begin + at, size - at, &character);
        if (used <= 0) return std::string{utf8};
        const auto category = utf8proc_category(character);
        const bool is_space = category == UTF8PROC_CATEGORY_ZS || (character >= '\t' && character <= '\r');
        if (!is_space) {
            if (first == size) first = at;
            last = at + used;
        }
        at += used;
    }
    return std::string{utf8.substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first))};
}

bool is_utf8(std::string_view text) {
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    auto left = static_cast<utf8proc_ssize_t>(text.size());
    while (left > 0) {
        utf8proc_int32_t character = 0;
        const auto used = utf8proc_iterate(at, left, &character);
        if (used <= 0) return false;
        at += used;
        left -= used;
    }
    return true;
}

std::string readable(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        utf8proc_int32_t character = 0;
        const auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                           static_cast<utf8proc_ssize_t>(bytes.size()), &character);
        const bool is_invalid = used <= 0 || character == 0;
        const std::size_t size = is_invalid ? 1 : static_cast<std::size_t>(used);
        text += is_invalid ? std::string_view{"\uFFFD"} : bytes.substr(0, size);
        bytes.remove_prefix(size);
    }
    return text;
}

std::size_t count_characters(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

bool has_control_characters(std::string_view utf8) {
    unsigned char last = 0;
    for (const char each : utf8) {
        const auto c = static_cast<unsigned char>(each);
        if (c < 0x20 || c == 0x7f || (last == 0xc2 && c < 0xa0)) return true;
        last = c;
    }
    return false;
}

bool has_deceptive_characters(std::string_view utf8) {
    constexpr utf8proc_int32_t kNonJoiner = 0x200c;
    constexpr utf8proc_int32_t kJoiner = 0x200d;
    while (!utf8.empty()) {
        utf8proc_int32_t character = 0;
        const auto used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                                           static_cast<utf8proc_ssize_t>(utf8.size()), &character);
        if (used <= 0) return true;
        utf8.remove_prefix(static_cast<std::size_t>(used));
        const auto category = utf8proc_category(character);
        const bool is_format =
            category == UTF8PROC_CATEGORY_CF && character != kJoiner && character != kNonJoiner;
        if (is_format || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP) return true;
    }
    return false;
}

std::string_view first_characters(std::string_view utf8, std::size_t most) {
    if (utf8.size() <= most) return utf8;
    while (most > 0 && (static_cast<unsigned char>(utf8[most]) & 0xc0) == 0x80) --most;
    return utf8.substr(0, most);
}

}  // namespace callboard
