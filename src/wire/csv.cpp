#include "wire/csv.h"

#include <array>
#include <charconv>

namespace callboard::wire {
namespace {

// Spreadsheets evaluate text that begins like this (CSV injection); a leading apostrophe prevents it.
bool begins_formula(std::string_view value) {
    return std::string_view{"=+-@\t\r"}.contains(value.front());
}

}  // namespace

void CsvWriter::text(std::string_view value) {
    begin_cell();
    const bool harmless = value.empty() || !begins_formula(value);
    const bool quoted = value.empty() || value.find_first_of(",\"\r\n") != std::string_view::npos;
    if (!quoted) {
        if (!harmless) out_ += '\'';
        out_ += value;
        return;
    }
    out_ += '"';
    if (!harmless) out_ += '\'';
    for (;;) {
        const auto quote = value.find('"');
        out_ += value.substr(0, quote);
        if (quote == std::string_view::npos) break;
        out_ += "\"\"";
        value.remove_prefix(quote + 1);
    }
    out_ += '"';
}

void CsvWriter::plain(std::string_view value) {
    begin_cell();
    out_ += value;
}

void CsvWriter::number(std::int64_t value) {
    std::array<char, 24> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    plain({digits.data(), end});
}

void CsvWriter::end_line() {
    out_ += "\r\n";
    first_ = true;
}

}  // namespace callboard::wire
