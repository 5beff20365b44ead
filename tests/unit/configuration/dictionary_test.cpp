#include "configuration/dictionary.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/languages.h"

namespace callboard::configuration {
namespace {

using enum Dictionary;

bool is_lower_snake_case(std::string_view id) {
    return !id.empty() && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos &&
           !id.starts_with('_') && !id.ends_with('_') && !id.contains("__");
}

bool is_presentable(std::string_view label) {
    return is_utf8(label) && !has_control_characters(label) && !label.empty() && !label.starts_with(' ') &&
           !label.ends_with(' ');
}

class EveryDictionary : public testing::TestWithParam<Dictionary> {};

TEST_P(EveryDictionary, HasTermsWithIdsOfTheirOwnInTheirOrder) {
    std::vector<std::string_view> ids;

    for (const Term& term : terms(GetParam())) {
        EXPECT_TRUE(is_lower_snake_case(term.id)) << term.id;
        EXPECT_TRUE(is_presentable(term.label)) << term.id;
        EXPECT_TRUE(ids.empty() || ids.back() < term.id) << term.id;
        ids.push_back(term.id);
    }

    EXPECT_FALSE(ids.empty());
}

TEST_P(EveryDictionary, HasALabelForOneTermOnly) {
    std::set<std::string_view> labels;

    for (const Term& term : terms(GetParam())) EXPECT_TRUE(labels.insert(term.label).second) << term.label;
}

TEST_P(EveryDictionary, FindsItsTermsAndNoOthers) {
    for (const Term& term : terms(GetParam())) {
        EXPECT_EQ(find_term(GetParam(), term.id), &term);
        EXPECT_FALSE(find_term(GetParam(), std::string{term.id} + "_")) << term.id;
        EXPECT_FALSE(find_term(GetParam(), term.id.substr(1))) << term.id;
    }
    for (const std::string_view id : {"", "nothing", "Engineering", " retail", "retail ", "~", "\xff"})
        EXPECT_FALSE(find_term(GetParam(), id)) << id;
}

INSTANTIATE_TEST_SUITE_P(Dictionaries, EveryDictionary,
                         testing::Values(industries, functions, experience_levels, employment_types,
                                         eeo_categories));

TEST(Dictionary, HasTheTermsThatClientsKnow) {
    for (const std::string_view id : {"computer_software", "internet", "retail"})
        EXPECT_TRUE(find_term(industries, id)) << id;
    for (const std::string_view id : {"engineering", "marketing", "production", "consulting"})
        EXPECT_TRUE(find_term(functions, id)) << id;
    for (const std::string_view id : {"permanent", "part_time", "contract", "temporary", "intern"})
        EXPECT_TRUE(find_term(employment_types, id)) << id;
    EXPECT_EQ(find_term(employment_types, "permanent")->label, "Full-time");
}

// Jobs store ids: a list may grow, and then its number here changes, but it never shrinks.
TEST(Dictionary, LosesNoTerms) {
    EXPECT_EQ(terms(industries).size(), 147U);
    EXPECT_EQ(terms(functions).size(), 35U);
    EXPECT_EQ(terms(employment_types).size(), 5U);
    EXPECT_EQ(terms(eeo_categories).size(), 10U);
}

TEST(Dictionary, HasTheSevenExperienceLevels) {
    std::set<std::string_view> ids;
    for (const Term& term : terms(experience_levels)) ids.insert(term.id);

    EXPECT_EQ(ids, (std::set<std::string_view>{"associate", "director", "entry_level", "executive",
                                               "internship", "mid_senior_level", "not_applicable"}));
}

TEST(Dictionary, KeepsTermsOfOneListOutOfAnother) {
    EXPECT_FALSE(find_term(industries, "engineering"));
    EXPECT_FALSE(find_term(functions, "computer_software"));
}

// --- languages

TEST(Language, IsKnownByTheCodesThatClientsKnowAndNoOthers) {
    const std::set<std::string_view> known{
        "af", "am",    "ar",    "hy", "az", "eu",  "bn",    "bg", "ca",    "zh-CN", "zh-TW", "hr", "cs", "da",
        "nl", "en-GB", "en",    "et", "fi", "fr",  "fr-CA", "gl", "ka",    "de",    "el",    "gu", "iw", "hi",
        "hu", "is",    "id",    "ga", "it", "ja",  "kn",    "km", "ko",    "lo",    "lv",    "lt", "ms", "ml",
        "mr", "mn",    "ne",    "no", "fa", "fil", "pl",    "pt", "pt-BR", "ro",    "ru",    "sr", "si", "sk",
        "sl", "es",    "es-MX", "sw", "sv", "ta",  "te",    "tr", "uk",    "ur",    "vi",    "cy", "zu"};
    std::set<std::string_view> codes;

    for (const Language& language : languages()) {
        EXPECT_EQ(find_language(language.code), &language);
        EXPECT_TRUE(is_presentable(language.label)) << language.code;
        EXPECT_TRUE(is_presentable(language.native_label)) << language.code;
        codes.insert(language.code);
    }

    EXPECT_EQ(codes, known);
    EXPECT_EQ(languages().size(), known.size());
    for (const std::string_view code :
         {"", "e", "EN", "en-US", "zh", "zz", "en ", "\xff", "he", "th", "pt-PT"})
        EXPECT_FALSE(find_language(code)) << code;
}

TEST(Language, HasANameForOneCodeOnly) {
    std::set<std::string_view> labels;
    std::set<std::string_view> native_labels;

    for (const Language& language : languages()) {
        EXPECT_TRUE(labels.insert(language.label).second) << language.label;
        EXPECT_TRUE(native_labels.insert(language.native_label).second) << language.native_label;
    }
}

TEST(LanguageFilter, UnderstandsEveryLanguageOfAds) {
    for (const Language& language : languages()) EXPECT_EQ(find_filter_language(language.code), &language);
}

TEST(LanguageFilter, KnowsHebrewByItsCodeOfToday) {
    EXPECT_EQ(find_filter_language("he"), find_language("iw"));
    EXPECT_EQ(find_filter_language("he")->code, "iw");
}

TEST(LanguageFilter, KnowsThaiThoughNoAdIsInIt) {
    ASSERT_TRUE(find_filter_language("th"));
    EXPECT_EQ(find_filter_language("th")->code, "th");
    EXPECT_TRUE(is_presentable(find_filter_language("th")->native_label));
}

TEST(LanguageFilter, KnowsNoOtherCode) {
    for (const std::string_view code : {"", "HE", "heb", "he-IL", "TH", "th-TH", "pt-PT", "zh", "zz"})
        EXPECT_FALSE(find_filter_language(code)) << code;
}

// --- countries

TEST(Country, HasACodeOfTwoSmallLettersAndANameOfItsOwn) {
    std::set<std::string_view> names;
    std::string_view before;

    for (const Country& country : countries()) {
        EXPECT_EQ(country.code.size(), 2U) << country.code;
        EXPECT_TRUE(is_lower_snake_case(country.code)) << country.code;
        EXPECT_LT(before, country.code);
        EXPECT_TRUE(is_presentable(country.name)) << country.code;
        EXPECT_TRUE(names.insert(country.name).second) << country.name;
        before = country.code;
    }

    EXPECT_EQ(countries().size(), 249U);
}

TEST(Country, IsFoundInEitherCase) {
    for (const Country& country : countries()) EXPECT_EQ(find_country(country.code), &country);
    for (const std::string_view code : {"pl", "PL", "Pl", "pL"}) {
        ASSERT_TRUE(find_country(code)) << code;
        EXPECT_EQ(find_country(code)->name, "Poland");
    }
}

TEST(Country, IsNotFoundByWhatIsNoCode) {
    for (const std::string_view code :
         {"", "p", "pol", "pl ", "uk", "eu", "zz", "xk", "@@", "[[", "\xff\xff"})
        EXPECT_FALSE(find_country(code)) << code;
}

// --- currencies

TEST(Currency, HasACodeOfThreeCapitalsAndANameOfItsOwn) {
    std::set<std::string_view> names;
    std::string_view before;

    for (const Currency& currency : currencies()) {
        EXPECT_EQ(currency.code.size(), 3U) << currency.code;
        EXPECT_EQ(currency.code.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), std::string_view::npos)
            << currency.code;
        EXPECT_LT(before, currency.code);
        EXPECT_TRUE(is_presentable(currency.name)) << currency.code;
        EXPECT_TRUE(names.insert(currency.name).second) << currency.name;
        before = currency.code;
    }

    EXPECT_EQ(currencies().size(), 178U);
}

TEST(Currency, IsFoundByItsCode) {
    for (const Currency& currency : currencies()) EXPECT_EQ(find_currency(currency.code), &currency);
    for (const std::string_view code : {"USD", "EUR", "PLN", "GBP", "CHF", "JPY", "XCG", "ZWG"})
        EXPECT_TRUE(find_currency(code)) << code;
}

TEST(Currency, IsNotFoundByOneOfThePastOrByWhatIsNoCode) {
    for (const std::string_view code : {"DEM", "HRK", "BGN", "ANG", "CUC", "SLL", "ZWL", "VEF", "BYR"})
        EXPECT_FALSE(find_currency(code)) << code;
    for (const std::string_view code : {"", "US", "usd", "USDT", "EUR ", "€", "\xff\xff\xff"})
        EXPECT_FALSE(find_currency(code)) << code;
}

// kLabelLanguages repeats the codes for the layers below.
TEST(Languages, AreThoseOfLabels) {
    std::vector<std::string_view> codes;
    for (const Language& language : languages()) codes.push_back(language.code);

    EXPECT_TRUE(std::ranges::is_permutation(codes, kLabelLanguages));
}

}  // namespace
}  // namespace callboard::configuration
