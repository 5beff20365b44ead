// The labels of industries, functions, experience levels and employment types in other languages than
// English. EEO categories are terms of United States law and are not translated; the names of languages,
// countries and currencies are English only.
//
// To add a language: add its code to kTranslatedLanguages (base/languages.h), and a column with that code as
// its header, at the same position, to data/industries.tsv, functions.tsv, experience_levels.tsv and
// employment_types.tsv. The unit tests fail until every row has a label in it.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "base/languages.h"
#include "configuration/dictionary.h"

namespace callboard::configuration {

struct Translation {
    std::string_view id;
    std::array<std::string_view, kTranslatedLanguages.size()> labels;  // in the order of the languages
};

// One for every term of the dictionary; empty if it has English labels only.
std::span<const Translation> translations(Dictionary dictionary);

// Whether there are labels in the language, or in the language without its region.
bool has_translations(std::string_view language);

// The term's label in the language; or in the language without its region ("fr" for "fr-CA"); or in English.
std::string_view label_of(Dictionary dictionary, const Term& term, std::string_view language);

}  // namespace callboard::configuration
