#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::each;
using test::id_of;
using test::ids;
using test::keys;
using test::of_errors;
using test::SharedServer;
using test::text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

const std::string kUsers = "/user-api/v201804/users";

class ApiUserManagement : public SharedServer {
  protected:
    std::string new_email() const {
        return "person" + std::to_string(++here().names) + "@" + acme_.identifier + ".test";
    }
    // A user with required fields only.
    json::object input() const {
        return {{"email", new_email()},
                {"firstName", "Grace"},
                {"lastName", "Hopper"},
                {"systemRole", {{"id", "STANDARD"}}}};
    }
    test::Answer create(const json::object& body) { return admin_.post(kUsers, json::serialize(body)); }
    std::string given_user() {
        const auto made = create(input());
        EXPECT_EQ(made.status, 201) << made.body;
        return kUsers + "/" + id_of(made);
    }
    std::string given_active_user() {
        const std::string path = given_user();
        EXPECT_EQ(admin_.request("PUT", path + "/activation").status, 204);
        return path;
    }
    test::Answer patch(test::Client& caller, const std::string& path, const std::string& operations) {
        return caller.request("PATCH", path, operations, {{"Content-Type", "application/json-patch+json"}});
    }
    test::Answer patch(const std::string& path, const std::string& operations) {
        return patch(admin_, path, operations);
    }
    // An API key of the user.
    std::string key_for(const std::string& path) {
        const std::string email = text(admin_.get(path).json().at("email"));
        const std::string key = command({"credential", "create", "--company", acme_.identifier, "--kind",
                                         "api-key", "--user", email})
                                    .text("api_key");
        wait_until_known(key);
        return key;
    }
    std::string given_colleague_key(const std::string& role) {
        const std::string path = given_active_user();
        const auto changed =
            patch(path, R"([{"op":"replace","path":"/systemRole/id","value":")" + role + R"("}])");
        EXPECT_EQ(changed.status, 200) << changed.body;
        return key_for(path);
    }

    const test::Tenant acme_ = company();
    test::Client admin_ = client(acme_.api_key);
};

TEST_P(ApiUserManagement, ANewUserIsShownAsTheyWereDescribed) {
    json::object body = input();
    body["externalData"] = "HR-7";
    body["ssoIdentifier"] = "grace";
    body["ssoLoginMode"] = "PASSWORD";
    body["language"] = {{"code", "pt-BR"}};
    body["location"] = {{"countryCode", "br"}, {"city", "São Paulo"}, {"postalCode", "01000"}};
    body["password"] = "correct horse battery";
    body["unknown"] = 7;

    const auto made = create(body);

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_THAT(keys(made.json()),
                UnorderedElementsAre("id", "email", "firstName", "lastName", "role", "systemRole",
                                     "externalData", "ssoIdentifier", "ssoLoginMode", "language", "location",
                                     "active", "secondFactor", "updatedOn"));
    EXPECT_EQ(made.json().at("active"), false);
    EXPECT_EQ(made.json().at("systemRole"), json::parse(R"({"id":"STANDARD","name":"Standard"})"));
    json::object location = body.at("location").as_object();
    location["country"] = "Brazil";
    EXPECT_EQ(made.json().at("location"), location);
    EXPECT_EQ(made.json().at("language"), body.at("language"));
    EXPECT_THAT(made.header("location"), HasSubstr(kUsers + "/" + id_of(made)));
    EXPECT_THAT(made.body, Not(HasSubstr("battery")));
    EXPECT_EQ(admin_.get(kUsers + "/" + id_of(made)).body, made.body);
}

TEST_P(ApiUserManagement, WhatAUserDoesNotHaveIsLeftOut) {
    const auto made = create(input());

    EXPECT_THAT(keys(made.json()),
                UnorderedElementsAre("id", "email", "firstName", "lastName", "role", "systemRole", "language",
                                     "active", "secondFactor", "updatedOn"));
    EXPECT_EQ(made.json().at("language"), (json::object{{"code", "en"}})) << "unless another one is given";
}

