#include "wire/json_writer.h"

#include <array>
#include <charconv>
#include <cstring>

namespace callboard::wire {
namespace {

bool needs_escape(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Whether any of eight characters is below 0x20, a quote or a backslash. Such a byte has its high bit set in
// `found`; bytes of multi-byte UTF-8 sequences do not, because `& ~` clears it.
bool eight_need_escape(const char* at) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHigh = 0x8080808080808080;
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    const auto has_zero = [](std::uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
    const std::uint64_t found =
        ((word - kOnes * 0x20) & ~word) | has_zero(word ^ (kOnes * '"')) | has_zero(word ^ (kOnes * '\\'));
    return (found & kHigh) != 0;
}

// The position of the first character that must be escaped; the size of the text if there is none.
std::size_t find_escape(std::string_view text, std::size_t from) {
    while (from + 8 <= text.size() && !eight_need_escape(text.data() + from)) from += 8;
    while (from < text.size() && !needs_escape(text[from])) ++from;
    return from;
}

void append_escape(std::string& out, char c) {
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            out += "\\u00";
            out += kHex[static_cast<unsigned char>(c) >> 4];
            out += kHex[static_cast<unsigned char>(c) & 15];
    }
}

template <class Number>
void append_number(std::string& out, Number value) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end);
}

}  // namespace

void JsonWriter::key(std::string_view name) {
    if (out_.back() != '{') out_ += ',';
    out_ += '"';
    out_ += name;
    out_ += "\":";
}

void JsonWriter::text(std::string_view value) {
    separate();
    out_ += '"';
    std::size_t written = 0;
    for (std::size_t at = find_escape(value, 0); at < value.size(); at = find_escape(value, written)) {
        out_ += value.substr(written, at - written);
        append_escape(out_, value[at]);
        written = at + 1;
    }
    out_ += value.substr(written);
    out_ += '"';
}

void JsonWriter::plain_text(std::string_view value) {
    separate();
    out_ += '"';
    out_ += value;
    out_ += '"';
}

void JsonWriter::plain_text(std::initializer_list<std::string_view> parts) {
    separate();
    out_ += '"';
    for (const std::string_view part : parts) out_ += part;
    out_ += '"';
}

void JsonWriter::number(std::int64_t value) {
    separate();
    append_number(out_, value);
}

void JsonWriter::number(double value) {
    separate();
    append_number(out_, value);
}

void JsonWriter::boolean(bool value) {
    separate();
    out_ += value ? "true" : "false";
}

void JsonWriter::null() {
    separate();
    out_ += "null";
}

void JsonWriter::time(Timestamp value) {
    separate();
    out_ += '"';
    append_iso(out_, value);
    out_ += '"';
}

void JsonWriter::raw(std::string_view json) {
    separate();
    out_ += json;
}

void JsonWriter::members(std::string_view json) {
    const std::string_view inside = json.substr(1, json.size() - 2);
    if (inside.empty()) return;
    if (out_.back() != '{') out_ += ',';
    out_ += inside;
}

}  // namespace callboard::wire
