#include "configuration/dictionary.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::configuration {
namespace {

using enum Dictionary;

class EveryDictionary : public testing::TestWithParam<Dictionary> {};

TEST_P(EveryDictionary, HasTermsWithIdsOfTheirOwn) {
    std::set<std::string_view> ids;

    for (const Term& term : terms(GetParam())) {
        EXPECT_TRUE(ids.insert(term.id).second) << term.id;
        EXPECT_EQ(term.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos)
            << term.id;
        EXPECT_FALSE(term.id.empty() || term.id.starts_with('_') || term.id.ends_with('_')) << term.id;
        EXPECT_FALSE(term.label.empty()) << term.id;
    }

    EXPECT_FALSE(ids.empty());
}

TEST_P(EveryDictionary, HasALabelForOneTermOnly) {
    std::set<std::string_view> labels;

    for (const Term& term : terms(GetParam())) EXPECT_TRUE(labels.insert(term.label).second) << term.label;
}

TEST_P(EveryDictionary, FindsItsTermsAndNoOthers) {
    for (const Term& term : terms(GetParam())) EXPECT_EQ(find_term(GetParam(), term.id), &term);
    for (const std::string_view id : {"", "nothing", "Engineering", " retail", "retail "})
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
    for (const std::string_view id : {"permanent", "contract", "intern"})
        EXPECT_TRUE(find_term(employment_types, id)) << id;
    EXPECT_EQ(find_term(employment_types, "permanent")->label, "Full-time");
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

TEST(Language, IsKnownByTheCodesThatClientsKnow) {
    for (const std::string_view code :
         {"af", "am", "ar",    "hy",    "az", "eu", "bn", "bg", "ca",    "zh-CN", "zh-TW", "hr",
          "cs", "da", "nl",    "en-GB", "en", "et", "fi", "fr", "fr-CA", "gl",    "ka",    "de",
          "el", "gu", "iw",    "hi",    "hu", "is", "id", "ga", "it",    "ja",    "kn",    "km",
          "ko", "lo", "lv",    "lt",    "ms", "ml", "mr", "mn", "ne",    "no",    "fa",    "fil",
          "pl", "pt", "pt-BR", "ro",    "ru", "sr", "si", "sk", "sl",    "es",    "es-MX", "sw",
          "sv", "ta", "te",    "tr",    "uk", "ur", "vi", "cy", "zu"}) {
        const Language* const language = find_language(code);
        ASSERT_TRUE(language) << code;
        EXPECT_EQ(language->code, code);
        EXPECT_FALSE(language->label.empty()) << code;
        EXPECT_TRUE(is_utf8(language->native_label) && !language->native_label.empty()) << code;
    }
}

TEST(Language, IsNotKnownByAnyOtherCode) {
    for (const std::string_view code : {"", "e", "EN", "en-US", "zh", "zz", "en ", "\xff"})
        EXPECT_FALSE(find_language(code)) << code;
}

}  // namespace
}  // namespace callboard::configuration
