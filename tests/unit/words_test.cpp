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

}  // namespace
}  // namespace callboard
