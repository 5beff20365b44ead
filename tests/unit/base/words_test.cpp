#include "base/words.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace callboard {
namespace {

using Words = std::vector<std::string>;

TEST(Words, AreRunsOfLettersAndDigitsInAnyCase) {
    EXPECT_EQ(words_of("Senior C++ Engineer (m/f/d), Level 3"),
              (Words{"senior", "c", "engineer", "m", "f", "d", "level", "3"}));
}

TEST(Words, AreToldOnce) {
    EXPECT_EQ(words_of("cook Cook COOK"), Words{"cook"});
}

TEST(Words, AreTheSameHoweverTheirAccentsAreWritten) {
    EXPECT_EQ(words_of("Caf\u00e9"), words_of("CAFE\u0301"));
    EXPECT_EQ(words_of("Zażółć Straße"), (Words{"zażółć", "strasse"}));
}

TEST(Words, OfScriptsWithoutSpacesAreTheirCharacters) {
    EXPECT_EQ(words_of("日本 cook"), (Words{"日", "本", "cook"}));
    EXPECT_EQ(words_of("Повар 요리사"), (Words{"повар", "요리사"}));
}

TEST(Words, OfSignsAreNone) {
    EXPECT_TRUE(words_of("").empty());
    EXPECT_TRUE(words_of("%% -- 🙂 !").empty());
}

Words texts(const std::vector<SearchWord>& words) {
    Words texts;
    for (const auto& word : words) texts.push_back(word.text);
    return texts;
}

TEST(SearchWords, ConsistOfAsciiLettersAndDigits) {
    for (int code = 1; code < 0x80; ++code) {
        const char c = static_cast<char>(code);
        const bool is_part = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        EXPECT_EQ(search_words(std::string{"x"} + c + "y").size(), is_part ? 1U : 2U) << code;
    }
}

TEST(SearchWords, AreToldInOrderAndAsOftenAsTheyStandThere) {
    EXPECT_EQ(texts(search_words("To be, or not TO be")), (Words{"to", "be", "or", "not", "to", "be"}));
    EXPECT_TRUE(search_words(" \u200b 🙂 ").empty());
}

TEST(SearchWords, HaveNoAccents) {
    EXPECT_EQ(texts(search_words("Café CAFE\u0301 Zażółć Straße")),
              (Words{"cafe", "cafe", "zazołc", "strasse"}));
    EXPECT_EQ(texts(search_words("Ёлка й Αθήνα ᾴ İstanbul Việt")),
              (Words{"елка", "и", "αθηνα", "αι", "istanbul", "viet"}));
}

TEST(SearchWords, KeepTheMarksThatMakeOtherLetters) {
    EXPECT_EQ(texts(search_words("हिन्दी")), Words{"हिन्दी"});
    EXPECT_EQ(texts(search_words("ガか 요리사 שָׁלוֹם")), (Words{"ガ", "か", "요리사", "שָׁלוֹם"}));
}

TEST(SearchWords, AreJoinedWhereNothingSeparatesCharactersThatAreWords) {
    std::vector<bool> joined;
    for (const auto& word : search_words("日本 語cook人、東京")) joined.push_back(word.joined);

    EXPECT_EQ(joined, (std::vector<bool>{false, true, false, false, false, false, true}));
}

}  // namespace
}  // namespace callboard
