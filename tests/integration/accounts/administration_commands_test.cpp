// Commands of an operator when a user is locked out or leaves, beside a running server.
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/totp.h"
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
using test::expect_failure;
using test::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kNewPassword = "another long password 7";

class LockedOutCommands : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    Outcome plain(Arguments arguments, const std::string& input = "") const {
        const auto flags = where();
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        return test::run(arguments, input);
    }
    Outcome command(Arguments arguments, const std::string& input = "") const {
        arguments.emplace_back("--json");
        return plain(arguments, input);
    }
    std::string add_user(const std::string& email, const std::string& role) const {
        const auto added = command({"user", "add", "--company", "acme", "--email", email, "--first-name",
                                    "Bo", "--last-name", "Berg", "--role", role});
        EXPECT_EQ(added.code, 0) << added.err;
        return added.text("password");
    }
    json::object listed(const std::string& email) const {
        const auto list = command({"user", "list", "--company", "acme"});
        EXPECT_EQ(list.code, 0) << list.err;
        for (const auto& item : list.json().at("items").as_array())
            if (item.at("email").as_string() == email) return item.as_object();
        return {};
    }
    bool signs_in(const test::ServerProcess& server, const std::string& email,
                  const std::string& password) const {
        Browser browser{server.port()};
        return browser.sign_in(email, password).status == 303;
    }
    // A running server notices changes by commands after a while.
    static void expect_soon(const std::function<bool()>& condition, const std::string& what) {
        EXPECT_TRUE(test::eventually(condition)) << what;
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

TEST_P(LockedOutCommands, CompaniesAndUsersAreListedWithoutSecrets) {
    const std::string password = add_user("bo@acme.test", "STANDARD");
    ASSERT_EQ(command({"company", "add", "--name", "Rival Ltd", "--identifier", "rival"}).code, 0);

    const auto companies = command({"company", "list"}).json().at("items").as_array();
    const auto users = command({"user", "list", "--company", "acme"});

    ASSERT_EQ(companies.size(), 2U);
    EXPECT_EQ(companies.at(1).at("identifier"), "rival");
    EXPECT_EQ(companies.at(1).at("name"), "Rival Ltd");
    EXPECT_TRUE(companies.at(1).as_object().contains("company_id"));
    ASSERT_EQ(users.json().at("items").as_array().size(), 2U);
    EXPECT_EQ(listed("bo@acme.test").at("name"), "Bo Berg");
    EXPECT_EQ(listed("bo@acme.test").at("role"), "STANDARD");
    EXPECT_EQ(json::serialize(listed("bo@acme.test").at("active")), "true");
    EXPECT_EQ(json::serialize(listed("bo@acme.test").at("has_password")), "true");
    EXPECT_THAT(users.out, AllOf(Not(HasSubstr(password)), Not(HasSubstr("argon2"))));
    EXPECT_EQ(command({"user", "list", "--company", "rival"}).json().at("items").as_array().size(), 0U);
    EXPECT_THAT(plain({"user", "list", "--company", "acme"}).out, HasSubstr("bo@acme.test"));
}

TEST_P(LockedOutCommands, ANewPasswordReplacesTheOldOneAndEndsSessions) {
    const std::string old_password = add_user("bo@acme.test", "STANDARD");
    const test::ServerProcess server{data_dir, database()};
    Browser laptop{server.port()};
    ASSERT_EQ(laptop.sign_in("bo@acme.test", old_password).status, 303);
    ASSERT_EQ(laptop.get("/identity/connections").status, 200);

    const auto set =
        command({"user", "set-password", "--email", "BO@acme.test", "--password-stdin"}, kNewPassword + "\n");

    ASSERT_EQ(set.code, 0) << set.err;
    EXPECT_EQ(set.text("email"), "bo@acme.test");
    EXPECT_THAT(set.out, Not(HasSubstr(kNewPassword))) << "the operator knows it";
    expect_soon([&] { return laptop.get("/identity/connections").status != 200; }, "the session lives on");
    EXPECT_FALSE(signs_in(server, "bo@acme.test", old_password));
    EXPECT_TRUE(signs_in(server, "bo@acme.test", kNewPassword));
    test::Client admin{server.port(), {{"X-SmartToken", tenant.api_key}}};
    const auto audit = admin.get("/audit-api/v201910/audit-events?eventName=USER_PASSWORD_RESET").json();
    ASSERT_EQ(audit.at("content").as_array().size(), 1U);
    EXPECT_EQ(audit.at("content").at(0).at("authorType"), "SYSTEM");
    EXPECT_EQ(audit.at("content").at(0).at("entityId"), set.json().at("user_id"));
}

TEST_P(LockedOutCommands, AGeneratedPasswordIsPrintedOnce) {
    add_user("bo@acme.test", "STANDARD");
    const test::ServerProcess server{data_dir, database()};

    const auto set = command({"user", "set-password", "--email", "bo@acme.test"});

    ASSERT_EQ(set.code, 0) << set.err;
    expect_soon([&] { return signs_in(server, "bo@acme.test", set.text("password")); }, "it is not known");
    const auto text = plain({"user", "set-password", "--email", "bo@acme.test"});
    EXPECT_THAT(text.out, HasSubstr("shown only once"));
}

TEST_P(LockedOutCommands, ABadPasswordOrAnUnknownUserChangesNothing) {
    const std::string password = add_user("bo@acme.test", "STANDARD");
    const Arguments set{"user", "set-password", "--email", "bo@acme.test", "--password-stdin"};

    expect_failure(command(set, "short\n"), 1, "12 to 1024 characters");
    expect_failure(command(set, ""), 1, "12 to 1024 characters");
    expect_failure(command(set, std::string(1025, 'x') + "\n"), 1, "12 to 1024 characters");
    expect_failure(command({"user", "set-password", "--email", "nobody@acme.test"}), 1, "nobody@acme.test");
    expect_failure(command({"user", "set-password", "--email", "bo@acme.test", "--company", "nowhere"}), 1,
                   "nowhere");
    expect_failure(command({"user", "deactivate", "--email", "nobody@acme.test"}), 1, "nobody@acme.test");
    expect_failure(command({"user", "list", "--company", "nowhere"}), 1, "nowhere");
    expect_failure(command({"user", "set-password"}), 2, "--email");
    expect_failure(command({"user", "deactivate"}), 2, "--email");
    expect_failure(command({"user", "list"}), 2, "--company");

    const test::ServerProcess server{data_dir, database()};
    EXPECT_TRUE(signs_in(server, "bo@acme.test", password));
}

TEST_P(LockedOutCommands, AUserMadeOverTheApiWithoutAPasswordCanSignInAfterwards) {
    const test::ServerProcess server{data_dir, database()};
    test::Client admin{server.port(), {{"X-SmartToken", tenant.api_key}}};
    const auto made = admin.post("/user-api/v201804/users",
                                 R"({"email": "cy@acme.test", "firstName": "Cy", "lastName": "Cox",
                                     "systemRole": {"id": "STANDARD"}})");
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(json::serialize(listed("cy@acme.test").at("has_password")), "false");
    EXPECT_EQ(json::serialize(listed("cy@acme.test").at("active")), "false");

    const auto set =
        command({"user", "set-password", "--email", "cy@acme.test", "--password-stdin"}, kNewPassword + "\n");
    ASSERT_EQ(set.code, 0) << set.err;
    const auto activated =
        admin.request("PUT", "/user-api/v201804/users/" + set.text("user_id") + "/activation");

    EXPECT_EQ(activated.status, 204) << activated.body;
    EXPECT_TRUE(signs_in(server, "cy@acme.test", kNewPassword));
}

