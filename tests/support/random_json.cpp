#include "support/random_json.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace callboard::test {
namespace {

namespace json = boost::json;

constexpr std::string_view kSchemas = "#/components/schemas/";

std::mt19937_64 seeded(std::string_view seed) {
    std::seed_seq sequence(seed.begin(), seed.end());
    return std::mt19937_64{sequence};
}

json::value nested(std::size_t depth) {
    json::value value = "deep";
    for (std::size_t i = 0; i < depth; ++i)
        value = i % 2 ? json::value(json::array{value}) : json::object{{"a", value}};
    return value;
}

// Collects the value and its descendants.
void collect(json::value& value, std::vector<json::value*>& all) {
    all.push_back(&value);
    if (auto* const object = value.if_object())
        for (auto& member : *object) collect(member.value(), all);
    if (auto* const array = value.if_array())
        for (auto& element : *array) collect(element, all);
}

bool is_required(const json::object& schema, std::string_view name) {
    const auto* const names = schema.if_contains("required");
    return names && std::ranges::find(names->as_array(), json::value(name)) != names->as_array().end();
}

std::int64_t bound(const json::object& schema, std::string_view keyword, std::int64_t otherwise) {
    const auto* const found = schema.if_contains(keyword);
    return found ? found->to_number<std::int64_t>() : otherwise;
}

}  // namespace

RandomJson::RandomJson(const json::object& document, std::string_view seed, std::vector<std::string> words)
    : document_(document), words_(std::move(words)), random_(seeded(seed)) {}

json::value RandomJson::like(const json::object& schema) {
    begin();
    return part(schema);
}

json::value RandomJson::like(const json::object& schema, const json::value& example) {
    begin();
    json::value made = example;
    const json::object& definition = resolved(schema);
    const auto* const properties = definition.if_contains("properties");
    if (auto* const object = made.if_object(); object && properties) {
        for (const auto& [name, property] : properties->as_object()) {
            if (one_in(object->contains(name) ? 8 : 3)) {
                (*object)[name] = part(property.as_object());
            } else if (!is_required(definition, name) && one_in(4)) {
                object->erase(name);
            }
        }
    } else if (one_in(2)) {
        std::vector<json::value*> all;
        collect(made, all);
        *any_of(all) = anything();
    }
    return made;
}

std::string RandomJson::text_of(const json::value& value) {
    static constexpr std::array<std::string_view, 6> kNoJson{"NaN", "1e999",       "-",
                                                             "'a'", "\"\\ud800\"", "[1,]"};
    std::string text = json::serialize(value);
    if (!one_in(12)) return text;
    switch (below(4)) {
        case 0: text.resize(below(text.size())); break;
        case 1: text[below(text.size())] = static_cast<char>(below(256)); break;
        case 2: text.insert(text.starts_with('{') ? 1 : 0, R"("twice":1,"twice":2,)"); break;
        default: text = any_of(kNoJson); break;
    }
    return text;
}

const json::object& RandomJson::resolved(const json::object& schema) const {
    const auto* const name = schema.if_contains("$ref");
    if (!name) return schema;
    const std::string_view target = std::string_view{name->as_string()}.substr(kSchemas.size());
    return resolved(document_.at("components").at("schemas").at(target).as_object());
}

json::value RandomJson::part(const json::object& schema) {
    return is_odd() ? anything() : fitting(resolved(schema));
}

json::value RandomJson::fitting(const json::object& schema) {
    if (const auto* const values = schema.if_contains("enum")) return any_of(values->as_array());
    for (const std::string_view choice : {"oneOf", "anyOf"})
        if (const auto* const choices = schema.if_contains(choice))
            return part(any_of(choices->as_array()).as_object());
    const auto* const types = schema.if_contains("type");
    if (!types) return anything();
    const std::string_view type =
        types->is_array() ? any_of(types->as_array()).as_string() : types->as_string();
    if (type == "object") return object(schema);
    if (type == "array") return array(schema);
    if (type == "string") return json::value(string(schema));
    if (type == "boolean") return one_in(2);
    if (type == "null") return nullptr;
    return number(schema, type == "integer");
}

json::value RandomJson::number(const json::object& schema, bool whole) {
    const std::int64_t least = bound(schema, "minimum", -1000);
    const std::int64_t most = bound(schema, "maximum", 1'000'000);
    if (one_in(4)) return one_in(2) ? least : most;
    if (is_odd()) return one_in(2) ? least - 1 : most + 1;
    const std::int64_t value =
        least + static_cast<std::int64_t>(below(static_cast<std::size_t>(most - least) + 1));
    if (whole || one_in(2)) return value;
    return static_cast<double>(value) + 0.37;
}

