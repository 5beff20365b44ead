#include "configuration/dictionary.h"

#include <array>
#include <cstdlib>

#include "base/ascii.h"
#include "configuration/dictionary_data.h"

namespace callboard::configuration {
namespace {

constexpr Language kThai{"th", "Thai", "ไทย"};

}  // namespace

void load_dictionaries() {
    data::lists();
}

std::span<const Term> terms(Dictionary dictionary) {
    switch (dictionary) {
        case Dictionary::industries: return data::lists().industries.terms;
        case Dictionary::functions: return data::lists().functions.terms;
        case Dictionary::experience_levels: return data::lists().experience_levels.terms;
        case Dictionary::employment_types: return data::lists().employment_types.terms;
        case Dictionary::eeo_categories: return data::lists().eeo_categories.terms;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

const Term* find_term(Dictionary dictionary, std::string_view id) {
    return data::find(terms(dictionary), &Term::id, id);
}

std::span<const Language> languages() {
    return data::lists().languages;
}

const Language* find_language(std::string_view code) {
    return data::find(languages(), &Language::code, code);
}

const Language* find_filter_language(std::string_view code) {
    if (code == "he") return find_language("iw");
    if (code == kThai.code) return &kThai;
    return find_language(code);
}

std::span<const Country> countries() {
    return data::lists().countries;
}

const Country* find_country(std::string_view code) {
    if (code.size() != 2) return nullptr;
    const std::array lowered{lower(code[0]), lower(code[1])};
    return data::find(countries(), &Country::code, std::string_view{lowered.data(), lowered.size()});
}

std::span<const Currency> currencies() {
    return data::lists().currencies;
}

const Currency* find_currency(std::string_view code) {
    return data::find(currencies(), &Currency::code, code);
}

}  // namespace callboard::configuration