TEST_P(LockedOutCommands, NothingOfADeactivatedUserWorksAfterASecond) {
    const std::string password = add_user("bo@acme.test", "ADMINISTRATOR");
    const auto key =
        command({"credential", "create", "--company", "acme", "--kind", "api-key", "--user", "bo@acme.test"});
    ASSERT_EQ(key.code, 0) << key.err;
    const auto application = test::add_application(where());
    const test::ServerProcess server{data_dir, database()};
    Browser laptop{server.port()};
    ASSERT_EQ(laptop.sign_in("bo@acme.test", password).status, 303);
    test::Client anybody{server.port()};
    const auto tokens = test::post_form(anybody, test::kTokenPath,
                                        test::code_fields(application, test::new_code(laptop, application)));
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    test::Client robot{server.port(), {{"Authorization", "Bearer " + test::member(tokens, "access_token")}}};
    test::Client with_key{server.port(), {{"X-SmartToken", key.text("api_key")}}};
    ASSERT_EQ(robot.get("/users/me").status, 200);
    ASSERT_EQ(with_key.get("/users/me").status, 200);

    const auto gone = command({"user", "deactivate", "--email", "bo@acme.test"});

    ASSERT_EQ(gone.code, 0) << gone.err;
    EXPECT_EQ(gone.text("email"), "bo@acme.test");
    expect_soon([&] { return robot.get("/users/me").status == 401; }, "the token lives on");
    expect_soon([&] { return with_key.get("/users/me").status == 401; }, "the key lives on");
    expect_soon([&] { return laptop.get("/identity/connections").status != 200; }, "the session lives on");
    EXPECT_FALSE(signs_in(server, "bo@acme.test", password));
    EXPECT_EQ(json::serialize(listed("bo@acme.test").at("active")), "false");
    EXPECT_EQ(command({"user", "deactivate", "--email", "bo@acme.test"}).code, 0) << "again is no failure";
}

