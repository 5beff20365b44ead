#include "wire/codec.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/ascii.h"
#include "base/encoding.h"

namespace callboard::wire {
namespace {

constexpr Rule kDefaults;

std::string length_rule(const Rule& rule) {
    if (rule.min_length > 0 && rule.min_length == rule.max_length) {
        return "must have exactly " + std::to_string(rule.max_length) + " characters";
    }
    if (rule.min_length == 0) return "must have at most " + std::to_string(rule.max_length) + " characters";
    return "must have " + std::to_string(rule.min_length) + " to " + std::to_string(rule.max_length) +
           " characters";
}

std::string range_rule(const Rule& rule) {
    std::string text = "must be between " + std::to_string(rule.min) + " and " + std::to_string(rule.max);
    if (!rule.about.empty()) text.append(". ").append(rule.about);  // such as what to use instead
    return text;
}

bool in_range(std::int64_t number, const Rule& rule, Reading& reading) {
    if (number >= rule.min && number <= rule.max) return true;
    reading.fault(range_rule(rule));
    return false;
}

}  // namespace

std::string too_few_items(const Rule& rule) {
    return "must have at least " + std::to_string(rule.min_items) + " elements";
}

std::string too_many_items(const Rule& rule) {
    return "must have at most " + std::to_string(rule.max_items) + " elements";
}

void note_unknown_members(const JsonValue& object, KnownNames known, Reading& reading) {
    if (!reading.wants_unknown_names()) return;
    object.for_each_key([&](std::string_view key) {
        if (std::ranges::find(known, key) == known.end()) reading.unknown_member(key, known);
    });
}

void describe(JsonWriter& out, std::string_view type, std::string_view format, const Rule& rule) {
    out.open_object();
    out.member("type", type);
    if (!format.empty()) out.member("format", format);
    if (rule.min != kDefaults.min) out.member("minimum", rule.min);
    if (rule.max != kDefaults.max) out.member("maximum", rule.max);
    if (!rule.about.empty()) out.member("description", rule.about);
    out.close_object();
}

std::optional<std::string> Codec<std::string>::read(const JsonValue& value, const Rule& rule,
                                                    Reading& reading) {
    if (value.kind() == JsonKind::text) return parse(value.text(), rule, reading);
    reading.fault("must be a string");
    return std::nullopt;
}

std::optional<std::string> Codec<std::string>::parse(std::string_view text, const Rule& rule,
                                                     Reading& reading) {
    if (!is_utf8(text)) {  // JSON was checked by its parser; a query was not
        reading.fault("must be valid UTF-8");
        return std::nullopt;
    }
    if (text.contains('\0')) {
        reading.fault("must not contain the character U+0000");
        return std::nullopt;
    }
    if (rule.one_line && has_control_characters(text)) {
        reading.fault("must not contain control characters");
        return std::nullopt;
    }
    const std::size_t length = count_characters(text);
    if (length < rule.min_length || length > rule.max_length) {
        reading.fault(length_rule(rule));
        return std::nullopt;
    }
    return std::string{text};
}

void Codec<std::string>::schema(JsonWriter& out, const Rule& rule, Schemas&) {
    out.open_object();
    out.member("type", "string");
    if (rule.min_length > 0) out.member("minLength", static_cast<std::int64_t>(rule.min_length));
    if (rule.max_length != kDefaults.max_length)
        out.member("maxLength", static_cast<std::int64_t>(rule.max_length));
    if (!rule.about.empty()) out.member("description", rule.about);
    out.close_object();
}

std::optional<bool> Codec<bool>::read(const JsonValue& value, const Rule&, Reading& reading) {
    if (value.kind() == JsonKind::boolean) return value.boolean();
    reading.fault("must be true or false");
    return std::nullopt;
}

std::optional<bool> Codec<bool>::parse(std::string_view text, const Rule&, Reading& reading) {
    if (same_name(text, "true")) return true;
    if (same_name(text, "false")) return false;
    reading.fault("must be true or false");
    return std::nullopt;
}

std::optional<std::int64_t> Codec<std::int64_t>::read(const JsonValue& value, const Rule& rule,
                                                      Reading& reading) {
    const auto number = value.kind() == JsonKind::number ? value.whole_number() : std::nullopt;
    if (!number) reading.fault("must be an integer");
    if (!number || !in_range(*number, rule, reading)) return std::nullopt;
    return number;
}

std::optional<std::int64_t> Codec<std::int64_t>::parse(std::string_view text, const Rule& rule,
                                                       Reading& reading) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) {
        reading.fault("must be an integer");
        return std::nullopt;
    }
    if (!in_range(number, rule, reading)) return std::nullopt;
    return number;
}

std::optional<double> Codec<double>::read(const JsonValue& value, const Rule& rule, Reading& reading) {
    const double number = value.kind() == JsonKind::number ? value.number() : std::nan("");
    if (!std::isfinite(number)) {
        reading.fault("must be a number");
        return std::nullopt;
    }
    const bool too_small = rule.min != kDefaults.min && number < static_cast<double>(rule.min);
    const bool too_large = rule.max != kDefaults.max && number > static_cast<double>(rule.max);
    if (too_small || too_large) {
        reading.fault(range_rule(rule));
        return std::nullopt;
    }
    return number;
}

std::optional<Timestamp> Codec<Timestamp>::read(const JsonValue& value, const Rule& rule, Reading& reading) {
    if (value.kind() == JsonKind::text) return parse(value.text(), rule, reading);
    reading.fault("must be a date and time such as 2030-01-31T12:00:00.000Z");
    return std::nullopt;
}

std::optional<Timestamp> Codec<Timestamp>::parse(std::string_view text, const Rule&, Reading& reading) {
    const auto time = parse_iso(text);
    if (!time) reading.fault("must be a date and time such as 2030-01-31T12:00:00.000Z");
    return time;
}

}  // namespace callboard::wire
