#include "configuration/text_pattern.h"

#include <string>

#include <gtest/gtest.h>

namespace callboard::configuration {
namespace {

TEST(TextPattern, StandsForDigitsLettersAndItself) {
    EXPECT_TRUE(matches_pattern("EMP-00417", "EMP-#####"));
    EXPECT_TRUE(matches_pattern("Ab7", "@@*"));
    EXPECT_TRUE(matches_pattern("AbC", "@@*"));
    EXPECT_TRUE(matches_pattern("Zoë 1", "Zoë #"));
    EXPECT_TRUE(matches_pattern("#1", "\\##"));
    EXPECT_TRUE(matches_pattern("a\\", "@\\\\"));
}

TEST(TextPattern, IsMatchedByTheWholeText) {
    for (const char* const text :
         {"", "EMP-0041", "EMP-004171", "emp-00417", "EMP-0041x", " EMP-00417", "EMP-0041٣"})
        EXPECT_FALSE(matches_pattern(text, "EMP-#####")) << text;
    EXPECT_FALSE(matches_pattern("11", "\\##"));
    EXPECT_FALSE(matches_pattern("-", "*"));
    EXPECT_FALSE(matches_pattern("1", "@"));
    EXPECT_FALSE(matches_pattern(std::string(10'000, '1'), "#"));
}

TEST(TextPattern, EndsWithNoLoneBackslash) {
    EXPECT_TRUE(is_text_pattern("EMP-###"));
    EXPECT_TRUE(is_text_pattern("\\\\"));
    EXPECT_FALSE(is_text_pattern(""));
    EXPECT_FALSE(is_text_pattern("a\\"));
    EXPECT_FALSE(is_text_pattern("\\\\\\"));
    EXPECT_FALSE(matches_pattern("a", "a\\"));
}

}  // namespace
}  // namespace callboard::configuration
