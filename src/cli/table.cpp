#include "cli/table.h"

#include <algorithm>
#include <string_view>

#include "base/encoding.h"
#include "cli/spec.h"

namespace callboard::cli {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kNarrowest = 16;  // of a truncated column

struct Column {
    std::string_view name;
    bool may_be_cut = false;
    std::size_t width = 0;
};

// All member names in the order of first occurrence.
std::vector<Column> columns_of(const std::vector<Fields>& items) {
    std::vector<Column> columns;
    for (const Fields& item : items) {
        for (const auto& [name, value] : item) {
            if (std::ranges::find(columns, name, &Column::name) != columns.end()) continue;
            columns.push_back({.name = name, .may_be_cut = value.is_list()});
        }
    }
    return columns;
}

// With control characters replaced by spaces, so that it neither ends the cell nor controls the terminal.
std::string cell(const Fields& item, std::string_view name) {
    const auto found = std::ranges::find(item, name, &Fields::value_type::first);
    std::string text = found == item.end() ? "" : readable(to_text(found->second));
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
    return text;
}

// Formatted as CREATED AT.
std::string heading(std::string_view name) {
    std::string text = placeholder_of(std::string{name});
    std::ranges::replace(text, '_', ' ');
    return text;
}

std::string cut(const std::string& text, std::size_t width) {
    if (count_characters(text) <= width) return text;
    std::size_t bytes = 0;
    for (std::size_t left = width - 1; left > 0; --left) {
        do ++bytes;
        while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xc0U) == 0x80);
    }
    return text.substr(0, bytes) + "…";
}

void narrow(std::vector<Column>& columns, std::size_t width) {
    std::size_t total = kGap.size() * (columns.size() - 1);
    for (const Column& column : columns) total += column.width;
    while (total > width) {
        const auto may_shrink = [](const Column& column) {
            return column.may_be_cut && column.width > kNarrowest ? column.width : 0;
        };
        const auto widest = std::ranges::max_element(columns, {}, may_shrink);
        if (may_shrink(*widest) == 0) return;
        const std::size_t narrowed =
            std::max(kNarrowest, widest->width - std::min(widest->width, total - width));
        total -= widest->width - narrowed;
        widest->width = narrowed;
    }
}

std::string line(const std::vector<Column>& columns, const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string shown = cut(cells[i], columns[i].width);
        text += shown;
        if (i + 1 == columns.size()) break;
        text.append(columns[i].width - count_characters(shown), ' ').append(kGap);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
}

}  // namespace

std::string aligned_table(const std::vector<Fields>& items, std::size_t width) {
    auto columns = columns_of(items);
    std::vector<std::vector<std::string>> rows(1);
    for (const Column& column : columns) rows.front().push_back(heading(column.name));
    for (const Fields& item : items) {
        auto& row = rows.emplace_back();
        for (const Column& column : columns) row.push_back(cell(item, column.name));
    }
    for (const auto& row : rows)
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].width = std::max(columns[i].width, count_characters(row[i]));
    if (!columns.empty()) narrow(columns, width);
    std::string table;
    for (const auto& row : rows) table += line(columns, row);
    return table;
}

std::string tab_separated(const std::vector<Fields>& items) {
    const auto columns = columns_of(items);
    std::string table;
    for (const Column& column : columns) table.append(table.empty() ? "" : "\t").append(column.name);
    table += '\n';
    for (const Fields& item : items) {
        for (std::size_t i = 0; i < columns.size(); ++i)
            table.append(i == 0 ? "" : "\t").append(cell(item, columns[i].name));
        table += '\n';
    }
    return table;
}

}  // namespace callboard::cli
