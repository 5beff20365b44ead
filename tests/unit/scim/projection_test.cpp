#include "scim/projection.h"

#include <gtest/gtest.h>

namespace callboard::scim {
namespace {

TEST(ScimProjection, ShowsEverythingUnlessAsked) {
    EXPECT_TRUE(Projection{}.shows("members"));
    EXPECT_TRUE((Projection{"", ""}.shows("members")));
    EXPECT_TRUE((Projection{" , ", ","}.shows("members")));
}

TEST(ScimProjection, ShowsOnlyWhatWasAskedFor) {
    const Projection projection{"userName, NAME.givenName,urn:ietf:params:scim:schemas:core:2.0:User:active",
                                ""};
    EXPECT_TRUE(projection.shows("userName"));
    EXPECT_TRUE(projection.shows("name"));
    EXPECT_TRUE(projection.shows("active"));
    EXPECT_FALSE(projection.shows("emails"));
}

TEST(ScimProjection, LeavesOutWhatWasExcluded) {
    const Projection projection{"", "Members,name.givenName"};
    EXPECT_FALSE(projection.shows("members"));
    EXPECT_TRUE(projection.shows("name"));
    EXPECT_TRUE(projection.shows("displayName"));
}

}  // namespace
}  // namespace callboard::scim
