// The requests that Microsoft Entra ID documents for its provisioning service, in their order.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "integration/scim/directory.h"

namespace callboard {
namespace {

using test::Answer;
using test::id_of;
using test::text;

class ScimOfEntra : public test::DirectoryServer {
  protected:
    Answer find_user(const std::string& name) {
        return send("GET", "/Users?filter=userName+eq+%22" + percent_encode(name) + "%22");
    }
    std::string user_body(const std::string& name) const {
        return R"({"schemas":["urn:ietf:params:scim:schemas:core:2.0:User",
                   "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
                   "externalId":")" +
               name + R"(","userName":")" + address(name) + R"(","active":true,
                   "displayName":"Robin Field","emails":[{"primary":true,"type":"work","value":")" +
               address(name) +
               R"("}],"meta":{"resourceType":"User"},
                   "name":{"formatted":"Robin Field","familyName":"Field","givenName":"Robin"},"roles":[]})";
    }
    std::string given_user(const std::string& name) {
        const Answer made = send("POST", "/Users", user_body(name));
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
};

// The test of the connection asks for a user that does not exist.
TEST_P(ScimOfEntra, TestsTheConnection) {
    const Answer none = find_user("5b1f6ad6-2f5b-4b9c-8a6a-1b8d8f1d4e11");

    EXPECT_EQ(none.status, 200) << none.body;
    EXPECT_EQ(none.header("content-type"), "application/scim+json");
    EXPECT_EQ(none.json().at("schemas").at(0), "urn:ietf:params:scim:api:messages:2.0:ListResponse");
    EXPECT_EQ(none.json().at("totalResults"), 0);
    EXPECT_EQ(none.json().at("Resources").as_array().size(), 0U);
}

TEST_P(ScimOfEntra, CreatesAUserAfterLookingForIt) {
    EXPECT_EQ(find_user(address("robin")).json().at("totalResults"), 0);

    const Answer made = send("POST", "/Users", user_body("robin"));

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.header("content-type"), "application/scim+json");
    EXPECT_EQ(made.header("location"), text(made.json().at("meta").at("location")));
    EXPECT_EQ(text(made.json().at("userName")), address("robin"));
    EXPECT_EQ(made.json().at("externalId"), "robin");
    EXPECT_EQ(made.json().at("active"), true);
    const Answer read = send("GET", "/Users/" + id_of(made));
    EXPECT_EQ(read.status, 200);
    EXPECT_EQ(read.json(), made.json());
    const Answer found = find_user(address("robin"));
    EXPECT_EQ(found.json().at("totalResults"), 1);
    EXPECT_EQ(found.json().at("itemsPerPage"), 1);
    EXPECT_EQ(found.json().at("startIndex"), 1);
    EXPECT_EQ(found.json().at("Resources").at(0), made.json());
    const Answer by_mail = send("GET", "/Users?filter=emails%5Btype+eq+%22work%22%5D.value+eq+%22" +
                                           percent_encode(address("robin")) + "%22");
    EXPECT_EQ(by_mail.json().at("totalResults"), 1) << by_mail.body;
    EXPECT_EQ(scim_type(send("POST", "/Users", user_body("robin"))), "uniqueness");
}

TEST_P(ScimOfEntra, UpdatesAttributesOfAUser) {
    const std::string user = "/Users/" + given_user("robin");

    const Answer patched = send(
        "PATCH", user,
        patch_of(R"([{"op":"Replace","path":"emails[type eq \"work\"].value","value":")" + address("rob") +
                 R"("},{"op":"Replace","path":"name.familyName","value":"Meadow"},
                         {"op":"Add","path":"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
                          "value":"Kitchen"}])"));

    EXPECT_EQ(patched.status, 200) << patched.body;
    EXPECT_EQ(patched.json().at("name").at("familyName"), "Meadow");
    EXPECT_EQ(text(patched.json().at("userName")), address("robin")) << "only userName changes the address";

    const Answer renamed =
        send("PATCH", user,
             patch_of(R"([{"op":"Replace","path":"userName","value":")" + address("roberta") + R"("}])"));
    EXPECT_EQ(text(renamed.json().at("userName")), address("roberta")) << renamed.body;
    EXPECT_EQ(find_user(address("roberta")).json().at("totalResults"), 1);
    EXPECT_EQ(text(renamed.json().at("emails").at(0).at("value")), address("roberta"));
    EXPECT_EQ(find_user(address("robin")).json().at("totalResults"), 0);
}

