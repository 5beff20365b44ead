// Patches of users, in the forms that directories send.
#include <string>

#include <gtest/gtest.h>

#include "scim/users.h"
#include "support/scim_users.h"

namespace callboard::scim {
namespace {

using accounts::Role;
using accounts::UserState;

class ScimUserPatches : public test::ScimUsersFixture {};

TEST_P(ScimUserPatches, ArePatchedInTheFormsOfDirectories) {
    const auto id = named("ada").user.id;

    EXPECT_EQ(patch(id, R"([{"op":"Replace","path":"name.familyName","value":"King"}])").user.last_name,
              "King");
    EXPECT_EQ(
        patch(id, R"([{"op":"replace","value":{"name":{"givenName":"Augusta"},"id":"1"}}])").user.first_name,
        "Augusta");
    EXPECT_EQ(patch(id, R"([{"op":"Add","value":{"name.givenName":"Gus"}}])").user.first_name, "Gus");
    EXPECT_EQ(patch(id, R"([{"op":"Replace","path":"emails[type eq \"work\"].value","value":"d@example.test"},
                            {"op":"Replace","path":"userName","value":"e@example.test"}])")
                  .user.email,
              "e@example.test");
    EXPECT_EQ(
        patch(id, R"([{"op":"Add","path":"roles[primary eq \"True\"].value","value":"STANDARD"}])").user.role,
        Role::standard);
    EXPECT_EQ(patch(id, R"([{"op":"Replace","path":"active","value":"False"}])").user.state,
              UserState::inactive);
    EXPECT_EQ(patch(id, R"([{"op":"replace","value":{"active":true}}])").user.state, UserState::active);
    EXPECT_EQ(patch(id, R"([{"op":"Remove","path":"externalId"}])").profile.sso_identifier, std::nullopt);
    EXPECT_EQ(patch(id, R"([{"op":"add","path":"externalId","value":"new"}])").profile.sso_identifier, "new");
    EXPECT_EQ(
        patch(id,
              R"([{"op":"Add","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
                             "value":"Kitchen"},{"op":"Remove","path":"title"}])")
            .user.email,
        "e@example.test");
}

TEST_P(ScimUserPatches, AreNotRenamedByTheirAddresses) {
    const auto id = named("ada").user.id;
    for (const std::string operation :
         {R"({"op":"replace","path":"emails[type eq \"work\"].value","value":"b@example.test"})",
          R"({"op":"add","path":"emails","value":[{"primary":true,"value":"b@example.test"}]})",
          R"({"op":"replace","value":{"emails":[{"value":"b@example.test"}]}})"})
        EXPECT_EQ(patch(id, "[" + operation + "]").user.email, "ada@example.test") << operation;
}

TEST_P(ScimUserPatches, KeepTheirNamesWhenOnlyADisplayNameIsSent) {
    const auto id = named("ada").user.id;
    const auto kept =
        patch(id, R"([{"op":"replace","value":{"displayName":"Byron, A.","name":{"formatted":"A. B."}}}])");
    EXPECT_EQ(kept.user.first_name + " " + kept.user.last_name, "Ada Byron");
}

TEST_P(ScimUserPatches, ArePatchedAlsoWhenKeysAreNoPaths) {
    const auto id = named("ada").user.id;
    EXPECT_EQ(patch(id, R"([{"op":"replace","value":{"a b":1,"[":2,"":3,"name.familyName":"King"}}])")
                  .user.last_name,
              "King");
}

TEST_P(ScimUserPatches, GetTheRoleOfTheTokenWhenTheirsIsRemoved) {
    const auto id = create(R"({"userName":"a@example.test","roles":[{"value":"EXTENDED"}]})").user.id;
    const auto with_role = [&] {
        EXPECT_EQ(patch(id, R"([{"op":"replace","path":"roles","value":"EXTENDED"}])").user.role,
                  Role::extended);
    };

    EXPECT_EQ(replace(id, R"({"userName":"a@example.test"})").user.role, Role::extended);
    EXPECT_EQ(patch(id, R"([{"op":"remove","path":"roles"}])").user.role, Role::employee);
    with_role();
    EXPECT_EQ(patch(id, R"([{"op":"remove","path":"roles[value eq \"STANDARD\"]"}])").user.role,
              Role::extended);
    EXPECT_EQ(patch(id, R"([{"op":"replace","path":"roles","value":[]}])").user.role, Role::employee);
    with_role();
    EXPECT_EQ(replace(id, R"({"userName":"a@example.test","roles":[]})").user.role, Role::employee);
    EXPECT_EQ(test::error_code([&] { patch(admin.id(), R"([{"op":"remove","path":"roles"}])"); }),
              "LAST_ADMINISTRATOR");
}

