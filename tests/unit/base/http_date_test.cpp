#include "base/http_date.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

TEST(HttpDate, IsTheOneOfTheStandard) {
    EXPECT_EQ(http_date({784'111'777'999}), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_EQ(http_date({0}), "Thu, 01 Jan 1970 00:00:00 GMT");
    EXPECT_EQ(http_date({1'709'164'800'000}), "Thu, 29 Feb 2024 00:00:00 GMT");
}

}  // namespace
}  // namespace callboard
