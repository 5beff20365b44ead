#include "cli/request_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/output.h"

namespace callboard::cli {
namespace {

using wire::JsonValue;

std::string in_one_cell(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c == '\n' || c == '\t'; }, '?');
    return without_escapes(std::move(text));
}

std::string text_of(const JsonValue& request, std::string_view name) {
    const auto value = request.find(name);
    if (!value) return "-";
    if (value->kind() == wire::JsonKind::text) return in_one_cell(std::string{value->text()});
    const auto whole = value->whole_number();
    return whole ? std::to_string(*whole) : fmt::format("{:.3f}", value->number());
}

// What remains of the limits, 9/10 7/8, or why it was refused.
std::string limit_state(const JsonValue& request) {
    if (request.find("refused_by")) {
        const std::string reason = request.find("reason") ? " " + text_of(request, "reason") : "";
        return "refused: " + text_of(request, "refused_by") + reason;
    }
    std::string state;
    for (const std::string kind : {"rate", "concurrency"}) {
        if (!request.find(kind + "_limit")) continue;
        state += (state.empty() ? "" : " ") + text_of(request, kind + "_remaining") + "/" +
                 text_of(request, kind + "_limit");
    }
    return state.empty() ? "-" : state;
}

struct Column {
    std::string_view name;
    std::size_t width;
    std::string (*text)(const JsonValue& request);
};

// The time is that of the day on a terminal; the ids are last, because they are the longest.
constexpr std::array kColumns{
    Column{"time", 24, [](const JsonValue& r) { return text_of(r, "time"); }},
    Column{"status", 6, [](const JsonValue& r) { return text_of(r, "status"); }},
    Column{"ms", 9, [](const JsonValue& r) { return fmt::format("{:.3f}", r.find("ms")->number()); }},
    Column{"operation", 28, [](const JsonValue& r) { return text_of(r, "operation"); }},
    Column{"limits", 10, limit_state},
    Column{"company", 36, [](const JsonValue& r) { return text_of(r, "company"); }},
    Column{"user", 24, [](const JsonValue& r) { return text_of(r, "user"); }},
    Column{"application", 32, [](const JsonValue& r) { return text_of(r, "application"); }},
    Column{"request", 32, [](const JsonValue& r) { return text_of(r, "request"); }},
    Column{"trace", 0, [](const JsonValue& r) { return text_of(r, "trace"); }},
};

std::string_view colour_of(std::int64_t status) {
    if (status >= 500) return "\x1b[31m";
    return status >= 400 ? "\x1b[33m" : "";
}

void append_cell(std::string& line, const Column& column, const std::string& text, LineStyle style) {
    if (style == LineStyle::tabs) {
        line.append(line.empty() ? "" : "\t").append(text);
    } else if (column.name == "ms") {
        line.append(line.empty() ? "" : "  ").append(fmt::format("{:>{}}", text, column.width));
    } else {
        line.append(line.empty() ? "" : "  ").append(fmt::format("{:<{}}", text, column.width));
    }
}

}  // namespace

std::string request_header(LineStyle style) {
    std::string line;
    for (const Column& column : kColumns) append_cell(line, column, std::string{column.name}, style);
    return line;
}

std::string request_line(const JsonValue& request, LineStyle style) {
    std::string line;
    for (const Column& column : kColumns) append_cell(line, column, column.text(request), style);
    if (style == LineStyle::tabs) return line;
    const std::string_view colour = colour_of(request.find("status")->whole_number().value_or(0));
    return colour.empty() ? line : std::string{colour} + line + "\x1b[0m";
}

}  // namespace callboard::cli
