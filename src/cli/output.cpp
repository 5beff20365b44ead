#include "cli/output.h"

#include <fmt/format.h>

#include "wire/json_writer.h"

namespace callboard::cli {
namespace {

void write_object(wire::JsonWriter& json, const Fields& fields) {
    json.open_object();
    for (const auto& [name, value] : fields) json.member(name, value);
    json.close_object();
}

}  // namespace

void Output::result(const Fields& fields, const std::string& text) const {
    if (!json_) return fmt::print("{}\n", text);
    std::string object;
    wire::JsonWriter json{object};
    write_object(json, fields);
    fmt::print("{}\n", object);
}

void Output::list(const std::vector<Fields>& items, const std::string& text_if_none) const {
    if (json_) {
        std::string object;
        wire::JsonWriter json{object};
        json.open_object();
        json.key("items");
        json.open_array();
        for (const Fields& item : items) write_object(json, item);
        json.close_array();
        json.close_object();
        return fmt::print("{}\n", object);
    }
    if (items.empty()) return fmt::print("{}\n", text_if_none);
    for (const Fields& item : items) {
        std::string line;
        for (const auto& [name, value] : item)
            line += fmt::format("{}{}={}", line.empty() ? "" : "  ", name, value);
        fmt::print("{}\n", line);
    }
}

}  // namespace callboard::cli