// An authenticator application with the key on the page.
Secret key_on(const test::Answer& page) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const auto start = page.body.find("class=\"key\">") + 12;
    std::string bytes;
    unsigned bits = 0;
    unsigned held = 0;
    for (const char c : page.body.substr(start, page.body.find('<', start) - start)) {
        held = (held << 5) | static_cast<unsigned>(kAlphabet.find(c));
        bits += 5;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(held >> bits & 0xff);
    }
    return Secret{bytes};
}

TEST_P(LockedOutCommands, ASecondFactorIsRequiredAndReset) {
    const std::string password = add_user("bo@acme.test", "STANDARD");
    const std::string second = "/identity/second-factor";
    const test::ServerProcess server{data_dir, database()};
    const auto page_after_password = [&] {
        Browser browser{server.port()};
        const auto sent = browser.sign_in("bo@acme.test", password);
        EXPECT_EQ(sent.status, 303);
        return browser.get(sent.header("location")).body;
    };
    const std::string asks_to_set_up = "name=\"do\" value=\"begin\"";
    const std::string asks_for_a_code = "name=\"do\" value=\"check\"";

    const auto required = command({"company", "require-second-factor", "--company", "acme"});
    ASSERT_EQ(required.code, 0) << required.err;
    EXPECT_EQ(json::serialize(required.json().at("required")), "true");
    EXPECT_THAT(page_after_password(), HasSubstr(asks_to_set_up));

    Browser bo{server.port()};
    bo.sign_in("bo@acme.test", password);
    const auto begun = bo.submit(second, {{"do", "begin"}});
    const std::string code = totp_at(key_on(begun), totp_step(SystemClock{}.now()));
    ASSERT_THAT(
        bo.post(second, {{"do", "confirm"}, {"code", code}, {"token", test::token_of(begun, second)}}).body,
        HasSubstr("Your recovery codes"));
    EXPECT_THAT(page_after_password(), HasSubstr(asks_for_a_code));

    const Arguments reset{"user", "reset-second-factor", "--email", "BO@acme.test"};
    const auto removed = command(reset);
    ASSERT_EQ(removed.code, 0) << removed.err;
    EXPECT_EQ(removed.text("email"), "bo@acme.test");
    EXPECT_EQ(json::serialize(removed.json().at("removed")), "true");
    EXPECT_THAT(page_after_password(), HasSubstr(asks_to_set_up));
    EXPECT_EQ(json::serialize(command(reset).json().at("removed")), "false") << "there is none any more";
    EXPECT_THAT(plain(reset).out, HasSubstr("bo@acme.test has no second factor."));
    test::Client admin{server.port(), {{"X-SmartToken", tenant.api_key}}};
    const auto audit =
        admin.get("/audit-api/v201910/audit-events?eventName=USER_SECOND_FACTOR_REMOVED").json();
    ASSERT_EQ(audit.at("content").as_array().size(), 1U);
    EXPECT_EQ(audit.at("content").at(0).at("authorType"), "SYSTEM");
    EXPECT_EQ(audit.at("content").at(0).at("entityId"), removed.json().at("user_id"));

    const auto off = command({"company", "require-second-factor", "--company", "acme", "--off"});
    ASSERT_EQ(off.code, 0) << off.err;
    EXPECT_EQ(json::serialize(off.json().at("required")), "false");
    Browser later{server.port()};
    EXPECT_THAT(later.sign_in("bo@acme.test", password).header("location"), Not(HasSubstr(second)));
    EXPECT_EQ(later.get("/identity/connections").status, 200);
}

