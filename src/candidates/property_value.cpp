#include "candidates/property_value.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "accounts/user_store.h"
#include "base/clock.h"
#include "base/email.h"
#include "base/encoding.h"
#include "base/error.h"
#include "configuration/dictionary.h"
#include "configuration/label.h"
#include "configuration/text_pattern.h"
#include "wire/json.h"
#include "wire/json_writer.h"

namespace callboard::candidates {
namespace {

using configuration::CandidateProperty;
using configuration::PropertyType;
using wire::JsonKind;
using wire::JsonValue;

constexpr std::size_t kLongestText = 10'000;
constexpr double kLargestNumber = 1e15;  // doubles represent all integers up to here

std::string as_json_text(std::string_view text) {
    std::string json;
    wire::JsonWriter{json}.text(text);
    return json;
}

using Checked = std::expected<std::string, Fault>;

std::unexpected<Fault> refused(const CandidateProperty& property, const char* code, std::string_view what) {
    return std::unexpected(
        Fault{code, "the value of " + property.key + " must be " + std::string{what}, "/value"});
}

std::string_view text_of(const JsonValue& value) {
    return value.kind() == JsonKind::text ? value.text() : std::string_view{};
}

Checked country(const CandidateProperty& property, const JsonValue& value) {
    const configuration::Country* const found = configuration::find_country(text_of(value));
    if (!found)
        return refused(property, "COUNTRY_NOT_FOUND", "a country code (ISO 3166-1 alpha-2), such as us");
    return as_json_text(found->code);
}

// A country, a dash, and a region name, which is not checked: there is no list of regions.
Checked region(const CandidateProperty& property, const JsonValue& value) {
    const std::string text = fold(text_of(value));
    const auto dash = std::min(text.find('-'), text.size());
    const std::string_view rest = std::string_view{text}.substr(std::min(dash + 1, text.size()));
    const bool is_code = !rest.empty() && rest.size() <= 3 && std::ranges::all_of(rest, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    });
    if (!is_code || !configuration::find_country(text.substr(0, dash)))
        return refused(property, "REGION_NOT_FOUND", "a region code, such as us-wa");
    return as_json_text(text);
}

Checked number(const CandidateProperty& property, const JsonValue& value, double least, double most) {
    const double read = value.kind() == JsonKind::number ? value.number() : std::nan("");
    const bool is_in_range = read >= least && read <= most;  // false for NaN
    if (!is_in_range)
        return refused(property, "INVALID_NUMBER_RANGE", "a number within the range of its type");
    return value.to_json();
}

Checked currency(const CandidateProperty& property, const JsonValue& value) {
    const bool is_object = value.kind() == JsonKind::object;
    const auto code = is_object ? value.find("code") : std::nullopt;
    const auto amount = is_object ? value.find("value") : std::nullopt;
    const configuration::Currency* const found =
        code ? configuration::find_currency(text_of(*code)) : nullptr;
    if (!found)
        return refused(property, "CURRENCY_NOT_FOUND",
                       R"(an amount in a currency of ISO 4217, such as {"code":"USD","value":1000})");
    if (!amount)
        return refused(property, "INVALID_NUMBER_RANGE", R"(an amount, such as {"code":"USD","value":1000})");
    const Checked read = number(property, *amount, -kLargestNumber, kLargestNumber);
    if (!read) return read;
    return R"({"code":)" + as_json_text(found->code) + R"(,"value":)" + *read + "}";
}

Checked date(const CandidateProperty& property, const JsonValue& value) {
    const auto time = parse_iso(text_of(value));
    if (!time)
        return refused(property, "INVALID_DATE_RANGE", "a date and time such as 2030-01-31T12:00:00.000Z");
    return as_json_text(to_iso(*time));
}

Checked choice(db::Snapshot& snapshot, const CandidateProperty& property, const JsonValue& value) {
    const auto found = configuration::find_value(snapshot, property, text_of(value));
    if (!found) return refused(property, "VALUE_NOT_FOUND", "the id of one of its values");
    return as_json_text(found->id);
}

// The ids in the value of a select: one text, or a list of texts.
std::vector<std::string> ids_in(const JsonValue& value) {
    std::vector<std::string> ids;
    if (value.kind() == JsonKind::text) ids.emplace_back(value.text());
    if (value.kind() == JsonKind::array)
        for (std::size_t i = 0; i < value.size(); ++i) ids.emplace_back(text_of(value.at(i)));
    return ids;
}

std::vector<std::string> ids_in(const std::optional<std::string>& json) {
    return json ? ids_in(wire::JsonDocument{*json}.root()) : std::vector<std::string>{};
}

bool are_different(std::vector<std::string> ids) {
    std::ranges::sort(ids);
    return std::ranges::adjacent_find(ids) == ids.end();
}

Checked choices(db::Snapshot& snapshot, const CandidateProperty& property, const JsonValue& value,
                const std::optional<std::string>& stored) {
    constexpr auto kWhat = "a list of ids of its values, each of them once";
    if (value.kind() != JsonKind::array) return refused(property, "VALUE_NOT_FOUND", kWhat);
    if (value.size() > configuration::kMostSelectedChoices)
        return refused(property, "VALUE_NOT_FOUND",
                       "a list of at most " + std::to_string(configuration::kMostSelectedChoices) + " ids");
    const std::vector<std::string> ids = ids_in(value);
    if (!are_different(ids) || !std::ranges::all_of(ids, configuration::is_plain_id))
        return refused(property, "VALUE_NOT_FOUND", kWhat);
    std::vector<std::string> allowed = configuration::known_values(snapshot, property, ids);
    for (std::string& id : ids_in(stored)) allowed.push_back(std::move(id));
    std::string json;
    wire::JsonWriter writer{json};
    writer.open_array();
    for (const std::string& id : ids) {
        if (std::ranges::find(allowed, id) == allowed.end())
            return refused(property, "VALUE_NOT_FOUND", kWhat);
        writer.text(id);
    }
    writer.close_array();
    return json;
}

Checked text(const CandidateProperty& property, const JsonValue& value) {
    const std::string_view read = text_of(value);
    if (value.kind() != JsonKind::text || read.contains('\0') || count_characters(read) > kLongestText)
        return refused(property, "INVALID_TEXT_FORMAT", "a string of at most 10,000 characters");
    if (property.text_format == configuration::TextFormat::email && !is_email(read))
        return refused(property, "INVALID_EMAIL_FORMAT", "an e-mail address, such as ada@example.com");
    if (property.pattern && !configuration::matches_pattern(read, *property.pattern))
        return refused(
            property, "INVALID_TEXT_PATTERN_FORMAT",
            "a text like " + *property.pattern + ": # is a digit, @ a letter, * a letter or a digit");
    return as_json_text(read);
}

Checked user(db::Snapshot& snapshot, const CandidateProperty& property, const JsonValue& value) {
    const auto id = UserId::parse(text_of(value));
    if (!id || !accounts::store::find_user(snapshot, *id))
        return refused(property, "USER_NOT_FOUND", "the id of a user of the company");
    return as_json_text(id->text());
}

Checked truth(const CandidateProperty& property, const JsonValue& value) {
    if (value.kind() != JsonKind::boolean) return refused(property, "VALUE_NOT_FOUND", "true or false");
    return value.to_json();
}

bool is_nothing(const CandidateProperty& property, const JsonValue& value) {
    switch (value.kind()) {
        case JsonKind::null: return true;
        case JsonKind::object: return value.member_count() == 0;
        case JsonKind::array: return property.type == PropertyType::multi_select && value.size() == 0;
        case JsonKind::boolean:
        case JsonKind::number:
        case JsonKind::text: return false;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

CheckedValue checked_value(db::Snapshot& snapshot, const CandidateProperty& property, std::string_view json,
                           const std::optional<std::string>& stored) {
    const wire::JsonDocument document{json};
    const JsonValue value = document.root();
    if (stored && value.to_json() == *stored) return stored;
    if (is_nothing(property, value)) return std::nullopt;
    switch (property.type) {
        case PropertyType::boolean: return truth(property, value);
        case PropertyType::country: return country(property, value);
        case PropertyType::currency: return currency(property, value);
        case PropertyType::date: return date(property, value);
        case PropertyType::multi_select: return choices(snapshot, property, value, stored);
        case PropertyType::number: return number(property, value, -kLargestNumber, kLargestNumber);
        case PropertyType::percent: return number(property, value, 0, 100);
        case PropertyType::region: return region(property, value);
        case PropertyType::single_select: return choice(snapshot, property, value);
        case PropertyType::text: return text(property, value);
        case PropertyType::user: return user(snapshot, property, value);
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::vector<configuration::PropertyChoice> selected_values(db::Snapshot& snapshot,
                                                           const CandidateProperty& property,
                                                           std::string_view json) {
    if (!configuration::has_choices(property.type)) return {};
    const wire::JsonDocument document{json};
    return configuration::chosen_values(snapshot, property, ids_in(document.root()));
}

}  // namespace callboard::candidates
