// API keys and client credentials that administrators create.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/oauth/identity_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::kCredentials;
using test::text_of;
using testing::HasSubstr;
using testing::Not;

class CredentialsApi : public test::IdentityServer {
  protected:
    static json::object key_input() { return {{"type", "API_KEY"}, {"name", "Nightly import"}}; }
    static json::object program_input(json::array scopes = {"jobs_read"}) {
        return {{"type", "CLIENT_CREDENTIALS"}, {"name", "Sync"}, {"scopes", std::move(scopes)}};
    }
    static std::string path_of(const Answer& made) { return kCredentials + "/" + text_of(made, "id"); }
    // The entry of the list; null if there is none.
    json::value listed(const std::string& id) {
        for (const json::value& each : administrator.get(kCredentials).json().at("content").as_array())
            if (each.at("id") == json::string{id}) return each;
        return nullptr;
    }
    Answer tokens_of(const Answer& made, const std::string& scope = "") {
        test::Client client = server.client();
        test::Fields fields{{"grant_type", "client_credentials"},
                            {"client_id", text_of(made, "clientId")},
                            {"client_secret", text_of(made, "clientSecret")}};
        if (!scope.empty()) fields.emplace_back("scope", scope);
        return test::post_form(client, "/identity/oauth/token", fields);
    }
};

TEST_P(CredentialsApi, AnApiKeyWorksUntilItIsDeleted) {
    const Answer made = post(administrator, kCredentials, key_input());
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string key = text_of(made, "key");
    EXPECT_FALSE(made.json().as_object().contains("clientSecret"));
    EXPECT_FALSE(made.json().as_object().contains("scopes"));
    test::Client robot = server.client_with_key(key);
    EXPECT_EQ(robot.get("/users/me").status, 200);

    server.write_use();

    const json::value entry = listed(text_of(made, "id"));
    EXPECT_EQ(entry.at("name"), "Nightly import");
    EXPECT_EQ(entry.at("type"), "API_KEY");
    EXPECT_TRUE(entry.as_object().contains("lastUsedOn"));
    EXPECT_EQ(administrator.del(path_of(made)).status, 204);
    EXPECT_EQ(robot.get("/users/me").status, 401);
    EXPECT_EQ(listed(text_of(made, "id")), nullptr);
    EXPECT_EQ(administrator.del(path_of(made)).error_code(), "CREDENTIAL_NOT_FOUND");
    EXPECT_THAT(given::audit_names(*server.db, company),
                testing::IsSupersetOf({"CREDENTIALS_CREATED", "CREDENTIALS_REVOKED"}));
}

TEST_P(CredentialsApi, ClientCredentialsHaveTheirScopesUntilTheyAreDeleted) {
    const Answer made = post(administrator, kCredentials, program_input());
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("clientId"), made.json().at("id"));
    EXPECT_EQ(made.json().at("scopes"), (json::array{"jobs_read"}));
    const Answer tokens = tokens_of(made);
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    test::Client robot = bearer(text_of(tokens, "access_token"));
    EXPECT_EQ(robot.get("/jobs").status, 200);
    EXPECT_EQ(robot.get("/user-api/v201804/users").status, 403);
    EXPECT_EQ(tokens_of(made, "users_read").status, 400);
    EXPECT_TRUE(listed(text_of(made, "id")).as_object().contains("lastUsedOn"));

    EXPECT_EQ(administrator.del(path_of(made)).status, 204);

    EXPECT_EQ(robot.get("/jobs").status, 401);
    EXPECT_EQ(tokens_of(made).status, 401);
}

TEST_P(CredentialsApi, SecretsAreShownOnce) {
    const std::string key = text_of(post(administrator, kCredentials, key_input()), "key");
    const std::string secret = text_of(post(administrator, kCredentials, program_input()), "clientSecret");

    for (const std::string& path : {kCredentials, std::string{"/audit-api/v201910/audit-events"}})
        EXPECT_THAT(administrator.get(path).body,
                    testing::AllOf(Not(HasSubstr(key)), Not(HasSubstr(secret))));
    const test::Headers repeated{{"Idempotency-Key", "k-1"}};
    const auto again = [&] {
        return text_of(administrator.post(kCredentials, json::serialize(key_input()), repeated), "key");
    };
    EXPECT_NE(again(), again()) << "the response was stored";
}

