// Commands for applications and client credentials, beside a running server.
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/program_failure.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::Browser;
using test::member;
using test::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

const std::string kUnknownId = "0192f0c1-0000-7000-8000-000000000000";

std::string text(const json::value& object, const std::string& key) {
    return std::string{object.at(key).as_string()};
}

class OAuthCommands : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    Outcome command(const Arguments& arguments) const { return test::command_at(where(), arguments); }
    Outcome register_app(const Arguments& uris, const std::string& scope = "jobs_read",
                         const std::string& name = "Robot") const {
        Arguments arguments{"app", "register", "--name", name, "--scope", scope};
        for (const auto& uri : uris) arguments.insert(arguments.end(), {"--redirect-uri", uri});
        return command(arguments);
    }
    json::array applications() const { return command({"app", "list"}).json().at("items").as_array(); }

    static void expect_failure(const Outcome& outcome, int code, const std::string& about) {
        SCOPED_TRACE(about);
        test::expect_failure(outcome, code, "");
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

TEST_P(OAuthCommands, ARegisteredApplicationIsListedWithoutItsSecret) {
    const auto made = register_app({"https://a.test/1", "https://a.test/2", "http://localhost:1/"},
                                   "users_read jobs_read", "R\u00f6bot & S\u00f6hne");

    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.text("client_id"), MatchesRegex("[A-Za-z0-9_-]+"));
    EXPECT_THAT(made.text("client_secret"), MatchesRegex("[A-Za-z0-9_-]{43,}"));
    const auto listed = command({"app", "list"});
    EXPECT_EQ(text(listed.json().at("items").at(0), "client_id"), made.text("client_id"));
    EXPECT_EQ(text(listed.json().at("items").at(0), "name"), "R\u00f6bot & S\u00f6hne");
    EXPECT_EQ(listed.json().at("items").at(0).at("redirect_uris"),
              (json::array{"https://a.test/1", "https://a.test/2", "http://localhost:1/"}));
    EXPECT_EQ(listed.json().at("items").at(0).at("scopes"), (json::array{"jobs_read", "users_read"}));
    EXPECT_TRUE(parse_iso(listed.json().at("items").at(0).at("secrets").at(0).at("created").as_string()));
    EXPECT_THAT(listed.out, Not(HasSubstr(made.text("client_secret"))));
}

TEST_P(OAuthCommands, WithoutJsonTheSecretIsPrintedForPeople) {
    Arguments arguments{"app",     "register",  "--name",         "Robot",
                        "--scope", "jobs_read", "--redirect-uri", "https://a.test/"};
    const auto flags = where();
    arguments.insert(arguments.end(), flags.begin(), flags.end());

    const auto made = test::run(arguments);

    EXPECT_EQ(made.code, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr(text(applications().at(0), "client_id")));
}

TEST_P(OAuthCommands, ABadApplicationIsNotRegistered) {
    expect_failure(register_app({"https://a.test/", "https://b.test/", "https://c.test/", "https://d.test/"}),
                   1, "four addresses");
    expect_failure(register_app({"http://a.test/"}), 1, "plain http");
    expect_failure(register_app({"https://a.test/#x"}), 1, "a fragment");
    expect_failure(register_app({""}), 1, "an empty address");
    expect_failure(register_app({"https://a.test/"}, "everything"), 1, "an unknown scope");
    expect_failure(register_app({"https://a.test/"}, ""), 1, "no scope");
    expect_failure(register_app({"https://a.test/"}, "jobs_read", ""), 1, "no name");
    expect_failure(register_app({}), 2, "no address at all");
    expect_failure(command({"app", "register", "--name", "R", "--redirect-uri", "https://a.test/"}), 2,
                   "no scope at all");
    expect_failure(command({"app", "register", "--scope", "jobs_read", "--redirect-uri", "https://a.test/"}),
                   2, "no name at all");
    expect_failure(command({"app"}), 2, "no command");
    expect_failure(command({"app", "delete"}), 2, "an unknown command");

    EXPECT_THAT(applications(), IsEmpty());
}

TEST_P(OAuthCommands, TheRefusalNamesWhatIsWrong) {
    EXPECT_THAT(register_app({"https://a.test/"}, "jobs_read everything").err, HasSubstr("everything"));
    EXPECT_THAT(register_app({"http://a.test/cb"}).err, HasSubstr("http://a.test/cb"));
    EXPECT_THAT(register_app({"https://a.test/"}, "job_read").err, HasSubstr("did you mean 'jobs_read'?"));
}

TEST_P(OAuthCommands, UnknownApplicationsCannotBeRotatedPublishedOrRevoked) {
    for (const std::string verb : {"rotate-secret", "publish", "revoke"}) {
        expect_failure(command({"app", verb, kUnknownId}), 1, verb);
        expect_failure(command({"app", verb, "nonsense"}), 1, verb);
        expect_failure(command({"app", verb}), 2, verb);
    }
}

