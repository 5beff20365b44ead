#include "configuration/tsv.h"

#include <algorithm>
#include <ranges>
#include <stdexcept>
#include <string>

namespace callboard::configuration {
namespace {

TsvRow fields_of(std::string_view line) {
    TsvRow fields;
    for (const auto field : line | std::views::split('\t')) fields.emplace_back(field);
    return fields;
}

// The fault of a row; empty if it is valid. `before` is the previous row, or null.
std::string_view fault_of(const TsvRow& row, const TsvRow* before, std::size_t columns) {
    if (row.size() != columns) return "another number of fields than the header";
    if (std::ranges::find(row, std::string_view{}) != row.end()) return "an empty field";
    if (before && before->front() >= row.front()) return "a key that is not above the one before it";
    return {};
}

}  // namespace

std::vector<TsvRow> read_tsv(const EmbeddedFile& file, std::span<const std::string_view> columns) {
    std::vector<TsvRow> rows;
    std::size_t line_number = 0;
    const auto expect = [&](bool good, std::string_view problem) {
        if (good) return;
        throw std::logic_error(std::string{file.name} + ", line " + std::to_string(line_number) + ": " +
                               std::string{problem});
    };
    for (std::string_view rest = file.text; !rest.empty() || line_number == 0;) {
        ++line_number;
        const auto end = rest.find('\n');
        expect(end != std::string_view::npos, "no end of the line");
        TsvRow row = fields_of(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        if (line_number == 1) {
            expect(std::ranges::equal(row, columns), "another header than expected");
            continue;
        }
        const auto fault = fault_of(row, rows.empty() ? nullptr : &rows.back(), columns.size());
        expect(fault.empty(), fault);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace callboard::configuration
