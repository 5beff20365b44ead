// Fixed lists of values for jobs, the same for every company. Each list is a file in data/, sorted by id. Ids
// must never change: jobs store them.
#pragma once

#include <span>
#include <string_view>

namespace callboard::configuration {

struct Term {
    std::string_view id;
    std::string_view label;
};

// The EEO categories are those of the EEO-1 report. The id of full-time employment is "permanent", as clients
// expect.
enum class Dictionary { industries, functions, experience_levels, employment_types, eeo_categories };

// Called at startup, so that a malformed file fails the start instead of a request.
void load_dictionaries();

std::span<const Term> terms(Dictionary dictionary);

// Null if there is no such term.
const Term* find_term(Dictionary dictionary, std::string_view id);

struct Language {
    std::string_view code;
    std::string_view label;
    std::string_view native_label;
};

// The languages of ads and of Accept-Language. The codes are those that clients of this API expect: Hebrew is
// "iw", and European Portuguese is "pt", never "pt-PT". Thai is not in the list: users can have it and ads
// can be filtered by it, but no ad can be written in it.
std::span<const Language> languages();
const Language* find_language(std::string_view code);

// The language of a filter on ads. Its codes differ from those above: Hebrew is "he", though "iw" is
// accepted, too; and Thai is accepted, but such a filter finds no ads.
const Language* find_filter_language(std::string_view code);

// All 249 countries of ISO 3166-1, with their common names. The code is alpha-2 in lower case.
struct Country {
    std::string_view code;
    std::string_view name;
};

std::span<const Country> countries();
const Country* find_country(std::string_view code);  // ignores case

// All 178 codes of ISO 4217 as of 1 January 2026 (Bulgaria uses the euro): currencies, funds and metals.
struct Currency {
    std::string_view code;
    std::string_view name;
};

std::span<const Currency> currencies();
const Currency* find_currency(std::string_view code);

}  // namespace callboard::configuration
