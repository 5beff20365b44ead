// The lists of dictionary.h and translations.h, read from the files in data/, and binary search in them.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "configuration/dictionary.h"
#include "configuration/translations.h"

namespace callboard::configuration::data {

struct TermList {
    std::vector<Term> terms;
    std::vector<Translation> translations;  // empty if the file has English labels only
};

// Every list is sorted by key: read_tsv() checks it.
struct Lists {
    TermList industries;
    TermList functions;
    TermList experience_levels;
    TermList employment_types;
    TermList eeo_categories;
    std::vector<Language> languages;
    std::vector<Country> countries;
    std::vector<Currency> currencies;
};

// Read by the first call. Throws std::logic_error if a file is missing or malformed.
const Lists& lists();

// Whether keys are strictly ascending, as find() requires. Lists that are defined in C++ static_assert it.
template <class Row>
constexpr bool is_ordered(std::span<const Row> rows, std::string_view Row::* key) {
    return std::ranges::adjacent_find(rows, std::ranges::greater_equal{}, key) == rows.end();
}

// Null if no row has the key.
template <class Row>
const Row* find(std::span<const Row> rows, std::string_view Row::* key, std::string_view wanted) {
    const auto found = std::ranges::lower_bound(rows, wanted, {}, key);
    return found == rows.end() || std::invoke(key, *found) != wanted ? nullptr : &*found;
}

}  // namespace callboard::configuration::data
