#include "configuration/translations.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "configuration/dictionary_data.h"

namespace callboard::configuration {
namespace {

// The index of the language, or else of the language without its region, in kTranslatedLanguages.
std::optional<std::size_t> column_of(std::string_view language) {
    for (const auto wanted : {language, language.substr(0, language.find('-'))}) {
        const auto* const found = std::ranges::find(kTranslatedLanguages, wanted);
        if (found != kTranslatedLanguages.end()) {
            return static_cast<std::size_t>(found - kTranslatedLanguages.begin());
        }
    }
    return std::nullopt;
}

}  // namespace

std::span<const Translation> translations(Dictionary dictionary) {
    switch (dictionary) {
        case Dictionary::industries: return data::lists().industries.translations;
        case Dictionary::functions: return data::lists().functions.translations;
        case Dictionary::experience_levels: return data::lists().experience_levels.translations;
        case Dictionary::employment_types: return data::lists().employment_types.translations;
        case Dictionary::eeo_categories: return data::lists().eeo_categories.translations;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

bool has_translations(std::string_view language) {
    return column_of(language).has_value();
}

std::string_view label_of(Dictionary dictionary, const Term& term, std::string_view language) {
    const auto column = column_of(language);
    if (!column) return term.label;
    const Translation* const found = data::find(translations(dictionary), &Translation::id, term.id);
    return found ? found->labels[*column] : term.label;
}

}  // namespace callboard::configuration