TEST_P(CredentialsApi, AKeyActsForTheUserWhoIsNamed) {
    const UserId ada = add_user(company, "ada@acme.test", accounts::Role::standard);
    json::object input = key_input();
    input["userId"] = ada.text();
    const Answer made = post(administrator, kCredentials, input);
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("user").at("firstName"), "Ada");
    test::Client robot = server.client_with_key(text_of(made, "key"));
    EXPECT_EQ(text_of(robot.get("/users/me"), "email"), "ada@acme.test");
    EXPECT_EQ(robot.get(kCredentials).error_code(), "PERMISSION_DENIED");
    EXPECT_THAT(administrator.get("/audit-api/v201910/audit-events").body,
                HasSubstr(R"("userId":")" + std::string{ada.text()} + '"'));

    json::object program = program_input({"applications_manage"});
    program["userId"] = ada.text();
    const Answer tokens = tokens_of(post(administrator, kCredentials, program));
    EXPECT_EQ(bearer(text_of(tokens, "access_token")).get(kCredentials).error_code(), "PERMISSION_DENIED")
        << "it has the role of the user";

    const UserId eve = add_user(rival, "eve@rival.test", accounts::Role::standard);
    for (const std::string& nobody : {std::string{eve.text()}, std::string{"00000000000000000000000f"}}) {
        input["userId"] = nobody;
        EXPECT_EQ(post(administrator, kCredentials, input).error_code(), "USER_NOT_FOUND");
    }
}

TEST_P(CredentialsApi, AreNotForUsersWhoAreNotActive) {
    const UserId ada = add_user(company, "ada@acme.test", accounts::Role::standard);
    server.db->write(company, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, ada); });
    json::object input = key_input();
    input["userId"] = ada.text();

    EXPECT_EQ(post(administrator, kCredentials, input).error_code(), "USER_DISABLED");
}

TEST_P(CredentialsApi, GetNoScopeThatTheCallerDoesNotHold) {
    auto limited = program("applications_manage jobs_read");

    EXPECT_EQ(post(limited, kCredentials, key_input()).error_code(), "SCOPE_NOT_HELD");
    EXPECT_EQ(post(limited, kCredentials, program_input({"jobs_read", "users_manage"})).error_code(),
              "SCOPE_NOT_HELD");
    EXPECT_EQ(post(limited, kCredentials, program_input()).status, 201);
}

TEST_P(CredentialsApi, AreForAdministratorsOfTheCompany) {
    const Answer made = post(administrator, kCredentials, key_input());
    auto standard = caller(company, accounts::Role::standard);
    EXPECT_EQ(standard.get(kCredentials).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(post(standard, kCredentials, key_input()).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(standard.del(path_of(made)).error_code(), "PERMISSION_DENIED");

    auto foreign = caller(rival, accounts::Role::administrator);
    EXPECT_EQ(foreign.del(path_of(made)).status, 404);
    EXPECT_THAT(foreign.get(kCredentials).body, Not(HasSubstr(text_of(made, "id"))));
    EXPECT_EQ(program("jobs_read").get(kCredentials).error_code(), "INSUFFICIENT_SCOPE");
    EXPECT_EQ(server.client_with_key(text_of(made, "key")).get("/users/me").status, 200);
}

TEST_P(CredentialsApi, RefuseBadInput) {
    const auto fault = [&](json::object input, std::string_view name, json::value value) {
        input[name] = std::move(value);
        const Answer refused = post(administrator, kCredentials, input);
        return std::to_string(refused.status) + " " + refused.error_code();
    };
    EXPECT_EQ(fault(key_input(), "type", "PASSWORD"), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault(key_input(), "name", ""), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault(key_input(), "name", json::string(101, 'x')), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault(key_input(), "name", " x"), "400 INVALID_VALUE");
    EXPECT_EQ(fault(key_input(), "scopes", json::array{"jobs_read"}), "400 INVALID_SCOPE");
    EXPECT_EQ(fault(key_input(), "userId", "nonsense"), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault(program_input(), "scopes", nullptr), "400 INVALID_SCOPE");
    EXPECT_EQ(fault(program_input(), "scopes", json::array{"everything"}), "422 VALIDATION_ERROR");
    EXPECT_EQ(administrator.del(kCredentials + "/nonsense").status, 404);
}

TEST_P(CredentialsApi, AreAHundredAtMost) {
    const auto count = administrator.get(kCredentials).json().at("totalFound").as_int64();
    server.db->write(company, [&](db::Tx& tx) {
        for (std::int64_t i = count; i < 99; ++i)
            oauth::create_client_credential(
                tx, {.name = "Robot", .role = accounts::Role::standard, .scopes = "jobs_read"},
                Secret{"s3cret"});
    });

    const Answer last = post(administrator, kCredentials, key_input());
    ASSERT_EQ(last.status, 201) << last.body;
    EXPECT_EQ(post(administrator, kCredentials, key_input()).error_code(), "CREDENTIALS_LIMIT_EXCEEDED");
    ASSERT_EQ(administrator.del(path_of(last)).status, 204);
    EXPECT_EQ(post(administrator, kCredentials, key_input()).status, 201);
}

INSTANTIATE_TEST_SUITE_P(Db, CredentialsApi, testing::Values(test::Engine::sqlite, test::Engine::postgres));

}  // namespace
}  // namespace callboard