TEST_P(ApiUserManagement, ALocationHasTheNameOfItsCountryAndCoordinates) {
    json::object body = input();
    body["location"] = {{"countryCode", "br"},
                        {"country", "Brasilien"},
                        {"city", "Rio"},
                        {"latitude", -22.9},
                        {"longitude", "-43.2"}};
    const auto made = create(body);

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.header("x-ignored"), "/location/country");
    EXPECT_EQ(made.json().at("location"), (json::object{{"country", "Brazil"},
                                                        {"countryCode", "br"},
                                                        {"city", "Rio"},
                                                        {"latitude", "-22.9"},
                                                        {"longitude", "-43.2"}}));
    body["email"] = new_email();
    body["location"] = {{"countryCode", "br"}, {"city", "Rio"}, {"latitude", 91}, {"longitude", "east"}};
    const auto refused = create(body);
    EXPECT_EQ(refused.status, 400) << refused.body;
    EXPECT_EQ(refused.error_code(), "INVALID_LOCATION");
    EXPECT_EQ(refused.json().at("errors").as_array().size(), 2U);
}

TEST_P(ApiUserManagement, ALocationMayBeTheOnlyElementOfAnArray) {
    json::object body = input();
    const json::object place{{"countryCode", "br"}, {"city", "Rio"}};
    body["location"] = json::array{place};
    const auto made = create(body);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("location").at("city"), "Rio");

    body["email"] = new_email();
    const json::array nested{json::value(json::array{place})};
    for (const json::array& wrong : {json::array{}, json::array{place, place}, json::array{"Rio"}, nested}) {
        body["location"] = wrong;
        EXPECT_EQ(create(body).status, 422) << wrong;
    }
    const auto changed =
        patch(kUsers + "/" + id_of(made),
              R"([{"op":"add","path":"/location","value":[{"countryCode":"us","city":"Atlanta"}]}])");
    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("location").at("city"), "Atlanta");
}

TEST_P(ApiUserManagement, ALanguageThatIsOnlyShownCanBePatched) {
    const auto made = create(input());
    const std::string path = kUsers + "/" + id_of(made);

    const auto changed = patch(path, R"([{"op":"replace","path":"/language/code","value":"pl"}])");
    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("language").at("code"), "pl");
    const auto removed = patch(path, R"([{"op":"remove","path":"/language"}])");
    EXPECT_EQ(removed.json().at("language").at("code"), "en");
    const auto same = patch(path, R"([{"op":"replace","path":"/language/code","value":"en"}])");
    EXPECT_EQ(same.json().at("updatedOn"), removed.json().at("updatedOn")) << "nothing has changed";
}

TEST_P(ApiUserManagement, ABadUserIsRefusedWithEveryFault) {
    const auto empty = create({});
    EXPECT_EQ(empty.status, 422);
    EXPECT_THAT(of_errors(empty, "dataPath"),
                ElementsAre("/email", "/firstName", "/lastName", "/systemRole"));

    json::object body = input();
    body["systemRole"] = {{"id", "KING"}};
    body["ssoLoginMode"] = "MAGIC";
    body["password"] = "short";
    body["language"] = "en";
    body["ssoIdentifier"] = std::string(101, 'x');
    body["firstName"] = std::string(301, 'x');
    const auto wrong = create(body);
    EXPECT_EQ(wrong.status, 422);
    EXPECT_THAT(of_errors(wrong, "dataPath"),
                UnorderedElementsAre("/systemRole/id", "/ssoLoginMode", "/password", "/language",
                                     "/ssoIdentifier", "/firstName"));

    body = input();
    body["email"] = "nobody";
    EXPECT_EQ(create(body).status, 422);
    EXPECT_THAT(of_errors(create(body), "dataPath"), ElementsAre("/email"));

    body = input();
    body["firstName"] = "Grace ";
    body["language"] = {{"code", "tlh"}};
    body["location"] = {{"countryCode", "USA"}, {"city", "X"}};
    const auto refused = create(body);
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(of_errors(refused, "code"),
                ElementsAre("INVALID_USER_NAME", "LANGUAGE_DISABLED", "INVALID_LOCATION"));

    EXPECT_THAT(ids(admin_.get(kUsers)), testing::SizeIs(1));  // nothing of it was written
}

