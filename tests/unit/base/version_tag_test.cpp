#include "base/version_tag.h"

#include <gtest/gtest.h>

#include "support/error_code.h"

namespace callboard {
namespace {

TEST(VersionTag, IsTheNumberInQuotes) {
    EXPECT_EQ(version_tag(7), "\"7\"");
    EXPECT_TRUE(expected_version(version_tag(7)).allows(7));
    EXPECT_FALSE(expected_version(version_tag(7)).allows(8));
}

TEST(VersionTag, AllowsEveryVersionUnlessOneIsNamed) {
    for (const char* const header : {"", "  ", "*", " * "})
        EXPECT_TRUE(expected_version(header).allows(3)) << header;
}

TEST(VersionTag, IsOneOfAList) {
    const auto expected = expected_version(R"("1" ,	"3","12")");

    for (const int version : {1, 3, 12}) EXPECT_TRUE(expected.allows(version)) << version;
    EXPECT_FALSE(expected.allows(2));
}

TEST(VersionTag, ThatIsMalformedAllowsNothing) {
    for (const char* const header :
         {R"(W/"1")", "1", R"("")", R"("1)", R"("1x")", R"("99999999999999999999")", ","})
        EXPECT_FALSE(expected_version(header).allows(1)) << header;
}

TEST(VersionTag, ThatIsOutdatedIsRefused) {
    EXPECT_EQ(test::error_code([] { require_version(2, expected_version("\"1\"")); }), "PRECONDITION_FAILED");
    EXPECT_EQ(test::error_code([] { require_version(2, expected_version("\"2\"")); }), "");
}

}  // namespace
}  // namespace callboard
