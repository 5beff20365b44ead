#include "wire/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace callboard::wire {
namespace {

constexpr std::array<bool, 256> kNeedsEscape = [] {
    std::array<bool, 256> table{};
    for (std::size_t c = 0; c < 0x20; ++c) table[c] = true;
    table['"'] = table['\\'] = true;
    return table;
}();

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
    for (std::size_t at = 0; at < value.size(); ++at) {
        if (!kNeedsEscape[static_cast<unsigned char>(value[at])]) continue;
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

}  // namespace callboard::wire