TEST_P(OAuthCommands, ARunningServerSeesWhatTheyDoWithinASecond) {
    const test::ServerProcess server{data_dir, database()};
    const auto application = test::add_application(where());
    Browser ada{server.port()};
    ASSERT_EQ(ada.sign_in(tenant.email, test::kTenantPassword).status, 303);
    test::Client anybody{server.port()};
    const auto tokens = test::post_form(anybody, test::kTokenPath,
                                        test::code_fields(application, test::new_code(ada, application)));
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    test::Client robot{server.port(), {{"Authorization", "Bearer " + member(tokens, "access_token")}}};
    ASSERT_EQ(robot.get("/users/me").status, 200);

    const auto rotated = command({"app", "rotate-secret", application.client_id});
    ASSERT_EQ(rotated.code, 0) << rotated.err;
    EXPECT_NE(rotated.text("client_secret"), application.client_secret);
    auto renewed = application;
    renewed.client_secret = rotated.text("client_secret");
    for (const auto& each : {renewed, application})
        EXPECT_EQ(test::post_form(anybody, test::kTokenPath,
                                  test::code_fields(each, test::new_code(ada, application)))
                      .status,
                  200)
            << "the old secret counts for another day";

    ASSERT_EQ(command({"app", "revoke", application.client_id}).code, 0);
    ASSERT_TRUE(test::eventually([&] { return robot.get("/users/me").status == 401; }))
        << "the token lives on";
    EXPECT_EQ(test::post_form(anybody, test::kTokenPath,
                              test::refresh_fields(renewed, member(tokens, "refresh_token")))
                  .status,
              401);
    EXPECT_EQ(ada.get(application.request("users_read")).status, 400);
    expect_failure(command({"app", "revoke", application.client_id}), 1, "twice");
    EXPECT_TRUE(applications().at(0).as_object().contains("revoked"));
}

TEST_P(OAuthCommands, ClientCredentialsCallUntilTheyAreRevoked) {
    const test::ServerProcess server{data_dir, database()};
    const auto made = command({"credential", "create", "--company", "acme", "--kind", "client-credentials",
                               "--name", "Nightly", "--role", "STANDARD", "--scope", "jobs_read users_read"});
    ASSERT_EQ(made.code, 0) << made.err;
    test::Client anybody{server.port()};
    const auto tokens = test::post_form(anybody, test::kTokenPath,
                                        {{"grant_type", "client_credentials"},
                                         {"client_id", made.text("client_id")},
                                         {"client_secret", made.text("client_secret")}});
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    test::Client program{server.port(), {{"Authorization", "Bearer " + member(tokens, "access_token")}}};
    ASSERT_EQ(program.get("/jobs").status, 200);
    const auto listed = command({"credential", "list", "--company", "acme"});
    EXPECT_THAT(listed.out, AllOf(HasSubstr(made.text("credential_id")), HasSubstr("Nightly")));
    EXPECT_THAT(listed.out, Not(HasSubstr(made.text("client_secret"))));

    ASSERT_EQ(command({"credential", "revoke", made.text("credential_id")}).code, 0);

    ASSERT_TRUE(test::eventually([&] { return program.get("/jobs").status == 401; })) << "the token lives on";
    expect_failure(command({"credential", "revoke", made.text("credential_id")}), 1, "twice");
}

TEST_P(OAuthCommands, BadClientCredentialsAreNotMade) {
    const auto create = [&](const Arguments& more) {
        Arguments arguments{"credential", "create", "--kind", "client-credentials"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return command(arguments);
    };
    const Arguments company{"--company", "acme"};
    const auto at_acme = [&](Arguments more) {
        more.insert(more.end(), company.begin(), company.end());
        return create(more);
    };

    expect_failure(at_acme({"--role", "STANDARD", "--scope", "jobs_read"}), 2, "no name");
    expect_failure(at_acme({"--name", "N", "--scope", "jobs_read"}), 2, "no role");
    expect_failure(at_acme({"--name", "N", "--role", "STANDARD"}), 2, "no scope");
    expect_failure(at_acme({"--name", "N", "--role", "KING", "--scope", "jobs_read"}), 2, "an unknown role");
    expect_failure(at_acme({"--name", "N", "--role", "STANDARD", "--scope", "everything"}), 1,
                   "an unknown scope");
    expect_failure(at_acme({"--name", "", "--role", "STANDARD", "--scope", "jobs_read"}), 1, "an empty name");
    expect_failure(
        at_acme({"--name", "N", "--role", "STANDARD", "--scope", "jobs_read", "--user", tenant.email}), 2,
        "a user");
    expect_failure(
        create({"--company", "nowhere", "--name", "N", "--role", "STANDARD", "--scope", "jobs_read"}), 1,
        "an unknown company");

    EXPECT_EQ(command({"credential", "list", "--company", "acme"}).json().at("items").as_array().size(), 1U);
}

TEST_P(OAuthCommands, AProgramIsNoAdministratorThatAnApiKeyCouldActFor) {
    ASSERT_EQ(command({"company", "add", "--name", "Empty", "--identifier", "empty"}).code, 0);
    ASSERT_EQ(command({"credential", "create", "--company", "empty", "--kind", "client-credentials", "--name",
                       "Nightly", "--role", "ADMINISTRATOR", "--scope", "jobs_read"})
                  .code,
              0);

    expect_failure(command({"credential", "create", "--company", "empty", "--kind", "api-key"}), 1,
                   "the company has no user");
}

RUN_ON_EACH_DATABASE(OAuthCommands);

}  // namespace
}  // namespace callboard