TEST_P(LockedOutCommands, SecondFactorsOfNobodyAreNotChanged) {
    expect_failure(command({"user", "reset-second-factor", "--email", "nobody@acme.test"}), 1,
                   "nobody@acme.test");
    expect_failure(command({"user", "reset-second-factor"}), 2, "--email");
    expect_failure(command({"company", "require-second-factor", "--company", "nowhere"}), 1, "nowhere");
    expect_failure(command({"company", "require-second-factor"}), 2, "--company");
}

TEST_P(LockedOutCommands, TheLastAdministratorIsNotDeactivated) {
    expect_failure(command({"user", "deactivate", "--email", tenant.email}), 1, "last active administrator");

    EXPECT_EQ(json::serialize(listed(tenant.email).at("active")), "true");
}

TEST_P(LockedOutCommands, AnUpdatedApplicationLosesScopesInTokensItHas) {
    const auto application = test::add_application(where(), "users_read jobs_read");
    const test::ServerProcess server{data_dir, database()};
    Browser ada{server.port()};
    ASSERT_EQ(ada.sign_in(tenant.email, test::kTenantPassword).status, 303);
    test::Client anybody{server.port()};
    const auto tokens = test::post_form(
        anybody, test::kTokenPath,
        test::code_fields(application, test::new_code(ada, application, "users_read jobs_read")));
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    test::Client robot{server.port(), {{"Authorization", "Bearer " + test::member(tokens, "access_token")}}};
    ASSERT_EQ(robot.get("/jobs").status, 200);

    const auto updated = command({"app", "update", application.client_id, "--name", "Robot 2",
                                  "--redirect-uri", "https://app.example/new", "--scope", "users_read"});

    ASSERT_EQ(updated.code, 0) << updated.err;
    EXPECT_EQ(updated.text("client_id"), application.client_id);
    expect_soon([&] { return robot.get("/jobs").status == 403; }, "the scope lives on");
    EXPECT_EQ(robot.get("/users/me").status, 200);
    EXPECT_EQ(ada.get(application.request("users_read")).status, 400) << "the old address is gone";
    const auto list = command({"app", "list"});
    EXPECT_THAT(list.out, AllOf(HasSubstr("Robot 2"), HasSubstr("https://app.example/new"),
                                Not(HasSubstr("jobs_read")), Not(HasSubstr(application.redirect_uri))));
}

TEST_P(LockedOutCommands, ABadUpdateOfAnApplicationChangesNothing) {
    const auto application = test::add_application(where());
    const std::string before = command({"app", "list"}).out;
    const auto update = [&](Arguments more) {
        more.insert(more.begin(), {"app", "update", application.client_id});
        return command(more);
    };

    expect_failure(update({}), 2, "--redirect-uri");
    expect_failure(update({"--name", ""}), 1, "name");
    expect_failure(update({"--redirect-uri", "http://a.test/"}), 1, "http://a.test/");
    expect_failure(update({"--redirect-uri", "https://a.test/1", "--redirect-uri", "https://a.test/2",
                           "--redirect-uri", "https://a.test/3", "--redirect-uri", "https://a.test/4"}),
                   1, "1 to 3 redirect URIs");
    expect_failure(update({"--scope", "everything"}), 1, "everything");
    expect_failure(command({"app", "update", "--name", "X"}), 2, "CLIENT_ID");
    expect_failure(command({"app", "update", "nonsense", "--name", "X"}), 1, "nonsense");
    ASSERT_EQ(command({"app", "list"}).out, before);

    ASSERT_EQ(command({"app", "revoke", application.client_id}).code, 0);
    expect_failure(update({"--name", "X"}), 1, "revoked");
}

RUN_ON_EACH_DATABASE(LockedOutCommands);

}  // namespace
}  // namespace callboard
