#include "analytics/feed_text.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "wire/csv.h"
#include "wire/json_writer.h"

namespace callboard::analytics {
namespace {

using reports::Cell;
using reports::DataType;

// Coordinates are stored as free text; values that are no number are omitted.
std::optional<double> as_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

bool is_absent(DataType type, const Cell& cell) {
    return cell.is_absent || (type == DataType::decimal && !as_number(cell.text));
}

void append_json(wire::JsonWriter& out, DataType type, const Cell& cell) {
    switch (type) {
        case DataType::number: return out.number(cell.number);
        case DataType::boolean: return out.boolean(cell.number != 0);
        case DataType::decimal: return out.number(as_number(cell.text).value_or(0));
        case DataType::id:
        case DataType::date:
        case DataType::text:
        case DataType::word: return out.text(cell.text);
    }
}

void append_csv(wire::CsvWriter& out, DataType type, const Cell& cell) {
    switch (type) {
        case DataType::number: return out.number(cell.number);
        case DataType::boolean: return out.plain(cell.number != 0 ? "true" : "false");
        case DataType::decimal:
        case DataType::id: return out.plain(cell.text);
        case DataType::date:  // formatted by the caller's pattern
        case DataType::text:
        case DataType::word: return out.text(cell.text);
    }
}

}  // namespace

FeedText::FeedText(FeedFormat format, std::span<const reports::Column> columns, DatePattern dates)
    : format_(format), columns_(columns), dates_(std::move(dates)) {}

void FeedText::begin(std::string& out) {
    if (format_ == FeedFormat::json) {
        out += R"({"content":[)";
        return;
    }
    wire::CsvWriter line{out};
    for (const reports::Column& column : columns_) line.plain(column.id);
    line.end_line();
}

void FeedText::row(std::string& out, std::span<const Cell> cells) {
    if (format_ == FeedFormat::csv) {
        wire::CsvWriter line{out};
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (is_absent(columns_[i].type, cells[i])) {
                line.absent();
            } else {
                append_csv(line, columns_[i].type, shown(i, cells[i]));
            }
        }
        line.end_line();
        return;
    }
    if (!std::exchange(first_, false)) out += ',';
    out += '{';
    wire::JsonWriter object{out};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (is_absent(columns_[i].type, cells[i])) continue;
        object.key(columns_[i].id);
        append_json(object, columns_[i].type, shown(i, cells[i]));
    }
    object.close_object();
}

void FeedText::end(std::string& out) {
    if (format_ == FeedFormat::json) out += "]}";
}

Cell FeedText::shown(std::size_t column, const Cell& cell) {
    if (columns_[column].type != DataType::date) return cell;
    date_.clear();
    dates_.append(date_, {cell.number});
    return {.is_absent = false, .text = date_, .number = cell.number};
}

}  // namespace callboard::analytics
