// Words that jobs choose from and that are the same for every company. Every list is in the order of its ids,
// and its ids are forever: jobs keep them.
#pragma once

#include <span>
#include <string_view>

namespace callboard::configuration {

struct Term {
    std::string_view id;
    std::string_view label;
};

enum class Dictionary { industries, functions, experience_levels, employment_types, eeo_categories };

std::span<const Term> terms(Dictionary dictionary);

// Null when there is no such term.
const Term* find_term(Dictionary dictionary, std::string_view id);

struct Language {
    std::string_view code;
    std::string_view label;
    std::string_view native_label;
};

// What an ad can be written in, and what can be asked for with Accept-Language.
std::span<const Language> languages();
const Language* find_language(std::string_view code);

// The language that a filter on ads means. Its codes differ from those above in two places: Hebrew is "he",
// though "iw" is understood too; and there is Thai, in which no ad can be, so that such a filter finds
// nothing.
const Language* find_filter_language(std::string_view code);

// ISO 3166-1. The code is alpha-2 in lower case.
struct Country {
    std::string_view code;
    std::string_view name;
};

std::span<const Country> countries();
const Country* find_country(std::string_view code);  // in either case

// ISO 4217, what is in use: money, funds, metals.
struct Currency {
    std::string_view code;
    std::string_view name;
};

std::span<const Currency> currencies();
const Currency* find_currency(std::string_view code);

}  // namespace callboard::configuration