TEST_P(ApiUserManagement, AnEmailAndAnSsoIdentifierHaveOneOwner) {
    json::object body = input();
    body["ssoIdentifier"] = "grace";
    EXPECT_EQ(create(body).status, 201);

    const auto again = create(body);
    EXPECT_EQ(again.status, 409);
    EXPECT_EQ(again.error_code(), "RESOURCE_ALREADY_EXIST");
    body["email"] = new_email();
    EXPECT_EQ(create(body).status, 409);
    EXPECT_EQ(create(body).error_code(), "SSO_IDENTIFIER_ALREADY_EXISTS");
    body["email"] = company().email;  // an active user of another company
    body["ssoIdentifier"] = "other";
    EXPECT_EQ(create(body).error_code(), "RESOURCE_ALREADY_EXIST");
}

TEST_P(ApiUserManagement, MeIsWhoActs) {
    const auto me = admin_.get(kUsers + "/me");

    EXPECT_EQ(me.status, 200);
    EXPECT_EQ(text(me.json().at("email")), acme_.email);
    EXPECT_EQ(me.json().at("systemRole").at("id"), "ADMINISTRATOR");
    EXPECT_THAT(me.header("deprecation"), IsEmpty());
}

TEST_P(ApiUserManagement, UsersAreListedInPages) {
    std::vector<std::string> made{id_of(admin_.get(kUsers + "/me"))};
    for (int i = 0; i < 4; ++i) made.push_back(given_user().substr(kUsers.size() + 1));

    std::vector<std::string> seen;
    std::string target = kUsers + "?limit=2";
    while (!target.empty()) {
        const auto page = admin_.get(target);
        EXPECT_EQ(page.status, 200) << page.body;
        EXPECT_THAT(keys(page.json()), UnorderedElementsAre("limit", "nextPageId", "content"));
        for (const auto& id : ids(page)) seen.push_back(id);
        const auto next = page.json().at("nextPageId");
        EXPECT_EQ(page.header("link").empty(), next.is_null());
        if (!next.is_null()) EXPECT_THAT(page.header("link"), HasSubstr("pageId=" + text(next)));
        target = next.is_null() ? "" : kUsers + "?limit=2&pageId=" + text(next);
    }

    EXPECT_THAT(seen, UnorderedElementsAreArray(made));  // the order within one millisecond is unspecified
    EXPECT_EQ(admin_.get(kUsers).json().at("limit"), 100);
}

TEST_P(ApiUserManagement, AListShowsNoLocationAndFilters) {
    json::object body = input();
    body["lastName"] = "Ünique";
    body["location"] = {{"countryCode", "us"}, {"city", "Atlanta"}};
    const auto made = create(body);

    const auto found = admin_.get(kUsers + "?q=%C3%BCniq");
    EXPECT_THAT(ids(found), ElementsAre(id_of(made)));
    EXPECT_FALSE(found.json().at("content").at(0).as_object().contains("location"));
    EXPECT_THAT(ids(admin_.get(kUsers + "?updatedAfter=2000-01-01T00:00:00.000Z")), testing::SizeIs(2));
    EXPECT_THAT(ids(admin_.get(kUsers + "?updatedAfter=2999-01-01T00:00:00.000Z")), IsEmpty());
    for (const std::string query : {"q=ab", "limit=0", "limit=101", "limit=x", "updatedAfter=yesterday"}) {
        const auto refused = admin_.get(kUsers + "?" + query);
        EXPECT_EQ(refused.status, 400) << query;
        EXPECT_EQ(refused.error_code(), "INVALID_PARAMETER");
    }
    EXPECT_EQ(admin_.get(kUsers + "?pageId=nonsense").error_code(), "INVALID_PAGE_ID");
}