TEST_P(ScimUserPatches, AreLeftAloneByAPatchThatFails) {
    const auto id = named("ada").user.id;
    const auto refused = [&](const std::string& second) {
        return test::error_code([&] {
            patch(id, R"([{"op":"replace","path":"name.familyName","value":"King"},)" + second + "]");
        });
    };

    EXPECT_EQ(refused(R"({"op":"replace","path":"userName","value":"nobody"})"), "invalidValue");
    EXPECT_EQ(refused(R"({"op":"replace","path":"id","value":"1"})"), "mutability");
    EXPECT_EQ(refused(R"({"op":"remove","path":"userName"})"), "mutability");
    EXPECT_EQ(refused(R"({"op":"remove","path":"active"})"), "mutability");
    EXPECT_EQ(refused(R"({"op":"replace","path":"active","value":null})"), "invalidValue");
    EXPECT_EQ(refused(R"({"op":"replace","path":"emails[type eq \"home\"].value","value":"b@example.test"})"),
              "noTarget");
    EXPECT_EQ(refused(R"({"op":"replace","path":"roles[value eq \"EXTENDED\"].value","value":"STANDARD"})"),
              "noTarget");
    EXPECT_EQ(find(id).user.last_name, "Byron");
}

// Also where the filters are in keys. Those of attributes that are not known are not evaluated.
TEST_P(ScimUserPatches, HaveFiltersWithFewComparisonsInTotal) {
    const auto id = named("ada").user.id;
    const auto operations = [](std::size_t count, const std::string& attribute) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i)
            all += (i == 0 ? "[" : ",") + (R"({"op":"add","path":")" + attribute) +
                   R"([value eq \"x\"].value","value":"y"})";
        return all + "]";
    };
    const auto keys = [](std::size_t count, const std::string& attribute) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i)
            all += (i == 0 ? "" : ",") + ("\"" + attribute) + R"([value eq \")" + std::to_string(i) +
                   R"(\"].value":"y")";
        return R"([{"op":"add","value":{)" + all + "}}]";
    };

    EXPECT_EQ(test::error_code([&] { patch(id, operations(kMostComparisons, "emails")); }), "");
    EXPECT_EQ(test::error_code([&] { patch(id, operations(kMostComparisons + 1, "roles")); }), "tooMany");
    EXPECT_EQ(test::error_code([&] { patch(id, keys(kMostComparisons, "emails")); }), "");
    EXPECT_EQ(test::error_code([&] { patch(id, keys(kMostComparisons + 1, "emails")); }), "tooMany");
    EXPECT_EQ(test::error_code([&] { patch(id, keys(kMostComparisons + 1, "addresses")); }), "");
    EXPECT_TRUE(
        read_user_patch(PatchBody{R"({"Operations":)" + keys(60, "addresses") + "}"}.operations).empty());
}

TEST_P(ScimUserPatches, SelectOnlyElementsOfLists) {
    const auto id = named("ada").user.id;
    for (const std::string attribute : {"userName", "externalId", "active", "name", "displayName"}) {
        const std::string path = attribute + R"([value eq \"x\"])";
        EXPECT_EQ(
            test::error_code([&] { patch(id, R"([{"op":"add","path":")" + path + R"(","value":"y"}])"); }),
            "invalidPath")
            << attribute;
        EXPECT_EQ(test::error_code([&] { patch(id, R"([{"op":"add","value":{")" + path + R"(":"y"}}])"); }),
                  "invalidPath")
            << attribute;
    }
    const std::string unknown = R"("phoneNumbers[type eq \"mobile\"].value")";
    patch(id, R"([{"op":"replace","path":)" + unknown + R"(,"value":"1"},{"op":"remove","path":)" + unknown +
                  "}]");
    patch(id, R"([{"op":"replace","value":{)" + unknown + R"(:"1"}}])");
}

RUN_ON_EACH_DATABASE(ScimUserPatches);

}  // namespace
}  // namespace callboard::scim
