// Where the lists of dictionary.h and translations.h are written down, and how one is searched.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>

#include "configuration/dictionary.h"
#include "configuration/translations.h"

namespace callboard::configuration::data {

extern const std::span<const Term> kIndustries;
extern const std::span<const Term> kFunctions;
extern const std::span<const Term> kExperienceLevels;
extern const std::span<const Term> kEmploymentTypes;
extern const std::span<const Term> kEeoCategories;

extern const std::span<const Language> kLanguages;
extern const std::span<const Country> kCountries;
extern const std::span<const Currency> kCurrencies;

extern const std::span<const Translation> kIndustryTranslations;
extern const std::span<const Translation> kFunctionTranslations;
extern const std::span<const Translation> kExperienceLevelTranslations;
extern const std::span<const Translation> kEmploymentTypeTranslations;

// Ascending, so that no key stands twice. Every list asserts it where it is written: find() depends on it.
template <class Row>
constexpr bool is_ordered(std::span<const Row> rows, std::string_view Row::* key) {
    return std::ranges::adjacent_find(rows, std::ranges::greater_equal{}, key) == rows.end();
}

// Null when no row has the key.
template <class Row>
const Row* find(std::span<const Row> rows, std::string_view Row::* key, std::string_view wanted) {
    const auto found = std::ranges::lower_bound(rows, wanted, {}, key);
    return found == rows.end() || std::invoke(key, *found) != wanted ? nullptr : &*found;
}

}  // namespace callboard::configuration::data