// As with an expression AppRoleAssignmentsComplex in the mapping.
TEST_P(ScimOfEntra, AssignsARole) {
    const auto token = new_token({"--role", "STANDARD"});
    auto directory = bearer(token.text("scim_token"));
    std::string body = user_body("robin");
    const std::string none = R"("roles":[])";
    body.replace(
        body.find(none), none.size(),
        R"("roles":[{"primary":false,"type":"WindowsAppRole","display":"Basic","value":"RESTRICTED"}])");

    const Answer made = send(directory, "POST", "/Users", body);

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("roles").at(0).at("value"), "RESTRICTED");
    const Answer refused =
        send(directory, "PATCH", "/Users/" + id_of(made),
             patch_of(R"([{"op":"Add","path":"roles","value":[{"primary":false,"type":"WindowsAppRole",
                           "value":"ADMINISTRATOR"}]}])"));
    EXPECT_EQ(refused.status, 403) << refused.body;
    EXPECT_EQ(scim_type(refused), "");
}

TEST_P(ScimOfEntra, DisablesAndDeletesAUser) {
    const std::string user = "/Users/" + given_user("robin");

    const Answer disabled =
        send("PATCH", user, patch_of(R"([{"op":"Replace","path":"active","value":"False"}])"));

    EXPECT_EQ(disabled.status, 200) << disabled.body;
    EXPECT_EQ(disabled.json().at("active"), false);
    EXPECT_EQ(find_user(address("robin")).json().at("Resources").at(0).at("active"), false);
    EXPECT_EQ(send("PATCH", user, patch_of(R"([{"op":"Replace","path":"active","value":true}])"))
                  .json()
                  .at("active"),
              true);

    EXPECT_EQ(send("DELETE", user).status, 204);
    EXPECT_EQ(send("GET", user).status, 404);
    EXPECT_EQ(find_user(address("robin")).json().at("totalResults"), 0);
    EXPECT_EQ(scim_type(send("DELETE", user)), "");
}

TEST_P(ScimOfEntra, ManagesAGroupAndItsMembers) {
    const std::string by_name = "/Groups?excludedAttributes=members&filter=displayName+eq+%22Kitchen%22";
    EXPECT_EQ(send("GET", by_name).json().at("totalResults"), 0);
    const Answer made = send("POST", "/Groups", R"({"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],
        "externalId":"8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159","displayName":"Kitchen","members":[],
        "meta":{"resourceType":"Group"}})");
    EXPECT_EQ(made.status, 201) << made.body;
    const std::string group = "/Groups/" + id_of(made);
    const Answer read = send("GET", group + "?excludedAttributes=members");
    EXPECT_EQ(read.json().at("displayName"), "Kitchen");
    EXPECT_FALSE(read.json().as_object().contains("members"));
    EXPECT_EQ(send("GET", by_name).json().at("totalResults"), 1);

    const std::string robin = given_user("robin");
    EXPECT_EQ(send("PATCH", group,
                   patch_of(R"([{"op":"Add","path":"members","value":[{"$ref":null,"value":")" + robin +
                            R"("}]}])"))
                  .status,
              204);
    EXPECT_EQ(text(send("GET", group).json().at("members").at(0).at("value")), robin);
    EXPECT_EQ(send("GET", "/Groups?filter=id+eq+%22" + id_of(made) + "%22+and+members+eq+%22" + robin +
                              "%22&attributes=id")
                  .json()
                  .at("totalResults"),
              1);
    EXPECT_EQ(
        send("PATCH", group, patch_of(R"([{"op":"Replace","path":"displayName","value":"Bar"}])")).status,
        204);
    EXPECT_EQ(send("PATCH", group,
                   patch_of(R"([{"op":"Remove","path":"members","value":[{"$ref":null,"value":")" + robin +
                            R"("}]}])"))
                  .status,
              204);
    EXPECT_EQ(send("GET", group).json().at("members").as_array().size(), 0U);
    EXPECT_EQ(send("GET", group).json().at("displayName"), "Bar");
    EXPECT_EQ(send("DELETE", group).status, 204);
    EXPECT_EQ(send("GET", group).status, 404);
}

RUN_ON_EACH_DATABASE(ScimOfEntra);

}  // namespace
}  // namespace callboard
