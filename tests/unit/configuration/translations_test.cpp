#include "configuration/translations.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::configuration {
namespace {

using enum Dictionary;

std::string_view label(Dictionary dictionary, std::string_view id, std::string_view language) {
    return label_of(dictionary, *find_term(dictionary, id), language);
}

class EveryTranslatedDictionary : public testing::TestWithParam<Dictionary> {};

TEST_P(EveryTranslatedDictionary, HasEachTermInEachLanguage) {
    const auto known = terms(GetParam());
    const auto translated = translations(GetParam());

    ASSERT_EQ(translated.size(), known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        EXPECT_EQ(translated[i].id, known[i].id);
        for (const std::string_view text : translated[i].labels) {
            EXPECT_TRUE(is_utf8(text) && !has_control_characters(text)) << known[i].id;
            EXPECT_FALSE(text.empty() || text.starts_with(' ') || text.ends_with(' ')) << known[i].id;
        }
    }
}

TEST_P(EveryTranslatedDictionary, ShowsATermByTheLabelOfItsLanguage) {
    for (std::size_t i = 0; i < terms(GetParam()).size(); ++i)
        for (std::size_t j = 0; j < kTranslatedLanguages.size(); ++j)
            EXPECT_EQ(label_of(GetParam(), terms(GetParam())[i], kTranslatedLanguages[j]),
                      translations(GetParam())[i].labels[j]);
}

TEST_P(EveryTranslatedDictionary, HasALabelForOneTermOnly) {
    for (const std::string_view language : kTranslatedLanguages) {
        std::set<std::string_view> labels;
        for (const Term& term : terms(GetParam())) {
            const auto text = label_of(GetParam(), term, language);
            EXPECT_TRUE(labels.insert(text).second) << language << ' ' << text;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dictionaries, EveryTranslatedDictionary,
                         testing::Values(industries, functions, experience_levels, employment_types));

TEST(Translations, AreInLanguagesThatCanBeAskedFor) {
    for (const std::string_view language : kTranslatedLanguages)
        EXPECT_TRUE(find_language(language)) << language;
}

TEST(Translations, AreThereForTheirLanguagesAndTheRegionsOfThese) {
    for (const std::string_view language : kTranslatedLanguages)
        EXPECT_TRUE(has_translations(language)) << language;
    for (const std::string_view language : {"fr-CA", "es-MX", "pt-BR"})
        EXPECT_TRUE(has_translations(language)) << language;
    for (const std::string_view language : {"en", "en-GB", "ja", "zh-CN", "", "-", "fra"})
        EXPECT_FALSE(has_translations(language)) << language;
}

TEST(Translations, StandInTheColumnOfTheirLanguage) {
    EXPECT_EQ(label(employment_types, "permanent", "de"), "Vollzeit");
    EXPECT_EQ(label(employment_types, "permanent", "es"), "Jornada completa");
    EXPECT_EQ(label(employment_types, "permanent", "fr"), "Temps plein");
    EXPECT_EQ(label(employment_types, "permanent", "it"), "Tempo pieno");
    EXPECT_EQ(label(employment_types, "permanent", "nl"), "Fulltime");
    EXPECT_EQ(label(employment_types, "permanent", "pl"), "Pełny etat");
    EXPECT_EQ(label(employment_types, "permanent", "pt"), "Tempo integral");
    EXPECT_EQ(label(employment_types, "permanent", "sv"), "Heltid");
}

TEST(Translations, OfARegionAreThoseOfItsLanguage) {
    EXPECT_EQ(label(functions, "sales", "fr-CA"), "Ventes");
    EXPECT_EQ(label(functions, "sales", "es-MX"), "Ventas");
    EXPECT_EQ(label(functions, "sales", "pt-BR"), "Vendas");
}

TEST(Translations, GiveWayToEnglish) {
    for (const std::string_view language : {"en", "en-GB", "ja", "zh-CN", "fil", "zz", "", "-", "f", "fra"})
        EXPECT_EQ(label(functions, "sales", language), "Sales") << language;
}

TEST(Translations, LeaveEeoCategoriesInEnglish) {
    EXPECT_TRUE(translations(eeo_categories).empty());
    EXPECT_EQ(label(eeo_categories, "professionals", "de"), "Professionals");
}

TEST(Translations, LeaveATermThatTheyDoNotKnowAsItIs) {
    const Term term{"falconry", "Falconry"};

    EXPECT_EQ(label_of(industries, term, "de"), "Falconry");
}

}  // namespace
}  // namespace callboard::configuration
