#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/shared_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::keys;
using test::SharedServer;
using test::text;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAre;

class ApiUsers : public SharedServer {
  protected:
    // The API key of a new user.
    std::string key_of(const test::Tenant& at, const std::string& email, const std::string& role,
                       const std::string& first, const std::string& last) const {
        command({"user", "add", "--company", at.identifier, "--email", email, "--first-name", first,
                 "--last-name", last, "--role", role, "--password-stdin"});
        const auto key = command(
            {"credential", "create", "--company", at.identifier, "--kind", "api-key", "--user", email});
        wait_until_known(key.text("api_key"));
        return key.text("api_key");
    }
};

TEST_P(ApiUsers, AKeyTellsForWhomItActs) {
    const auto acme = company();

    const auto me = client(acme.api_key).get("/users/me");

    EXPECT_EQ(me.status, 200);
    EXPECT_EQ(me.header("content-type"), "application/json");
    EXPECT_THAT(keys(me.json()), UnorderedElementsAre("id", "email", "firstName", "lastName", "role",
                                                      "systemRole", "language", "active", "updatedOn"));
    EXPECT_THAT(text(me.json().at("id")), MatchesRegex("[0-9a-f]{24}"));
    EXPECT_EQ(text(me.json().at("email")), acme.email);
    EXPECT_EQ(me.json().at("firstName"), "Ada");
    EXPECT_EQ(me.json().at("lastName"), "Admin");
    EXPECT_EQ(me.json().at("role"), "ADMINISTRATOR");
    EXPECT_EQ(me.json().at("active"), true);
    EXPECT_THAT(text(me.json().at("updatedOn")),
                MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z"));
}

TEST_P(ApiUsers, AKeyMayActForAnyUserOfItsCompany) {
    const auto acme = company();
    for (const std::string role : {"ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        const std::string email = role + "+odd.address@" + acme.identifier + ".Test";

        const auto me =
            client(key_of(acme, email, role, "Władysława", "O'Brien 東 \"Q\"")).get("/users/me").json();

        EXPECT_EQ(text(me.at("email")), email);
        EXPECT_EQ(text(me.at("role")), role);
        EXPECT_EQ(text(me.at("firstName")), "Władysława");
        EXPECT_EQ(text(me.at("lastName")), "O'Brien 東 \"Q\"");
    }
}

TEST_P(ApiUsers, TheOperationIsDeprecatedAndSaysSo) {
    const auto acme = company();

    const auto me = client(acme.api_key).get("/users/me");
    const auto refused = client("nonsense").get("/users/me");
    const auto current = client(acme.api_key).get("/jobs");

    for (const auto* answer : {&me, &refused}) {
        EXPECT_THAT(answer->header("deprecation"), MatchesRegex("@[0-9]+"));
        EXPECT_THAT(answer->header("sunset"),
                    MatchesRegex("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} 20[0-9]{2} "
                                 "[0-9]{2}:[0-9]{2}:[0-9]{2} GMT"));
    }
    EXPECT_THAT(current.header("deprecation"), IsEmpty());
    EXPECT_THAT(current.header("sunset"), IsEmpty());
    const auto description = client(acme.api_key).get("/openapi.json").json().at("paths");
    EXPECT_EQ(description.at("/users/me").at("get").at("deprecated"), true);
    EXPECT_FALSE(description.at("/jobs").at("get").as_object().contains("deprecated"));
}

TEST_P(ApiUsers, NothingOfAUserThatIsSecretIsShown) {
    const auto acme = company();

    const auto me = client(acme.api_key).get("/users/me");

    for (const auto* secret : {"password", "argon2", "hash", "DCRA1-"})
        EXPECT_THAT(me.body, Not(HasSubstr(secret)));
}

TEST_P(ApiUsers, WithoutACredentialNothingIsReturned) {
    test::Client nobody{here().server.port()};

    const auto refused = nobody.get("/users/me");

    EXPECT_EQ(refused.status, 401);
    EXPECT_EQ(refused.error_code(), "UNAUTHORIZED");
    EXPECT_EQ(refused.header("www-authenticate"), R"(Bearer realm="callboard")");
}

TEST_P(ApiUsers, AWrongCredentialIsToldFromNone) {
    const auto acme = company();
    for (const std::string& wrong :
         {std::string{"nonsense"}, acme.api_key + "x", acme.api_key.substr(1),
          acme.api_key.substr(0, acme.api_key.size() - 1), "dcra1" + acme.api_key.substr(5),
          std::string{"DCRA1-"}, std::string(4000, 'x'), std::string{"'"}}) {
        const auto refused = client(wrong).get("/users/me");
        EXPECT_EQ(refused.status, 401) << wrong;
        EXPECT_EQ(refused.error_code(), "UNAUTHORIZED");
        EXPECT_EQ(refused.header("www-authenticate"), R"(Bearer realm="callboard", error="invalid_token")");
    }
}

TEST_P(ApiUsers, AKeyStandsInItsOwnHeaderInWhicheverCase) {
    const auto acme = company();
    test::Client nobody{here().server.port()};

    EXPECT_EQ(nobody.get("/users/me", {{"x-smarttoken", acme.api_key}}).status, 200);
    EXPECT_EQ(nobody.get("/users/me", {{"X-SMARTTOKEN", "  " + acme.api_key + "\t "}}).status, 200);
    EXPECT_EQ(nobody.get("/users/me", {{"X-Smart-Token", acme.api_key}}).status, 401);
    EXPECT_EQ(nobody.get("/users/me", {{"X-SmartToken", ""}}).status, 401);
}

TEST_P(ApiUsers, AKeyInAnAddressIsNotTaken) {
    const auto acme = company();
    test::Client nobody{here().server.port()};

    for (const std::string name :
         {"apiKey", "api_key", "X-SmartToken", "smartToken", "access_token", "token"})
        EXPECT_EQ(nobody.get("/users/me?" + name + "=" + acme.api_key).status, 401) << name;
}

TEST_P(ApiUsers, AKeyIsNoAccessToken) {
    const auto acme = company();
    test::Client nobody{here().server.port()};

    for (const std::string scheme : {"", "Bearer ", "bearer ", "Basic ", "Token ", "X-SmartToken "}) {
        const auto refused = nobody.get("/users/me", {{"Authorization", scheme + acme.api_key}});
        EXPECT_EQ(refused.status, 401) << scheme;
    }
}

TEST_P(ApiUsers, AKeyOfOneCompanyActsInThatCompanyOnly) {
    const auto acme = company();
    const auto rival = company();

    EXPECT_EQ(text(client(acme.api_key).get("/configuration/company").json().at("identifier")),
              acme.identifier);
    EXPECT_EQ(text(client(rival.api_key).get("/configuration/company").json().at("identifier")),
              rival.identifier);
}

TEST_P(ApiUsers, AnswersAreNotKeptByCaches) {
    const auto acme = company();

    EXPECT_EQ(client(acme.api_key).get("/users/me").header("cache-control"), "no-store");
    EXPECT_EQ(client("nonsense").get("/users/me").header("cache-control"), "no-store");
}

RUN_ON_EACH_DATABASE(ApiUsers);

}  // namespace
}  // namespace callboard