TEST_P(ApiUserManagement, AUserIsPatched) {
    const std::string path = given_user();
    const std::string email = new_email();

    const auto changed = patch(path, R"([{"op":"test","path":"/firstName","value":"Grace"},
        {"op":"replace","path":"/email","value":")" +
                                         email + R"("},
        {"op":"add","path":"/location","value":{"countryCode":"us","city":"Atlanta"}},
        {"op":"add","path":"/location/region","value":"Georgia"},
        {"op":"replace","path":"/externalData","value":"HR-9"},
        {"op":"copy","from":"/lastName","path":"/firstName"},
        {"op":"remove","path":"/ssoIdentifier"}])");

    EXPECT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("firstName"), "Hopper");
    EXPECT_EQ(text(changed.json().at("email")), email);
    EXPECT_EQ(changed.json().at("externalData"), "HR-9");
    EXPECT_EQ(
        changed.json().at("location"),
        json::parse(R"({"country":"United States","countryCode":"us","city":"Atlanta","region":"Georgia"})"));
    EXPECT_EQ(admin_.get(path).body, changed.body);
    const auto cleared = patch(
        path, R"([{"op":"remove","path":"/location"},{"op":"add","path":"/externalData","value":null}])");
    EXPECT_THAT(keys(cleared.json()),
                UnorderedElementsAre("id", "email", "firstName", "lastName", "role", "systemRole", "language",
                                     "active", "secondFactor", "updatedOn"));
}

TEST_P(ApiUserManagement, APatchThatFailsChangesNothing) {
    const std::string path = given_user();
    const auto before = admin_.get(path);
    struct {
        std::string patch;
        int status;
        std::string code;
        std::string place;
    } const cases[]{
        {R"([{"op":"replace","path":"/firstName","value":"X"},{"op":"test","path":"/lastName","value":"Y"}])",
         409, "CONFLICT", "/1/value"},
        {R"([{"op":"replace","path":"/firstName","value":"X"},{"op":"remove","path":"/nothing"}])", 422,
         "VALIDATION_ERROR", "/1/path"},
        {R"([{"op":"replace","path":"/firstName","value":"X"},{"op":"replace","path":"/role","value":"EMPLOYEE"}])",
         422, "VALIDATION_ERROR", "/1/path"},
        {R"([{"op":"remove","path":"/lastName"}])", 422, "VALIDATION_ERROR", "/lastName"},
        {R"([{"op":"replace","path":"/systemRole/id","value":"KING"}])", 422, "VALIDATION_ERROR",
         "/systemRole/id"},
        {R"([{"op":"replace","path":"","value":[]}])", 422, "VALIDATION_ERROR", ""},
        {R"([{"op":"add","path":"/location","value":{"city":"X"}}])", 422, "VALIDATION_ERROR",
         "/location/countryCode"},
        {R"([{"op":"add","path":"/location","value":{"city":"X","countryCode":"1"}}])", 400,
         "INVALID_LOCATION", "/location/countryCode"},
        {R"([{"op":"replace","path":"/firstName","value":" X"}])", 400, "INVALID_USER_NAME", "/firstName"},
        {R"([{"op":"add","path":"/language","value":{"code":"xx"}}])", 400, "LANGUAGE_DISABLED",
         "/language/code"},
        {R"([{"op":"replace","path":"/email","value":")" + acme_.email + R"("}])", 409,
         "RESOURCE_ALREADY_EXIST", ""},
        {R"({"firstName":"X"})", 422, "VALIDATION_ERROR", ""},
        {R"([{"op":"fly","path":"/firstName"}])", 422, "VALIDATION_ERROR", "/0/op"},
    };
    for (const auto& each : cases) {
        const auto refused = patch(path, each.patch);
        EXPECT_EQ(refused.status, each.status) << each.patch << refused.body;
        EXPECT_EQ(refused.error_code(), each.code) << each.patch;
        if (!each.place.empty()) EXPECT_EQ(of_errors(refused, "dataPath").front(), each.place);
    }
    EXPECT_EQ(patch(path, "[").error_code(), "INVALID_JSON");
    EXPECT_EQ(admin_.request("PATCH", path, "[]", {{"Content-Type", "text/plain"}}).status, 415);
    EXPECT_EQ(admin_.get(path).body, before.body);
    EXPECT_EQ(patch(path, "[]").status, 200);
}

