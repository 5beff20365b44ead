#include "base/constant_time.h"

#include <gtest/gtest.h>

#include "base/digest.h"

namespace callboard {
namespace {

TEST(ConstantTime, OnlyTheSameTextIsEqual) {
    EXPECT_TRUE(equal_in_constant_time("secret", "secret"));
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_FALSE(equal_in_constant_time("secret", "Secret"));
    EXPECT_FALSE(equal_in_constant_time("secret", "secreT"));
    EXPECT_FALSE(equal_in_constant_time("secret", "secret "));
    EXPECT_FALSE(equal_in_constant_time("secret", ""));
}

TEST(ConstantTime, OnlyTheSameDigestIsEqual) {
    EXPECT_TRUE(equal_in_constant_time(sha256("a"), sha256("a")));
    EXPECT_FALSE(equal_in_constant_time(sha256("a"), sha256("b")));
}

}  // namespace
}  // namespace callboard
