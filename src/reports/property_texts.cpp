#include "reports/property_texts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "candidates/properties.h"
#include "configuration/candidate_property_store.h"

namespace callboard::reports {
namespace {

using configuration::CandidateProperty;

// Without an exponent, unless the number is tiny.
std::string number_text(const wire::JsonValue& number) {
    if (const auto whole = number.whole_number()) return std::to_string(*whole);
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number.number(),
                                            std::chars_format::fixed);
    return error == std::errc{} ? std::string{digits.data(), end} : number.to_json();
}

std::string amount_text(const wire::JsonValue& object) {
    const auto amount = object.find("value");
    const auto code = object.find("code");
    if (!amount || !code) return object.to_json();
    return property_text(*amount).append(" ").append(property_text(*code));
}

// The length of the first characters of a text.
std::size_t bytes_of_first(std::string_view utf8, std::size_t characters) {
    const auto is_next = [&](char c) {
        const bool begins_character = (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
        return begins_character && characters-- == 0;
    };
    return static_cast<std::size_t>(std::ranges::find_if(utf8, is_next) - utf8.begin());
}

void append_listed(std::string& all, std::string_view label, std::string_view text) {
    all.append(all.empty() ? "" : ", ").append(label).append(": ").append(text);
}

}  // namespace

std::string property_text(const wire::JsonValue& value) {
    switch (value.kind()) {
        case wire::JsonKind::text: return std::string{value.text()};
        case wire::JsonKind::object: return amount_text(value);
        case wire::JsonKind::number: return number_text(value);
        case wire::JsonKind::boolean:
        case wire::JsonKind::array: return value.to_json();
        case wire::JsonKind::null: return {};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

PropertyTexts::PropertyTexts(db::Snapshot& snapshot, const accounts::Actor& reader)
    : properties_(configuration::candidate_properties(snapshot)),
      labels_(configuration::store::list_choice_labels(snapshot)) {
    std::erase_if(properties_,
                  [&](const CandidateProperty& each) { return !candidates::is_for(each, reader); });
}

std::string PropertyTexts::listed(const wire::JsonValue& values) const {
    std::string all;
    for (const CandidateProperty& property : properties_)
        if (const auto value = values.find(property.id.text()))
            append_listed(all, property.label, text_of(property, *value));
    all.resize(bytes_of_first(all, kMostListedCharacters));
    return all;
}

std::string PropertyTexts::text_of(std::string_view property, const wire::JsonValue& value) const {
    const auto found = std::ranges::find(properties_, property,
                                         [](const CandidateProperty& each) { return each.id.text(); });
    return found == properties_.end() ? property_text(value) : text_of(*found, value);
}

std::string PropertyTexts::text_of(const CandidateProperty& property, const wire::JsonValue& value) const {
    if (!configuration::has_choices(property.type)) return property_text(value);
    if (value.kind() != wire::JsonKind::array) return label_of(property, property_text(value));
    std::string all;
    for (std::size_t i = 0; i < value.size(); ++i)
        all.append(i == 0 ? "" : ", ").append(label_of(property, property_text(value.at(i))));
    return all;
}

std::string PropertyTexts::label_of(const CandidateProperty& property, std::string_view choice) const {
    const auto found = labels_.find({std::string{property.id.text()}, std::string{choice}});
    return found == labels_.end() ? std::string{choice} : found->second;
}

TermTexts::TermTexts(db::Snapshot& snapshot)
    : properties_(configuration::offer_properties_without_choices(snapshot)) {}

std::string TermTexts::listed(const wire::JsonValue& terms) const {
    std::string all;
    for (const configuration::OfferProperty& property : properties_)
        if (const auto term = terms.find(property.key); term && !term->text().empty())
            append_listed(all, property.label, term->text());
    all.resize(bytes_of_first(all, kMostListedCharacters));
    return all;
}

}  // namespace callboard::reports