TEST_P(ApiUserManagement, APasswordIsNotPatched) {
    const std::string path = given_user();

    for (const std::string op : {"add", "replace"}) {
        const auto refused =
            patch(path, R"([{"op":")" + op + R"(","path":"/password","value":"correct horse battery"}])");
        EXPECT_EQ(refused.status, 422);
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/0/path"));
        EXPECT_THAT(refused.body, HasSubstr("must not be /password, which cannot be patched"));
    }
}

TEST_P(ApiUserManagement, WhatIsOnlyShownIsNotPatched) {
    const std::string path = given_user();
    const auto before = admin_.get(path);

    for (const std::string member : {"id", "active", "accessGroups", "secondFactor", "updatedOn", "role"}) {
        const auto refused = patch(path, R"([{"op":"add","path":"/)" + member + R"(","value":true}])");
        EXPECT_EQ(refused.status, 422) << member;
        EXPECT_THAT(refused.body, HasSubstr("must not be /" + member + ", which cannot be patched"));
    }
    const std::string old_path = path.substr(std::string{"/user-api/v201804"}.size());
    EXPECT_EQ(patch(old_path, R"([{"op":"add","path":"/systemRole","value":{"id":"EMPLOYEE"}}])").status,
              422);
    EXPECT_EQ(patch(old_path, R"([{"op":"add","path":"/password","value":"correct horse battery"}])").status,
              422);
    EXPECT_EQ(admin_.get(path).body, before.body);
}

TEST_P(ApiUserManagement, SingleSignOnIsRefusedWithoutProvider) {
    json::object body = input();
    body["ssoLoginMode"] = "SSO";
    const auto created = create(body);
    const std::string path = given_user();
    const auto changed = patch(path, R"([{"op":"add","path":"/ssoLoginMode","value":"SSO"}])");

    for (const auto& refused : {created, changed}) {
        EXPECT_EQ(refused.status, 422);
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/ssoLoginMode"));
        EXPECT_THAT(refused.body, HasSubstr("the company has no single sign-on"));
    }
    EXPECT_EQ(patch(path, R"([{"op":"add","path":"/ssoLoginMode","value":"PASSWORD"}])").status, 200);
}

TEST_P(ApiUserManagement, ActivatingWhoHasNoPasswordWarns) {
    const std::string without = given_user();
    json::object body = input();
    body["password"] = "correct horse battery";
    const std::string with = kUsers + "/" + id_of(create(body));

    const auto warned = admin_.request("PUT", without + "/activation");
    EXPECT_EQ(warned.status, 204);
    EXPECT_THAT(warned.header("warning"), HasSubstr("299 - \"The user has no password"));
    EXPECT_THAT(warned.header("warning"), HasSubstr("resetPassword"));
    EXPECT_THAT(warned.header("warning"), HasSubstr("callboard user set-password"));

    const auto silent = admin_.request("PUT", with + "/activation");
    EXPECT_EQ(silent.status, 204);
    EXPECT_EQ(silent.header("warning"), "");
}

