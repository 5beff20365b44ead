// After using all features, no secret is in the data folder or in the log.
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oauth/token.h"
#include "support/oauth_program.h"
#include "support/temporary_folder.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Answer;
using test::Browser;
using test::Fields;
using test::member;

const std::string kVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const std::string kChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const std::string kNewPassword = "quite another password";
const std::string kWrongPassword = "certainly not the password";

class OAuthSecrets : public testing::Test {
  protected:
    void remember(const std::string& name, const std::string& secret) {
        ASSERT_GE(secret.size(), 12U) << name;
        secrets[name + " " + std::to_string(secrets.size())] = secret;
    }
    void remember_tokens(const Answer& answer) {
        ASSERT_EQ(answer.status, 200) << answer.body;
        remember("access token", member(answer, "access_token"));
        if (answer.json().as_object().contains("refresh_token"))
            remember("refresh token", member(answer, "refresh_token"));
    }
    void remember_cookies(const Browser& browser) {
        for (const auto& [name, value] : browser.cookies) remember(name, value);
    }

    // The first secret found in the data folder or beside it, with its file.
    std::string found() const {
        for (const auto& entry : std::filesystem::recursive_directory_iterator{folder.path()}) {
            if (!entry.is_regular_file()) continue;
            std::ifstream file{entry.path(), std::ios::binary};
            std::ostringstream bytes;
            bytes << file.rdbuf();
            const std::string all = bytes.str();
            for (const auto& [name, secret] : secrets)
                if (all.contains(secret)) return name + " in " + entry.path().string();
        }
        return "";
    }

    // Starts the server, which knows the company from the beginning: it may take a tenth of a second to see
    // what another process wrote.
    std::unique_ptr<test::ServerProcess> run_through_everything(const test::Arguments& flags);

    const test::TemporaryFolder folder;
    const test::Arguments where{"--data-dir", folder.path() / "data"};
    std::map<std::string, std::string> secrets;
};

std::unique_ptr<test::ServerProcess> OAuthSecrets::run_through_everything(const test::Arguments& flags) {
    const auto tenant = test::add_tenant(where, "acme");
    const auto application = test::add_application(where);
    const auto program =
        test::command_at(where, {"credential", "create", "--company", "acme", "--kind", "client-credentials",
                                 "--name", "Nightly", "--role", "STANDARD", "--scope", "jobs_read"});
    remember("api key", tenant.api_key);
    remember("password", test::kTenantPassword);
    remember("wrong password", kWrongPassword);
    remember("new password", kNewPassword);
    remember("verifier", kVerifier);
    remember("client secret", application.client_secret);
    remember("client secret", program.text("client_secret"));
    auto server = std::make_unique<test::ServerProcess>(folder.path() / "data", flags);
    test::Client anybody{server->port()};
    const auto ask = [&](const Fields& fields, const std::string& path = test::kTokenPath) {
        return test::post_form(anybody, path, fields);
    };

    Browser ada{server->port()};
    ada.sign_in(tenant.email, kWrongPassword);
    EXPECT_EQ(ada.sign_in(tenant.email, test::kTenantPassword).status, 303);
    remember_cookies(ada);

    const auto code = test::new_code(ada, application);
    remember("code", code);
    const auto first = ask(test::code_fields(application, code));
    remember_tokens(first);
    ask(test::code_fields(application, code));
    const auto second = ask(test::refresh_fields(application, member(first, "refresh_token")));
    remember_tokens(second);
    ask(test::refresh_fields(application, member(first, "refresh_token")));

    const auto bound = test::code_in(ada.get(
        application.request("users_read", "&code_challenge_method=S256&code_challenge=" + kChallenge)));
    remember("code", bound);
    auto with_verifier = test::code_fields(application, bound);
    with_verifier.emplace_back("code_verifier", kVerifier);
    remember_tokens(ask(with_verifier));

    const Fields own{{"grant_type", "client_credentials"},
                     {"client_id", program.text("client_id")},
                     {"client_secret", program.text("client_secret")}};
    remember_tokens(ask(own));
    auto looked_at = application.credentials();
    looked_at.emplace_back("token", member(second, "access_token"));
    ask(looked_at, "/identity/oauth/introspect");
    const std::string bearer = "Bearer " + member(second, "access_token");
    EXPECT_EQ(test::Client(server->port(), {{"Authorization", bearer}}).get("/users/me").status, 200);
    EXPECT_EQ(test::Client(server->port(), {{"X-SmartToken", tenant.api_key}}).get("/jobs").status, 200);

    // Secrets in wrong places: in URLs, in other headers, in refused bodies.
    anybody.get("/users/me?access_token=" + member(second, "access_token"));
    anybody.get("/identity/oauth/allow?client_secret=" + application.client_secret + "&code=" + code);
    anybody.get("/nowhere/" + code);
    anybody.get("/identity/sign-in?to=" + code + "&password=" + percent_encode(test::kTenantPassword));
    anybody.post(test::kTokenPath,
                 R"({"client_secret": ")" + application.client_secret + R"(", "code": )" + code);
    anybody.request("POST", test::kTokenPath, "code=%zz&client_secret=" + application.client_secret);
    anybody.get("/jobs", {{"Authorization", bearer + "x"}, {"Referer", "https://a.test/?code=" + code}});
    {
        test::Connection raw{server->port()};
        raw.send("GET /?" + code + " HTTP/9.9\r\nAuthorization: " + bearer + "\r\n bad\r\n\r\n");
        raw.receive_rest();
    }

    const auto rotated = test::command_at(where, {"app", "rotate-secret", application.client_id});
    remember("client secret", rotated.text("client_secret"));
    EXPECT_EQ(
        ada.submit("/identity/password", {{"old", test::kTenantPassword}, {"new", kNewPassword}}).status,
        200);
    ask(looked_at, "/identity/oauth/revoke");
    ada.submit("/identity/connections", {{"application", application.client_id}});
    const auto page = ada.get("/identity/connections");
    ada.post("/identity/sign-out", {{"token", test::token_of(page, "/identity/sign-out")}});
    EXPECT_EQ(test::command_at(where, {"app", "revoke", application.client_id}).code, 0);
    return server;
}

TEST_F(OAuthSecrets, NothingSecretIsWrittenAnywhere) {
    const auto server = run_through_everything({"--log-level", "debug"});
    ASSERT_GE(secrets.size(), 15U);

    EXPECT_EQ(found(), "") << "while the server runs";
    server->terminate();
    EXPECT_EQ(server->wait(), 0);
    EXPECT_EQ(found(), "") << "after it";

    const std::string log = server->output();
    EXPECT_THAT(log, testing::HasSubstr("/identity/oauth/token")) << "the log is looked at where it is";
    for (const auto& [name, secret] : secrets) EXPECT_FALSE(log.contains(secret)) << name;
}

TEST_F(OAuthSecrets, TheLogInJsonHoldsNoneEither) {
    const auto server = run_through_everything({"--log-level", "debug", "--log-format", "json"});

    const std::string log = server->output();
    EXPECT_THAT(log, testing::HasSubstr("/identity/oauth/token"));
    for (const auto& [name, secret] : secrets) EXPECT_FALSE(log.contains(secret)) << name;
}

TEST_F(OAuthSecrets, WhatIsWrittenWouldBeFound) {
    secrets["planted"] = "a planted secret";
    std::ofstream{folder.path() / "file"} << "before a planted secret after";

    EXPECT_NE(found(), "");
}

}  // namespace
}  // namespace callboard
