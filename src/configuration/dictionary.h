// Words that jobs choose from and that are the same for every company. Each list is a file in data/, in the
// order of its ids, and its ids are forever: jobs keep them.
#pragma once

#include <span>
#include <string_view>

namespace callboard::configuration {

struct Term {
    std::string_view id;
    std::string_view label;
};

// The EEO categories are those of the EEO-1 report. The employment type "permanent" is how clients know
// full-time work.
enum class Dictionary { industries, functions, experience_levels, employment_types, eeo_categories };

// Reads the files, so that malformed ones stop the start and not a request.
void load_dictionaries();

std::span<const Term> terms(Dictionary dictionary);

// Null when there is no such term.
const Term* find_term(Dictionary dictionary, std::string_view id);

struct Language {
    std::string_view code;
    std::string_view label;
    std::string_view native_label;
};

// What an ad can be written in, and what can be asked for with Accept-Language. The codes are those that
// clients of this API know: Hebrew is "iw", and European Portuguese is "pt", never "pt-PT". Thai is a
// language that users can have and that ads can be filtered by, but no ad can be written in it, so it is not
// in the list.
std::span<const Language> languages();
const Language* find_language(std::string_view code);

// The language that a filter on ads means. Its codes differ from those above in two places: Hebrew is "he",
// though "iw" is understood too; and there is Thai, in which no ad can be, so that such a filter finds
// nothing.
const Language* find_filter_language(std::string_view code);

// All 249 of ISO 3166-1, by the names in common use. The code is alpha-2 in lower case.
struct Country {
    std::string_view code;
    std::string_view name;
};

std::span<const Country> countries();
const Country* find_country(std::string_view code);  // in either case

// All 178 that ISO 4217 lists as of 1 January 2026, when Bulgaria had taken the euro: money, funds, metals.
struct Currency {
    std::string_view code;
    std::string_view name;
};

std::span<const Currency> currencies();
const Currency* find_currency(std::string_view code);

}  // namespace callboard::configuration