TEST_P(ApiUserManagement, DeactivatedIsOutOnTheVeryNextCall) {
    const std::string path = given_active_user();
    const std::string key = key_for(path);
    auto user = client(key);
    EXPECT_EQ(user.get("/users/me").status, 200);

    EXPECT_EQ(admin_.del(path + "/activation").status, 204);
    EXPECT_EQ(user.get("/users/me").status, 401);
    EXPECT_EQ(user.get("/jobs").status, 401);
    EXPECT_EQ(admin_.get(path).json().at("active"), false);
    EXPECT_EQ(admin_.del(path + "/activation").status, 204);  // a client may repeat itself

    EXPECT_EQ(admin_.request("PUT", path + "/activation").status, 204);
    EXPECT_EQ(user.get("/users/me").status, 200);
    EXPECT_EQ(admin_.request("PUT", path + "/activation").status, 204);
}

TEST_P(ApiUserManagement, AnotherRoleCountsOnTheVeryNextCall) {
    const std::string path = given_active_user();
    auto user = client(key_for(path));
    EXPECT_EQ(user.get("/configuration/company").status, 200);
    const auto role = [&](const std::string& id) {
        return patch(path, R"([{"op":"replace","path":"/systemRole","value":{"id":")" + id + R"("}}])")
            .status;
    };

    EXPECT_EQ(role("EMPLOYEE"), 200);
    EXPECT_EQ(user.get("/configuration/company").status, 403);
    EXPECT_EQ(role("ADMINISTRATOR"), 200);
    EXPECT_EQ(user.post("/configuration/departments", R"({"label":"Bar"})").status, 201);
}

TEST_P(ApiUserManagement, ACompanyIsNotLockedOut) {
    const std::string me = kUsers + "/" + id_of(admin_.get(kUsers + "/me"));
    const std::string demote = R"([{"op":"replace","path":"/systemRole/id","value":"EXTENDED"}])";

    for (const auto& refused : {admin_.del(me + "/activation"), patch(me, demote),
                                admin_.del("/users" + me.substr(kUsers.size()))}) {
        EXPECT_EQ(refused.status, 409);
        EXPECT_EQ(refused.error_code(), "LAST_ADMINISTRATOR");
        EXPECT_THAT(refused.body, HasSubstr("last active administrator"));
    }
    auto second = client(given_colleague_key("ADMINISTRATOR"));
    EXPECT_EQ(admin_.del(me + "/activation").status, 204);
    EXPECT_EQ(admin_.get(me).status, 401);
    EXPECT_EQ(second.get(me).json().at("active"), false);
}

TEST_P(ApiUserManagement, AnEmailMayChangeHandsWhenItsOwnerLeft) {
    json::object body = input();
    const std::string first = kUsers + "/" + id_of(create(body));
    EXPECT_EQ(admin_.request("PUT", first + "/activation").status, 204);
    EXPECT_EQ(admin_.del(first + "/activation").status, 204);

    const std::string second = kUsers + "/" + id_of(create(body));
    EXPECT_EQ(admin_.request("PUT", second + "/activation").status, 204);

    const auto refused = admin_.request("PUT", first + "/activation");
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.error_code(), "RESOURCE_ALREADY_EXIST");
}

TEST_P(ApiUserManagement, OnlyAdministratorsManageUsers) {
    const std::string path = given_user();
    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        auto user = client(given_colleague_key(role));
        for (const auto& refused : {user.post(kUsers, json::serialize(input())), patch(user, path, "[]"),
                                    user.request("PUT", path + "/activation"), user.del(path + "/activation"),
                                    user.del("/users" + path.substr(kUsers.size()))}) {
            EXPECT_EQ(refused.status, 403) << role;
            EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED");
        }
        const int seen = role == "EMPLOYEE" ? 403 : 200;
        EXPECT_EQ(user.get(kUsers).status, seen) << role;
        EXPECT_EQ(user.get("/users").status, seen) << role;
        EXPECT_EQ(user.get(path).status, seen) << role;
        EXPECT_EQ(user.get("/user-api/v201804/system-roles").status, seen) << role;
        const auto me = user.get(kUsers + "/me");
        EXPECT_EQ(me.status, 200);
        EXPECT_EQ(user.get(kUsers + "/" + id_of(me)).status, 200) << role;
    }
    EXPECT_EQ(admin_.get(path).json().at("active"), false);
}

