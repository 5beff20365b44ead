// Tokens, errors and discovery of SCIM, through the real program.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/routes.h"
#include "integration/scim/directory.h"
#include "support/oauth_program.h"
#include "support/sample_company.h"

namespace callboard {
namespace {

using test::Answer;
using test::Browser;
using test::id_of;
using test::kScim;
using test::text;
using testing::HasSubstr;
using testing::Not;

class Scim : public test::DirectoryServer {
  protected:
    std::string given_user(const std::string& name, const std::string& more = "") {
        const Answer made = send("POST", "/Users", R"({"userName":")" + address(name) + R"(")" + more + "}");
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
};

TEST_P(Scim, RefusesEveryOtherCredentialOnEveryPath) {
    auto nobody = test::Client{here().server.port()};
    auto unknown = bearer("cbp_unknown");
    auto stranger = bearer("unknown");
    for (const auto& route : api::scim_routes()) {
        const std::string path = test::filled(route.path, {{"userId", "00000000000000000000000f"},
                                                           {"accessGroupId", "00000000000000000000000f"},
                                                           {"resourceType", "User"},
                                                           {"schemaId", "x"}});
        for (test::Client* const caller : {&nobody, &unknown, &stranger, &administrator_}) {
            const Answer refused = caller->request(http::name_of(route.method), path);
            EXPECT_EQ(refused.status, 401) << route.operation << ": " << refused.body;
            EXPECT_EQ(scim_type(refused), "");
            EXPECT_THAT(refused.header("www-authenticate"), HasSubstr("Bearer"));
        }
    }
}

TEST_P(Scim, TokensAreForNothingElse) {
    for (const std::string path : {"/users/me", "/jobs", "/candidates", "/configuration/hiring-processes"}) {
        const Answer refused = directory_.get(path);
        EXPECT_EQ(refused.status, 401) << path;
        EXPECT_THAT(refused.body, HasSubstr("/scim/v2")) << path;
    }
    auto as_key = client(token_.text("scim_token"));
    EXPECT_EQ(as_key.get("/users/me").status, 401);
    EXPECT_EQ(as_key.get(kScim + "/Users").status, 401);
}

TEST_P(Scim, AnswersInItsFormatAlsoWhereThereIsNothing) {
    for (const std::string path : {"/Bulk", "/Me", "", "/Users/x/y"}) {
        const Answer missing = send("GET", path);
        EXPECT_EQ(missing.status, 404) << path;
        EXPECT_EQ(scim_type(missing), "") << path;
    }
    const Answer refused = send("DELETE", "/Users");
    EXPECT_EQ(refused.status, 405);
    EXPECT_EQ(scim_type(refused), "");
    EXPECT_THAT(refused.header("allow"), HasSubstr("POST"));
}

TEST_P(Scim, TokensAreListedWithoutTheirSecretAndEndWhenRevoked) {
    const auto second = new_token({"--name", "Entra ID", "--role", "STANDARD", "--assigns-roles"});
    auto other = bearer(second.text("scim_token"));
    const Answer made = send(other, "POST", "/Users", R"({"userName":")" + address("ada") + R"("})");
    EXPECT_EQ(made.json().at("roles").at(0).at("value"), "STANDARD") << made.body;
    EXPECT_EQ(send("GET", "/Users/" + id_of(made)).status, 200);

    const auto listed = command({"scim-token", "list", "--company", acme_.identifier});
    EXPECT_THAT(listed.out, HasSubstr(second.text("scim_token_id")));
    EXPECT_THAT(listed.out, HasSubstr("Entra ID"));
    EXPECT_THAT(listed.out, HasSubstr("UP_TO_OWN"));
    EXPECT_THAT(listed.out, HasSubstr("ANY"));
    EXPECT_THAT(listed.out, Not(HasSubstr(second.text("scim_token"))));

    command({"scim-token", "revoke", second.text("scim_token_id")});
    EXPECT_TRUE(becomes(other, kScim + "/Users", 401));
    EXPECT_EQ(send("GET", "/Users").status, 200);
}

TEST_P(Scim, OfAnotherCompanySeesNothing) {
    const std::string user = "/Users/" + given_user("ada");
    const auto rival = company();
    const auto token = command({"scim-token", "create", "--company", rival.identifier});
    wait_until_known(token.text("scim_token"));
    auto theirs = bearer(token.text("scim_token"));

    for (const std::string method : {"GET", "DELETE"}) {
        const Answer refused = send(theirs, method, user);
        EXPECT_EQ(refused.status, 404) << method;
        EXPECT_EQ(refused.body, send(theirs, method, "/Users/00000000000000000000000f").body);
        EXPECT_EQ(refused.body, send(theirs, method, "/Users/x").body);
    }
    EXPECT_EQ(send("GET", user).status, 200);
}

TEST_P(Scim, EndsAccessAtOnce) {
    const auto robin = colleague("EMPLOYEE");
    auto calls = client(robin.key);
    const std::string user = "/Users/" + own_id(calls);
    const auto application = test::add_application(here().where());
    Browser laptop{here().server.port()};
    ASSERT_EQ(laptop.sign_in(text(calls.get("/users/me").json().at("email")), test::kTenantPassword).status,
              303);
    EXPECT_TRUE(
        test::eventually([&] { return laptop.get(application.request("users_read")).status == 200; }));
    test::Client anybody{here().server.port()};
    const auto tokens = test::post_form(anybody, test::kTokenPath,
                                        test::code_fields(application, test::new_code(laptop, application)));
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    auto robot = bearer(test::member(tokens, "access_token"));
    ASSERT_EQ(robot.get("/users/me").status, 200);
    ASSERT_EQ(laptop.get("/identity/connections").status, 200);

    EXPECT_EQ(send("PATCH", user, patch_of(R"([{"op":"replace","path":"active","value":false}])")).status,
              200);

    EXPECT_EQ(calls.get("/users/me").status, 401);
    EXPECT_EQ(robot.get("/users/me").status, 401);
    EXPECT_EQ(laptop.get("/identity/connections").status, 303) << "to the sign-in page";
    EXPECT_EQ(send("PATCH", user, patch_of(R"([{"op":"replace","path":"active","value":true}])")).status,
              200);
    EXPECT_EQ(calls.get("/users/me").status, 200);
    EXPECT_EQ(laptop.get("/identity/connections").status, 303) << "the session does not come back";
    EXPECT_EQ(send("DELETE", user).status, 204);
    EXPECT_EQ(calls.get("/users/me").status, 401);
}

TEST_P(Scim, KeepsTheLastAdministrator) {
    const std::string user = "/Users/" + own_id(administrator_);

    const Answer refused =
        send("PATCH", user, patch_of(R"([{"op":"replace","path":"active","value":false}])"));

    EXPECT_EQ(refused.status, 409) << refused.body;
    EXPECT_EQ(scim_type(refused), "");
    EXPECT_EQ(send("DELETE", user).status, 409);
    EXPECT_EQ(administrator_.get("/users/me").status, 200);
}

TEST_P(Scim, IsTheAuthorOfItsChangesInTheAuditLog) {
    given_user("ada");

    const auto names = recorded("audit_record", "event_name");
    ASSERT_GE(names.size(), 2U);
    EXPECT_EQ(names[names.size() - 2], "USER_ACCOUNT_CREATED");
    EXPECT_EQ(names.back(), "USER_ACCOUNT_ACTIVATED");
    const auto accounts = recorded("scim_token", "user_id");
    ASSERT_EQ(accounts.size(), 1U);
    EXPECT_EQ(recorded("audit_record", "author_id").back(), accounts.front());
}

TEST_P(Scim, NamesTheFaultOfARequest) {
    const std::string user = "/Users/" + given_user("ada");
    const auto refused = [&](std::string_view method, const std::string& path, const std::string& body = "") {
        const Answer answer = send(method, path, body);
        EXPECT_EQ(answer.status, 400) << path << " " << answer.body;
        return scim_type(answer);
    };

    EXPECT_EQ(refused("GET", "/Users?filter=userName"), "invalidFilter");
    EXPECT_EQ(refused("GET", "/Users?filter=" + std::string(1'000, '(')), "invalidFilter");
    EXPECT_EQ(refused("GET", "/Users?filter=%FF+pr"), "invalidFilter");
    EXPECT_EQ(refused("GET", "/Users?filter="), "invalidFilter");
    EXPECT_EQ(refused("GET", "/Groups?filter"), "invalidFilter");
    EXPECT_EQ(refused("GET", "/Users?filter=active+pr&filter=active+pr"), "invalidFilter");
    EXPECT_EQ(refused("GET", "/Users?count=many"), "invalidValue");
    EXPECT_EQ(refused("GET", "/Users?count=1&count=2"), "invalidValue");
    EXPECT_EQ(refused("GET", "/Users?startIndex=1&startIndex=2"), "invalidValue");
    EXPECT_EQ(refused("GET", "/Users?filter=%zz"), "invalidSyntax");
    for (const std::string body : {"", "[]", "null", "7", "{", R"({"a":1,"a":2})", "\xff"}) {
        EXPECT_EQ(refused("POST", "/Users", body), "invalidSyntax") << body;
        EXPECT_EQ(refused("PUT", user, body), "invalidSyntax") << body;
        EXPECT_EQ(refused("PATCH", user, body), "invalidSyntax") << body;
        EXPECT_EQ(refused("POST", "/Groups", body), "invalidSyntax") << body;
    }
    EXPECT_EQ(refused("POST", "/Users", R"({"userName":"x"})"), "invalidValue");
    EXPECT_EQ(refused("PATCH", user, patch_of(R"([{"op":"add","path":"a[","value":1}])")), "invalidPath");
    EXPECT_EQ(refused("PATCH", user, patch_of(R"([{"op":"replace","path":"id","value":"1"}])")),
              "mutability");
    EXPECT_EQ(send("POST", "/Users", std::string(std::size_t{1024} * 1024 + 1, ' ')).status, 413);
}

TEST_P(Scim, ShowsThePartThatWasAskedFor) {
    for (const std::string name : {"a", "b", "c"}) given_user(name);

    const Answer page = send("GET", "/Users?startIndex=2&count=2&attributes=userName");

    EXPECT_EQ(page.json().at("totalResults"), 4) << page.body;
    EXPECT_EQ(page.json().at("startIndex"), 2);
    EXPECT_EQ(page.json().at("itemsPerPage"), 2);
    EXPECT_THAT(test::keys(page.json().at("Resources").at(0)),
                testing::UnorderedElementsAre("schemas", "id", "userName"));
    EXPECT_EQ(send("GET", "/Users?count=0").json().at("Resources").as_array().size(), 0U);
    EXPECT_EQ(send("GET", "/Users?startIndex=-7&count=-1").status, 200);
    EXPECT_EQ(send("GET", "/Users?count=100000").status, 200);
    EXPECT_EQ(send("GET", "/Users?startIndex=-99999999999999999999&count=99999999999999999999").status, 200);
}

TEST_P(Scim, DescribesItself) {
    const Answer config = send("GET", "/ServiceProviderConfig");
    EXPECT_EQ(config.status, 200) << config.body;
    EXPECT_EQ(config.json().at("patch").at("supported"), true);
    for (const std::string list : {"/ResourceTypes", "/Schemas"}) {
        const Answer all = send("GET", list);
        EXPECT_EQ(all.json().at("totalResults"), 2) << all.body;
        for (const auto& each : all.json().at("Resources").as_array())
            EXPECT_EQ(send("GET", list + "/" + text(each.at("id"))).json(), each);
        EXPECT_EQ(send("GET", list + "/nothing").status, 404);
    }
}

TEST_P(Scim, IsNotInTheOpenApiDocument) {
    EXPECT_THAT(administrator_.get("/openapi.json").body, Not(HasSubstr("/scim/")));
}

RUN_ON_EACH_DATABASE(Scim);

}  // namespace
}  // namespace callboard