json::value RandomJson::object(const json::object& schema) {
    json::object made;
    const auto* const properties = schema.if_contains("properties");
    if (properties) {
        for (const auto& [name, property] : properties->as_object()) {
            if (is_required(schema, name) ? is_odd() : one_in(2)) continue;
            made[name] = part(property.as_object());
        }
    }
    if (!properties || is_odd()) made[any_string()] = anything();
    return made;
}

json::value RandomJson::array(const json::object& schema) {
    json::array made;
    const auto most = static_cast<std::size_t>(bound(schema, "maxItems", 100));
    const std::size_t size = is_odd() ? most + below(2) : below(4);
    const auto* const items = schema.if_contains("items");
    while (made.size() < size) made.push_back(items ? part(items->as_object()) : anything());
    return made;
}

std::string RandomJson::string(const json::object& schema) {
    static constexpr std::array<std::string_view, 4> kTimes{
        "2030-01-31T12:00:00.000Z", "1970-01-01T00:00:00Z", "2024-02-29T23:59:59.999Z",
        "9999-12-31T23:59:59.999Z"};
    static constexpr std::array<std::string_view, 5> kNoTimes{
        "0000-00-00T00:00:00.000Z", "2024-02-29T23:59:60Z", "2023-02-29T00:00:00.000Z", "2030-01-31",
        "-5000-01-01T00:00:00.000Z"};
    const auto* const format = schema.if_contains("format");
    if (format && format->as_string() == "date-time")
        return std::string{is_odd() ? any_of(kNoTimes) : any_of(kTimes)};
    const auto least = static_cast<std::size_t>(bound(schema, "minLength", 0));
    const auto most = static_cast<std::size_t>(bound(schema, "maxLength", 300));
    if (is_odd()) return one_in(2) ? std::string(most + 1, 'x') : any_string();
    switch (below(8)) {
        case 0: return std::string(most, 'x');
        case 1: return std::string(std::max<std::size_t>(least, 1), 'y');
        default: return any_of(words_).substr(0, most);
    }
}

json::value RandomJson::anything() {
    static const std::array<json::value, 14> kNumbers{0,
                                                      -1,
                                                      -0.0,
                                                      0.1,
                                                      1e308,
                                                      -1e308,
                                                      5e-324,
                                                      9007199254740993,
                                                      2147483648,
                                                      -2147483649,
                                                      std::numeric_limits<std::int64_t>::max(),
                                                      std::numeric_limits<std::int64_t>::min(),
                                                      std::numeric_limits<std::uint64_t>::max(),
                                                      1e19};
    switch (below(10)) {
        case 0: return nullptr;
        case 1: return one_in(2);
        case 2: return json::object{};
        case 3: return json::array{};
        case 4: return nested(1 + below(70));
        case 5: return json::array(1 + below(6000), json::value(nullptr));
        case 6:
        case 7: return any_of(kNumbers);
        default: return json::value(any_string());
    }
}

std::string RandomJson::any_string() {
    using namespace std::string_view_literals;
    static constexpr std::array<std::string_view, 18> kOdd{""sv,
                                                           " "sv,
                                                           "\0"sv,
                                                           "a\0b"sv,
                                                           "\n\r\t"sv,
                                                           "\x7f"sv,
                                                           "\"\\/"sv,
                                                           "'; DROP TABLE job; --"sv,
                                                           "%"sv,
                                                           "<script>alert(1)</script>"sv,
                                                           "../../etc/passwd"sv,
                                                           "\xef\xbf\xbf"sv,
                                                           "\xef\xbb\xbf"sv,
                                                           "\xe2\x80\xae"sv,
                                                           "\xf0\x9f\xa7\x91\xe2\x80\x8d\xf0\x9f\x8d\xb3"sv,
                                                           "\xc4\xb0stanbul"sv,
                                                           "e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81"sv,
                                                           "null"sv};
    static constexpr std::array<std::size_t, 6> kLengths{255, 256, 257, 1000, 20'001, 100'000};
    switch (below(8)) {
        case 0: return std::string(any_of(kLengths), 'z');
        case 1: return any_of(words_) + std::string{any_of(kOdd)};
        case 2: return any_of(words_);
        default: return std::string{any_of(kOdd)};
    }
}

}  // namespace callboard::test
