#include "http/header_text.h"

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

static_assert(same_name("Content-Type", "content-TYPE"));
static_assert(!same_name("Content-Type", "Content-Typ"));
static_assert(!same_name("a-b", "a_b"));
static_assert(!same_name("[", "{"));
static_assert(!same_name("\xc3\x84", "\xc3\xa4"));
static_assert(lower('Z') == 'z' && lower('@') == '@' && lower('[') == '[');

TEST(HeaderText, IsTrimmedOfBlanksAndTabsOnly) {
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed(" \t "), "");
    EXPECT_EQ(trimmed(" a \t b\t"), "a \t b");
    EXPECT_EQ(trimmed("\na\n"), "\na\n");
}

bool takes_gzip(std::string_view list) {
    return allows(list, {"gzip", "*"});
}

TEST(Allows, FindsANameInAList) {
    for (const std::string_view list :
         {"gzip", "GZip", "deflate, gzip", "gzip,deflate", "br;q=1.0,gzip;q=0.8", "*", "deflate,\t*",
          ",, gzip ,,", "gzip;q=1", "gzip;q=0.001", "gzip ; q=0.5", "gzip;Q=0.5", "gzip;q=1.000"})
        EXPECT_TRUE(takes_gzip(list)) << list;
    for (const std::string_view list :
         {"", "deflate", "xgzip", "gzipx", "gzip/x", "g zip", "identity, br", ";q=1", "deflate;gzip"})
        EXPECT_FALSE(takes_gzip(list)) << list;
}

TEST(Allows, IsForbiddenByAQualityOfZero) {
    for (const std::string_view list : {"gzip;q=0", "gzip;q=0.0", "gzip;q=0.000", "gzip; q=0", "gzip ;Q=0",
                                        "*;q=0", "deflate, gzip;q=0", "gzip;x=1;q=0"})
        EXPECT_FALSE(takes_gzip(list)) << list;
    EXPECT_TRUE(takes_gzip("gzip, *;q=0"));
    EXPECT_TRUE(takes_gzip("*;q=0, gzip;q=0.5"));
}

TEST(Allows, IsForbiddenByNameAlsoWhereAnythingElseIsAllowed) {
    EXPECT_FALSE(takes_gzip("gzip;q=0, *"));
    EXPECT_FALSE(takes_gzip("*, gzip;q=0"));
    EXPECT_FALSE(allows("application/json;q=0, */*", {"application/json", "application/*", "*/*"}));
}

}  // namespace
}  // namespace callboard::http
