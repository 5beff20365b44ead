#include "cli/value.h"

#include <fmt/format.h>

#include "base/encoding.h"
#include "wire/json_writer.h"

namespace callboard::cli {
namespace {

struct TextWriter {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(const std::vector<std::string>& texts) const {
        return fmt::format("{}", fmt::join(texts, ", "));
    }
    std::string operator()(const std::vector<Fields>& objects) const {
        std::vector<std::string> texts;
        for (const Fields& fields : objects) {
            std::vector<std::string> members;
            for (const auto& [name, value] : fields)
                members.push_back(fmt::format("{}={}", name, to_text(value)));
            texts.push_back(fmt::format("{}", fmt::join(members, " ")));
        }
        return (*this)(texts);
    }
};

void write_object(wire::JsonWriter& json, const Fields& fields);

struct JsonValueWriter {
    wire::JsonWriter& json;

    void operator()(const std::string& text) const { json.text(readable(text)); }
    void operator()(std::int64_t number) const { json.number(number); }
    void operator()(bool truth) const { json.boolean(truth); }
    void operator()(const std::vector<std::string>& texts) const {
        json.open_array();
        for (const std::string& text : texts) (*this)(text);
        json.close_array();
    }
    void operator()(const std::vector<Fields>& objects) const {
        json.open_array();
        for (const Fields& fields : objects) write_object(json, fields);
        json.close_array();
    }
};

void write_object(wire::JsonWriter& json, const Fields& fields) {
    json.open_object();
    for (const auto& [name, value] : fields) {
        json.key(name);
        std::visit(JsonValueWriter{json}, value.variant());
    }
    json.close_object();
}

}  // namespace

std::string to_text(const Value& value) {
    return std::visit(TextWriter{}, value.variant());
}

std::string to_json(const Fields& fields) {
    std::string object;
    wire::JsonWriter json{object};
    write_object(json, fields);
    return object;
}

}  // namespace callboard::cli
