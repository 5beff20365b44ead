// The requests that Okta documents for its provisioning by SCIM 2.0, in their order.
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

class ScimOfOkta : public test::DirectoryServer {
  protected:
    std::string user_body(const std::string& name, const std::string& family, bool active) const {
        return R"({"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":")" + address(name) +
               R"(","name":{"givenName":"Lee","familyName":")" + family +
               R"("},"emails":[{"primary":true,"value":")" + address(name) +
               R"(","type":"work"}],"displayName":"Lee","locale":"en-US","externalId":"00u)" + name +
               R"(","groups":[],"password":"1mz050nq","active":)" + (active ? "true" : "false") + "}";
    }
};

TEST_P(ScimOfOkta, TestsTheConnection) {
    const Answer first = send("GET", "/Users?startIndex=1&count=2");

    EXPECT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(first.json().at("startIndex"), 1);
    EXPECT_EQ(first.json().at("totalResults"), 1) << "the administrator";
    EXPECT_EQ(first.json().at("Resources").as_array().size(), 1U);
    EXPECT_EQ(send("GET", "/Groups?startIndex=1&count=100").status, 200);
}

TEST_P(ScimOfOkta, TakesAUserThroughItsLife) {
    const std::string query =
        "/Users?filter=userName%20eq%20%22" + percent_encode(address("lee")) + "%22&startIndex=1&count=100";
    EXPECT_EQ(send("GET", query).json().at("totalResults"), 0);
    const Answer made = send("POST", "/Users", user_body("lee", "Park", true));
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_FALSE(made.json().as_object().contains("password"));
    const std::string user = "/Users/" + id_of(made);
    EXPECT_EQ(send("GET", user).status, 200);
    EXPECT_EQ(send("POST", "/Users", user_body("lee", "Park", true)).status, 409);

    const Answer changed = send("PUT", user, user_body("lee", "Garden", true));
    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("name").at("familyName"), "Garden");

    const Answer deactivated =
        send("PATCH", user, patch_of(R"([{"op":"replace","value":{"active":false}}])"));
    EXPECT_EQ(deactivated.status, 200) << deactivated.body;
    EXPECT_EQ(deactivated.json().at("active"), false);
    EXPECT_EQ(send("GET", query).json().at("totalResults"), 1) << "an inactive user is still found";

    EXPECT_EQ(send("PUT", user, user_body("lee", "Garden", true)).json().at("active"), true);
    EXPECT_EQ(send("PUT", user, user_body("lee", "Garden", false)).json().at("active"), false);
}

TEST_P(ScimOfOkta, PushesAGroup) {
    const std::string lee = id_of(send("POST", "/Users", user_body("lee", "Park", true)));
    const std::string kim = id_of(send("POST", "/Users", user_body("kim", "Park", true)));
    const Answer made = send("POST", "/Groups",
                             R"({"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],
             "displayName":"Waiters","members":[{"value":")" +
                                 lee + R"(","display":"Lee"}]})");
    EXPECT_EQ(made.status, 201) << made.body;
    const std::string group = "/Groups/" + id_of(made);

    EXPECT_EQ(send("PATCH", group,
                   patch_of(R"([{"op":"replace","value":{"id":")" + id_of(made) +
                            R"(","displayName":"Waiting staff"}}])"))
                  .status,
              204);
    EXPECT_EQ(send("PATCH", group,
                   patch_of(R"([{"op":"remove","path":"members[value eq \")" + lee +
                            R"(\"]"},{"op":"add","path":"members","value":[{"value":")" + kim +
                            R"(","display":"Kim"}]}])"))
                  .status,
              204);

    const Answer read = send("GET", group);
    EXPECT_EQ(read.json().at("displayName"), "Waiting staff");
    ASSERT_EQ(read.json().at("members").as_array().size(), 1U);
    EXPECT_EQ(text(read.json().at("members").at(0).at("value")), kim);

    const Answer replaced = send("PUT", group,
                                 R"({"schemas":["urn:ietf:params:scim:schemas:core:2.0:Group"],
        "displayName":"Waiters","members":[{"value":")" +
                                     lee + R"("}]})");
    EXPECT_EQ(replaced.status, 200) << replaced.body;
    EXPECT_EQ(text(replaced.json().at("members").at(0).at("value")), lee);
    EXPECT_EQ(send("DELETE", group).status, 204);
}

RUN_ON_EACH_DATABASE(ScimOfOkta);

}  // namespace
}  // namespace callboard
