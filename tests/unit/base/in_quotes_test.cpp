#include "base/in_quotes.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard {
namespace {

TEST(InQuotes, ShowsShortTextsAsTheyAre) {
    EXPECT_EQ(in_quotes(""), "''");
    EXPECT_EQ(in_quotes("foo"), "'foo'");
    EXPECT_EQ(in_quotes(std::string(60, 'a')), "'" + std::string(60, 'a') + "'");
}

TEST(InQuotes, CutsLongTextsBetweenTwoCharacters) {
    EXPECT_EQ(in_quotes(std::string(61, 'a')), "'" + std::string(60, 'a') + "…'");
    EXPECT_EQ(in_quotes(std::string(1'000'000, 'a')).size(), 65U);
    for (std::size_t ahead = 55; ahead <= 61; ++ahead) {
        const std::string shown = in_quotes(std::string(ahead, 'a') + "😀😀😀");
        EXPECT_TRUE(is_utf8(shown)) << ahead;
        EXPECT_LE(shown.size(), 65U);
    }
    EXPECT_EQ(in_quotes(std::string(100, '\x80')), "'…'");
}

}  // namespace
}  // namespace callboard
