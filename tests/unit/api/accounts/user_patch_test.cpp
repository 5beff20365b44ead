#include "api/accounts/user_patch.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/accounts/user_messages.h"
#include "base/error.h"

namespace callboard {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Fault> faults(const std::string& patch, std::string_view role = "systemRole") {
    try {
        api::require_patchable(wire::decode<api::UserPatch<api::Current>>(patch), role);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        return error.faults;
    }
    return {};
}

std::vector<std::string> places(const std::string& patch, std::string_view role = "systemRole") {
    std::vector<std::string> all;
    for (const Fault& fault : faults(patch, role)) all.push_back(fault.path);
    return all;
}

TEST(UserPatch, NamesWhatItCannotChangeAndWhatToDoInstead) {
    const auto found = faults(R"([{"op":"add","path":"/password","value":"x"}])");

    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().code, "VALIDATION_ERROR");
    EXPECT_EQ(found.front().path, "/0/path");
    EXPECT_THAT(found.front().message, HasSubstr("must not be /password, which cannot be patched"));
    EXPECT_THAT(found.front().message, HasSubstr("reset-password"));
}

TEST(UserPatch, ListsEveryOperationThatWouldBeLost) {
    EXPECT_THAT(
        places(R"([{"op":"replace","path":"/firstName","value":"X"},{"op":"add","path":"/id","value":1},
        {"op":"remove","path":"/password"},{"op":"copy","from":"/firstName","path":"/password"},
        {"op":"move","from":"/active","path":"/externalData"},{"op":"add","path":"/accessGroups/-","value":{}},
        {"op":"replace","path":"/updatedOn","value":null},{"op":"replace","path":"","value":{"password":"x","id":1}}])"),
        ElementsAre("/1/path", "/2/path", "/3/path", "/4/path", "/5/path", "/6/path", "/7/path", "/7/path"));
}

TEST(UserPatch, EachFormHasOneWordForTheRole) {
    const std::string role = R"([{"op":"add","path":"/role","value":"EMPLOYEE"}])";
    const std::string system_role = R"([{"op":"add","path":"/systemRole/id","value":"EMPLOYEE"}])";

    EXPECT_THAT(places(role, "systemRole"), ElementsAre("/0/path"));
    EXPECT_THAT(places(system_role, "systemRole"), IsEmpty());
    EXPECT_THAT(places(role, "role"), IsEmpty());
    EXPECT_THAT(places(system_role, "role"), ElementsAre("/0/path"));
}

TEST(UserPatch, LeavesTheRestToThePatch) {
    EXPECT_THAT(places(R"([{"op":"test","path":"/id","value":"x"},{"op":"add","path":"/passwords","value":1},
        {"op":"add","path":"/location/id","value":1},{"op":"replace","path":"","value":[]},
        {"op":"remove","path":""},{"op":"copy","from":"/firstName","path":"/lastName"}])"),
                IsEmpty());
}

}  // namespace
}  // namespace callboard
