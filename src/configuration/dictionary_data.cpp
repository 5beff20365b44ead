#include "configuration/dictionary_data.h"

#include <array>
#include <stdexcept>
#include <string>

#include "base/embedded.h"
#include "configuration/tsv.h"

namespace callboard::configuration::data {
namespace {

// The columns of a list of terms: the id, the English label, and a label for each further language.
constexpr auto kTermColumns = [] {
    std::array<std::string_view, 2 + kTranslatedLanguages.size()> columns{"id", "en"};
    std::ranges::copy(kTranslatedLanguages, columns.begin() + 2);
    return columns;
}();
constexpr std::array<std::string_view, 2> kEnglishTermColumns{"id", "en"};
constexpr std::array<std::string_view, 3> kLanguageColumns{"code", "name", "native_name"};
constexpr std::array<std::string_view, 2> kCodeColumns{"code", "name"};

std::vector<TsvRow> rows_of(std::string_view name, std::span<const std::string_view> columns) {
    const auto files = dictionary_files();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    if (found == files.end()) throw std::logic_error("there is no " + std::string{name});
    return read_tsv(*found, columns);
}

TermList translated_terms(std::string_view name) {
    TermList list;
    for (const TsvRow& row : rows_of(name, kTermColumns)) {
        list.terms.push_back({.id = row[0], .label = row[1]});
        Translation& translation = list.translations.emplace_back();
        translation.id = row[0];
        std::ranges::copy(row.begin() + 2, row.end(), translation.labels.begin());
    }
    return list;
}

TermList english_terms(std::string_view name) {
    TermList list;
    for (const TsvRow& row : rows_of(name, kEnglishTermColumns))
        list.terms.push_back({.id = row[0], .label = row[1]});
    return list;
}

std::vector<Language> read_languages() {
    std::vector<Language> list;
    for (const TsvRow& row : rows_of("languages.tsv", kLanguageColumns))
        list.push_back({.code = row[0], .label = row[1], .native_label = row[2]});
    return list;
}

template <class Row>
std::vector<Row> names_of_codes(std::string_view name) {
    std::vector<Row> list;
    for (const TsvRow& row : rows_of(name, kCodeColumns)) list.push_back({.code = row[0], .name = row[1]});
    return list;
}

}  // namespace

const Lists& lists() {
    static const Lists loaded{.industries = translated_terms("industries.tsv"),
                              .functions = translated_terms("functions.tsv"),
                              .experience_levels = translated_terms("experience_levels.tsv"),
                              .employment_types = translated_terms("employment_types.tsv"),
                              .eeo_categories = english_terms("eeo_categories.tsv"),
                              .languages = read_languages(),
                              .countries = names_of_codes<Country>("countries.tsv"),
                              .currencies = names_of_codes<Currency>("currencies.tsv")};
    return loaded;
}

}  // namespace callboard::configuration::data