TEST_P(ApiUserManagement, AnotherCompanysUserIsUnknown) {
    const std::string path = given_active_user();
    const auto rival = company();
    auto foreign = client(rival.api_key);

    for (const std::string& at : {path, "/users" + path.substr(kUsers.size()),
                                  kUsers + "/000000000000000000000000", kUsers + "/nonsense"}) {
        const std::vector<test::Answer> answers{
            foreign.get(at), patch(foreign, at, R"([{"op":"replace","path":"/firstName","value":"X"}])"),
            foreign.request("PUT", at + "/activation"), foreign.del(at + "/activation")};
        for (const auto& answer : answers) {
            EXPECT_EQ(answer.status, 404) << at;
            EXPECT_EQ(answer.error_code(), "USER_NOT_FOUND");
        }
    }
    EXPECT_THAT(ids(foreign.get(kUsers)), testing::SizeIs(1));
    EXPECT_EQ(admin_.get(path).json().at("active"), true);
    EXPECT_EQ(admin_.get(path).json().at("firstName"), "Grace");
}

TEST_P(ApiUserManagement, RolesAreListed) {
    const auto roles = admin_.get("/user-api/v201804/system-roles");

    EXPECT_EQ(roles.status, 200);
    EXPECT_THAT(ids(roles), ElementsAre("ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"));
    EXPECT_THAT(each(roles, "content", "name"),
                ElementsAre("Administrator", "Extended", "Standard", "Basic", "Employee"));
}

TEST_P(ApiUserManagement, TheDeprecatedOperationsSpeakOfRoles) {
    const auto made =
        admin_.post("/users", R"({"email":")" + new_email() +
                                  R"(","firstName":"Old","lastName":"Way","role":"RESTRICTED"})");
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("role"), "RESTRICTED");
    EXPECT_FALSE(made.header("deprecation").empty());
    const std::string path = "/users/" + id_of(made);

    const auto changed = patch(path, R"([{"op":"replace","path":"/role","value":"STANDARD"}])");
    EXPECT_EQ(changed.json().at("role"), "STANDARD");
    EXPECT_EQ(admin_.get(path).body, changed.body);
    EXPECT_EQ(admin_.request("PUT", path + "/activation").status, 204);
    EXPECT_EQ(admin_.get(path).json().at("active"), true);
    EXPECT_EQ(admin_.del(path + "/activation").status, 204);
    EXPECT_EQ(admin_.request("PUT", path + "/activation").status, 204);
    EXPECT_EQ(admin_.del(path).status, 204);
    EXPECT_EQ(admin_.get(path).json().at("active"), false);

    const auto list = admin_.get("/users?limit=1&offset=1&q=w");
    EXPECT_THAT(keys(list.json()), UnorderedElementsAre("totalFound", "limit", "offset", "content"));
    const auto all = admin_.get("/users");
    EXPECT_EQ(all.json().at("totalFound"), 2);
    EXPECT_THAT(ids(admin_.get("/users?offset=1")), ElementsAre(id_of(made)));
    EXPECT_EQ(admin_.post("/users", json::serialize(input())).status, 422);  // systemRole is not role
}

TEST_P(ApiUserManagement, ManyCreateAtOnceAndOneEmailIsUsedOnce) {
    const std::string body = json::serialize(input());
    std::vector<std::thread> threads;
    std::atomic<int> made{0};
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            auto caller = client(acme_.api_key);
            const int status = caller.post(kUsers, body).status;
            EXPECT_TRUE(status == 201 || status == 409) << status;
            if (status == 201) ++made;
        });
    }
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(made, 1);
    EXPECT_THAT(ids(admin_.get(kUsers)), testing::SizeIs(2));
}

RUN_ON_EACH_DATABASE(ApiUserManagement);

}  // namespace
}  // namespace callboard
