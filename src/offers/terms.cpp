#include "offers/terms.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/user_store.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "configuration/dictionary.h"
#include "configuration/offer_properties.h"
#include "wire/json_pointer.h"

namespace callboard::offers {
namespace {

using configuration::OfferProperty;
using configuration::OfferPropertyType;

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_number(std::string_view text, double least, double most) {
    double number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    return fault == std::errc{} && end == text.data() + text.size() && number >= least && number <= most;
}

// Digits in groups: 52000, 52,000.50 or 52 000.
bool is_amount(std::string_view text) {
    return !text.empty() && std::ranges::any_of(text, is_digit) && std::ranges::all_of(text, [](char c) {
        return is_digit(c) || std::string_view{"., '-"}.contains(c);
    });
}

// An amount, with a code of ISO 4217 before or after it.
bool is_money(std::string_view text) {
    constexpr std::size_t kCode = 3;
    if (text.size() > kCode && is_letter(text.front()))
        return configuration::find_currency(text.substr(0, kCode)) && is_amount(trimmed(text.substr(kCode)));
    if (text.size() > kCode && is_letter(text.back()))
        return configuration::find_currency(text.substr(text.size() - kCode)) &&
               is_amount(trimmed(text.substr(0, text.size() - kCode)));
    return is_amount(text);
}

bool is_region(std::string_view text) {
    const auto dash = text.find('-');
    return dash != std::string_view::npos && dash + 1 < text.size() && text.size() - dash <= 4 &&
           configuration::find_country(text.substr(0, dash));
}

bool is_user(db::Snapshot& snapshot, std::string_view text) {
    const auto id = UserId::parse(text);
    return id && accounts::store::find_user(snapshot, *id);
}

// Without choices, every text is valid.
bool is_choice(db::Snapshot& snapshot, const OfferProperty& property, std::string_view term) {
    const auto choices = configuration::offer_property_choices(snapshot, property.key);
    return choices.empty() || std::ranges::find(choices, term) != choices.end();
}

// What the value should have been; empty if it is valid.
std::string_view fault_of(db::Snapshot& snapshot, const OfferProperty& property, std::string_view term) {
    const std::string_view value = trimmed(term);
    constexpr double kLargest = 1e15;  // doubles represent all integers up to here
    const auto unless = [](bool is_valid, std::string_view expected) {
        return is_valid ? std::string_view{} : expected;
    };
    switch (property.type) {
        case OfferPropertyType::boolean: return unless(value == "true" || value == "false", "true or false");
        case OfferPropertyType::country:
            return unless(configuration::find_country(value) != nullptr, "a country code, such as us");
        case OfferPropertyType::currency:
            return unless(is_money(value), "an amount, such as 52000 USD or 52,000.00");
        case OfferPropertyType::date:
            return unless(parse_iso(value).has_value(), "a date, such as 2030-01-31");
        case OfferPropertyType::number: return unless(is_number(value, -kLargest, kLargest), "a number");
        case OfferPropertyType::percent: return unless(is_number(value, 0, 100), "a number from 0 to 100");
        case OfferPropertyType::region: return unless(is_region(value), "a region code, such as us-wa");
        case OfferPropertyType::user: return unless(is_user(snapshot, value), "the id of a user");
        // Not trimmed: the term is stored as it is, and must be equal to the value.
        case OfferPropertyType::select:
            return unless(is_choice(snapshot, property, term), "one of its values");
        case OfferPropertyType::text: return {};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

std::string pointer_to(std::string_view key) {
    std::string pointer = "/properties";
    wire::append_step(pointer, key);
    return pointer;
}

void refuse_if_any(std::vector<Fault> faults) {
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};
}

}  // namespace

wire::TextMap configured_terms(db::Snapshot& snapshot, wire::TextMap terms, const wire::TextMap& before) {
    if (terms.empty()) return terms;
    const auto properties = configuration::offer_properties_without_choices(snapshot);
    wire::TextMap configured;
    for (auto& [name, text] : terms) {
        if (std::ranges::find(properties, name, &OfferProperty::key) != properties.end()) {
            configured.emplace(name, std::move(text));
        } else if (const auto old = before.find(name); old != before.end()) {
            configured.insert(*old);
        }
    }
    return configured;
}

void note_unknown_terms(db::Snapshot& snapshot, const wire::TextMapPatch& asked, const wire::TextMap& stored,
                        wire::UnknownNames& unknown) {
    std::vector<std::string_view> dropped;
    for (const auto& [name, value] : asked) {
        const auto found = stored.find(name);
        if (value && (found == stored.end() || found->second != *value)) dropped.push_back(name);
    }
    if (dropped.empty()) return;
    const auto properties = configuration::offer_properties_without_choices(snapshot);
    std::vector<std::string_view> known;
    for (const OfferProperty& property : properties) known.push_back(property.key);
    for (const std::string_view name : dropped) unknown.add_member("/properties", name, known);
    refuse_if_any(unknown.take_faults("VALIDATION_ERROR"));
}

void require_valid_terms(db::Snapshot& snapshot, const wire::TextMap& terms, const wire::TextMap& before) {
    if (terms.empty()) return;
    std::vector<Fault> faults;
    for (const OfferProperty& property : configuration::offer_properties_without_choices(snapshot)) {
        const auto term = terms.find(property.key);
        if (term == terms.end() || term->second.empty()) continue;
        const auto old = before.find(property.key);
        if (old != before.end() && old->second == term->second) continue;
        const auto expected = fault_of(snapshot, property, term->second);
        if (!expected.empty())
            faults.push_back(
                {"INVALID_OFFER_PROPERTY", "must be " + std::string{expected}, pointer_to(property.key)});
    }
    refuse_if_any(std::move(faults));
}

void require_complete_terms(db::Snapshot& snapshot, const wire::TextMap& terms) {
    std::vector<Fault> faults;
    for (const OfferProperty& property : configuration::offer_properties_without_choices(snapshot)) {
        if (!property.required) continue;
        const auto term = terms.find(property.key);
        if (term == terms.end() || trimmed(term->second).empty())
            faults.push_back({"OFFER_PROPERTY_REQUIRED", property.label + " is required to send the offer",
                              pointer_to(property.key)});
    }
    refuse_if_any(std::move(faults));
}

}  // namespace callboard::offers
