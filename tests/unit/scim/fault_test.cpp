#include "scim/fault.h"

#include <gtest/gtest.h>

namespace callboard::scim {
namespace {

TEST(ScimFault, HasAKeywordOfTheStandard) {
    EXPECT_EQ(fault(kInvalidFilter, "x").faults.front().code, "invalidFilter");
    EXPECT_EQ(fault(kInvalidFilter, "x").kind, ErrorKind::invalid_request);
    EXPECT_EQ(keyword_for("noTarget"), "noTarget");
}

TEST(ScimFault, HasOneForCodesOfOtherApis) {
    EXPECT_EQ(keyword_for("INVALID_JSON"), "invalidSyntax");
    EXPECT_EQ(keyword_for("RESOURCE_ALREADY_EXIST"), "uniqueness");
    EXPECT_EQ(keyword_for("SSO_IDENTIFIER_ALREADY_EXISTS"), "uniqueness");
    EXPECT_EQ(keyword_for("INVALID_USER_NAME"), "invalidValue");
    EXPECT_EQ(keyword_for("LAST_ADMINISTRATOR"), "");
}

}  // namespace
}  // namespace callboard::scim
