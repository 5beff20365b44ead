// Applications that a company registers for its own users.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/oauth/identity_server.h"
#include "oauth/registration.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Browser;
using test::kApplications;
using test::text_of;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::string kTokens = "/identity/oauth/token";
const std::string kUnknown = kApplications + "/0000000000000000000000000000000f";

struct Registered {
    std::string id;
    std::string secret;

    std::string path() const { return kApplications + "/" + id; }
    std::string request(const std::string& more = "") const {
        return "/identity/oauth/allow?client_id=" + id + "&redirect_uri=" + percent_encode(given::kCallback) +
               "&scope=users_read" + more;
    }
};

class ApplicationsApi : public test::IdentityServer {
  protected:
    Registered add(json::object input = application_input()) {
        const Answer made = post(administrator, kApplications, input);
        EXPECT_EQ(made.status, 201) << made.body;
        const json::object body = made.json().as_object();
        return {.id = text_of(made, "clientId"),
                .secret = body.contains("clientSecret") ? text_of(made, "clientSecret") : ""};
    }
    static std::string code_of(const Answer& answer) {
        return given::parameter(answer.header("location"), "code").value_or("");
    }
    std::string authorize(Browser& in, const Registered& application, const std::string& more = "") {
        return code_of(in.submit(application.request(more), {{"decision", "authorize"}}));
    }
    Answer exchange(const Registered& application, const std::string& code, test::Fields more = {}) {
        test::Client client = server.client();
        more.insert(more.end(),
                    {{"grant_type", "authorization_code"}, {"client_id", application.id}, {"code", code}});
        if (!application.secret.empty()) more.emplace_back("client_secret", application.secret);
        return test::post_form(client, kTokens, more);
    }
    int status_with(const Answer& tokens) {
        return bearer(text_of(tokens, "access_token")).get("/users/me").status;
    }
    void publish(const Registered& application) {
        server.db->write(std::nullopt, [&](db::Tx& tx) {
            oauth::publish_application(tx, *ApplicationId::parse(application.id));
        });
    }

    const UserId ada = add_user(company, "ada@acme.test", accounts::Role::standard);
    const UserId eve = add_user(rival, "eve@rival.test", accounts::Role::administrator);
};

TEST_P(ApplicationsApi, RegistersReadsChangesAndDeletes) {
    const Answer made = post(administrator, kApplications, application_input());
    ASSERT_EQ(made.status, 201) << made.body;
    const Registered application{.id = text_of(made, "clientId"), .secret = text_of(made, "clientSecret")};
    EXPECT_THAT(made.header("location"), HasSubstr(application.path()));
    EXPECT_EQ(made.json().at("confidential"), true);
    EXPECT_EQ(made.json().at("published"), false);
    EXPECT_EQ(made.json().at("connections"), 0);

    const Answer read = administrator.get(application.path());
    EXPECT_EQ(read.status, 200);
    EXPECT_EQ(text_of(read, "name"), "Intranet");
    EXPECT_EQ(read.json().at("scopes"), (json::array{"jobs_read", "users_read"}));
    const Answer listed = administrator.get(kApplications);
    EXPECT_EQ(listed.json().at("totalFound"), 1);
    EXPECT_EQ(listed.json().at("content").at(0), read.json());

    const Answer changed = patch(administrator, application.path(), {{"name", "Portal"}});
    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(text_of(changed, "name"), "Portal");
    EXPECT_EQ(changed.json().at("redirectUris"), (json::array{given::kCallback}));

    EXPECT_EQ(administrator.del(application.path()).status, 204);
    EXPECT_EQ(administrator.get(application.path()).error_code(), "APPLICATION_NOT_FOUND");
    EXPECT_EQ(administrator.del(application.path()).status, 404);
    EXPECT_EQ(administrator.get(kApplications).json().at("totalFound"), 0);
    EXPECT_THAT(given::audit_names(*server.db, company),
                testing::IsSupersetOf({"CREDENTIALS_CREATED", "CREDENTIALS_CHANGED", "CREDENTIALS_REVOKED"}));
    EXPECT_THAT(given::audit_names(*server.db, rival), Not(Contains("CREDENTIALS_REVOKED")));
}

TEST_P(ApplicationsApi, ShowASecretOnce) {
    const Registered application = add();
    for (const std::string& path : {kApplications, application.path()})
        EXPECT_THAT(administrator.get(path).body, Not(HasSubstr(application.secret)));
    EXPECT_THAT(patch(administrator, application.path(), {{"name", "B"}}).body,
                Not(HasSubstr(application.secret)));
    EXPECT_THAT(administrator.get("/audit-api/v201910/audit-events").body,
                Not(HasSubstr(application.secret)));

    // A key that repeats answers would store the secret: it is not supported here.
    const test::Headers key{{"Idempotency-Key", "k-1"}};
    const auto again = [&] {
        return text_of(administrator.post(kApplications, json::serialize(application_input()), key),
                       "clientId");
    };
    EXPECT_NE(again(), again());
}

TEST_P(ApplicationsApi, ServeUsersOfTheOwnCompany) {
    const Registered application = add();
    Browser in = browser("ada@acme.test");

    const Answer tokens = exchange(application, authorize(in, application));

    ASSERT_EQ(tokens.status, 200) << tokens.body;
    EXPECT_EQ(status_with(tokens), 200);
    const Answer connections = administrator.get(application.path() + "/connections");
    ASSERT_EQ(connections.json().at("content").as_array().size(), 1U) << connections.body;
    const json::value connection = connections.json().at("content").at(0);
    EXPECT_EQ(connection.at("user").at("email"), "ada@acme.test");
    EXPECT_EQ(connection.at("scopes"), (json::array{"users_read"}));
    EXPECT_EQ(connections.json().at("nextPageId"), nullptr);
    const Answer read = administrator.get(application.path());
    EXPECT_EQ(read.json().at("connections"), 1);
    EXPECT_TRUE(read.json().as_object().contains("lastUsedOn"));
}

TEST_P(ApplicationsApi, AreUnknownToUsersOfOthersUntilTheyArePublished) {
    const Registered application = add();
    Browser foreign = browser("eve@rival.test");
    const Registered nobody{.id = "0000000000000000000000000000000f", .secret = ""};
    const Answer refused = foreign.get(application.request());
    const Answer unknown = foreign.get(nobody.request());
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.body, unknown.body);
    const std::string other = application.request().replace(application.request().find("callback"), 8, "x");
    EXPECT_EQ(foreign.get(other).body, unknown.body) << "a wrong redirect URI would show that it exists";
    EXPECT_EQ(foreign.post(application.request(), {{"decision", "authorize"}, {"token", "x"}}).status, 400);

    publish(application);

    const Answer tokens = exchange(application, authorize(foreign, application));
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    EXPECT_EQ(administrator.get(application.path()).json().at("published"), true);
    EXPECT_EQ(administrator.get(application.path()).json().at("connections"), 0)
        << "users of other companies are not counted";
    EXPECT_THAT(administrator.get(application.path() + "/connections").body, Not(HasSubstr("eve@")));
    EXPECT_EQ(administrator.del(application.path() + "/connections/" + std::string{eve.text()}).status, 404);
    EXPECT_THAT(given::audit_names(*server.db, rival), Contains("CREDENTIALS_CHANGED"));

    EXPECT_EQ(administrator.del(application.path()).status, 204);
    server.credentials_changed(rival);
    EXPECT_EQ(status_with(tokens), 401);
}

TEST_P(ApplicationsApi, EndTheirTokensAtOnceWhenTheyAreDeleted) {
    const Registered application = add();
    Browser in = browser("ada@acme.test");
    const Answer tokens = exchange(application, authorize(in, application));
    ASSERT_EQ(status_with(tokens), 200);

    ASSERT_EQ(administrator.del(application.path()).status, 204);

    EXPECT_EQ(status_with(tokens), 401);
    EXPECT_EQ(in.get(application.request()).status, 400);
}

TEST_P(ApplicationsApi, DisconnectAUser) {
    const Registered application = add();
    Browser in = browser("ada@acme.test");
    const Answer tokens = exchange(application, authorize(in, application));
    ASSERT_EQ(status_with(tokens), 200);
    const std::string connection = application.path() + "/connections/" + std::string{ada.text()};

    EXPECT_EQ(administrator.del(connection).status, 204);

    EXPECT_EQ(status_with(tokens), 401);
    EXPECT_EQ(administrator.del(connection).error_code(), "CONNECTION_NOT_FOUND");
    EXPECT_EQ(in.get(application.request()).status, 200) << "the user is asked again";
}

TEST_P(ApplicationsApi, ListConnectionsPageByPage) {
    const Registered application = add();
    add_user(company, "bea@acme.test", accounts::Role::standard);
    for (const char* const email : {"ada@acme.test", "bea@acme.test"}) {
        Browser in = browser(email);
        authorize(in, application);
    }
    const std::string list = application.path() + "/connections?limit=1";

    const Answer first = administrator.get(list);
    const Answer second = administrator.get(list + "&pageId=" + text_of(first, "nextPageId"));

    EXPECT_THAT(first.header("link"), HasSubstr("rel=\"next\""));
    EXPECT_EQ(second.json().at("nextPageId"), nullptr);
    EXPECT_NE(first.json().at("content"), second.json().at("content"));
    EXPECT_EQ(administrator.get(list + "&pageId=x").error_code(), "INVALID_PAGE_ID");
}

TEST_P(ApplicationsApi, RotateTheSecret) {
    const Registered application = add();

    const Answer rotated = administrator.post(application.path() + "/secret", "");

    ASSERT_EQ(rotated.status, 201) << rotated.body;
    Registered renewed = application;
    renewed.secret = text_of(rotated, "clientSecret");
    EXPECT_NE(renewed.secret, application.secret);
    Browser in = browser("ada@acme.test");
    EXPECT_EQ(exchange(renewed, authorize(in, application)).status, 200);
    EXPECT_EQ(exchange(application, code_of(in.get(application.request()))).status, 200)
        << "the old one is valid for another day";
    EXPECT_THAT(administrator.get(application.path()).body, Not(HasSubstr(renewed.secret)));
}

TEST_P(ApplicationsApi, WithoutASecretNeedPkce) {
    json::object input = application_input();
    input["confidential"] = false;
    const Registered application = add(input);
    EXPECT_EQ(application.secret, "");
    EXPECT_EQ(administrator.post(application.path() + "/secret", "").error_code(),
              "APPLICATION_HAS_NO_SECRET");
    Browser in = browser("ada@acme.test");
    EXPECT_EQ(given::parameter(in.get(application.request()).header("location"), "error"), "invalid_request");
    const std::string pkce = "&code_challenge_method=S256&code_challenge=" + given::kChallenge;

    const std::string code = authorize(in, application, pkce);

    EXPECT_EQ(exchange(application, code).status, 400) << "without the verifier";
    const Answer tokens = exchange(application, code, {{"code_verifier", given::kVerifier}});
    ASSERT_EQ(tokens.status, 200) << tokens.body;
    EXPECT_EQ(status_with(tokens), 200);
    test::Client client = server.client();
    EXPECT_EQ(test::post_form(client, "/identity/oauth/introspect",
                              {{"client_id", application.id}, {"token", text_of(tokens, "access_token")}})
                  .status,
              401);
    const Registered confidential = add();
    EXPECT_EQ(test::post_form(
                  client, kTokens,
                  {{"grant_type", "refresh_token"}, {"client_id", confidential.id}, {"refresh_token", "x"}})
                  .status,
              401)
        << "others cannot omit their secret";
}

TEST_P(ApplicationsApi, AreForAdministratorsOfTheCompany) {
    const Registered application = add();
    auto standard = caller(company, accounts::Role::standard);
    EXPECT_EQ(standard.get(kApplications).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(post(standard, kApplications, application_input()).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(standard.get(application.path()).status, 403);
    EXPECT_EQ(patch(standard, application.path(), {{"name", "B"}}).status, 403);
    EXPECT_EQ(standard.del(application.path()).status, 403);
    EXPECT_EQ(standard.post(application.path() + "/secret", "").status, 403);
    EXPECT_EQ(standard.get(application.path() + "/connections").status, 403);

    auto foreign = caller(rival, accounts::Role::administrator);
    EXPECT_EQ(foreign.get(kApplications).json().at("totalFound"), 0);
    EXPECT_EQ(foreign.get(application.path()).status, 404);
    EXPECT_EQ(patch(foreign, application.path(), {{"name", "B"}}).status, 404);
    EXPECT_EQ(foreign.del(application.path()).status, 404);
    EXPECT_EQ(foreign.post(application.path() + "/secret", "").status, 404);
    EXPECT_EQ(foreign.get(application.path() + "/connections").status, 404);

    EXPECT_EQ(program("jobs_read").get(kApplications).error_code(), "INSUFFICIENT_SCOPE");
    EXPECT_EQ(administrator.get(application.path()).status, 200);
}

TEST_P(ApplicationsApi, DoNotShowThoseOfTheOperator) {
    const auto partner = given::partner(*server.db);
    const std::string path = kApplications + "/" + partner.id();

    EXPECT_EQ(administrator.get(kApplications).json().at("totalFound"), 0);
    EXPECT_EQ(administrator.get(path).status, 404);
    EXPECT_EQ(administrator.del(path).status, 404);
    EXPECT_EQ(patch(administrator, path, {{"name", "Mine"}}).status, 404);
}

TEST_P(ApplicationsApi, GetNoScopeThatTheCallerDoesNotHold) {
    auto limited = program("applications_manage jobs_read");
    EXPECT_EQ(post(limited, kApplications, application_input()).error_code(), "SCOPE_NOT_HELD");
    json::object less = application_input();
    less["scopes"] = json::array{"jobs_read"};
    const Answer made = post(limited, kApplications, less);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string path = kApplications + "/" + text_of(made, "clientId");
    EXPECT_EQ(patch(limited, path, {{"scopes", {"jobs_read", "users_manage"}}}).error_code(),
              "SCOPE_NOT_HELD");
    EXPECT_EQ(patch(limited, path, {{"name", "Portal"}}).status, 200);

    const Registered larger = add();
    EXPECT_EQ(patch(limited, larger.path(), {{"redirectUris", {"https://evil.test/"}}}).error_code(),
              "SCOPE_NOT_HELD");
    EXPECT_EQ(limited.post(larger.path() + "/secret", "").error_code(), "SCOPE_NOT_HELD");
}

TEST_P(ApplicationsApi, RefuseBadInput) {
    const auto fault = [&](std::string_view name, json::value value) {
        json::object input = application_input();
        input[name] = std::move(value);
        const Answer refused = post(administrator, kApplications, input);
        return std::to_string(refused.status) + " " + refused.error_code();
    };
    for (const char* const uri : {"http://app.example/", "https://a.test/#x", "javascript:alert(1)", "x", ""})
        EXPECT_EQ(fault("redirectUris", json::array{uri}), "400 INVALID_REDIRECT_URI") << uri;
    EXPECT_EQ(fault("redirectUris", json::array{}), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("redirectUris", json::array{"https://a.test/1", "https://a.test/2", "https://a.test/3",
                                                "https://a.test/4"}),
              "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("scopes", json::array{"everything"}), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("scopes", json::array{}), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("scopes", "jobs_read"), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("name", json::string(101, 'x')), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("name", ""), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("name", "a\nb"), "422 VALIDATION_ERROR");
    EXPECT_EQ(fault("confidential", "yes"), "422 VALIDATION_ERROR");
    EXPECT_EQ(administrator.get(kApplications).json().at("totalFound"), 0);

    const Registered application = add();
    EXPECT_EQ(patch(administrator, application.path(), {{"name", nullptr}}).status, 422);
    EXPECT_EQ(patch(administrator, application.path(), {{"redirectUris", {"x"}}}).error_code(),
              "INVALID_REDIRECT_URI");
    EXPECT_EQ(patch(administrator, kUnknown, {{"name", "B"}}).status, 404);
    EXPECT_EQ(administrator.get(kApplications + "/nonsense").status, 404);
}

TEST_P(ApplicationsApi, AreAHundredAtMost) {
    server.db->write(company, [&](db::Tx& tx) {
        for (int i = 0; i < 99; ++i)
            oauth::register_application(tx,
                                        {.name = "A",
                                         .redirect_uris = {given::kCallback},
                                         .scopes = "jobs_read",
                                         .type = oauth::ClientType::confidential,
                                         .company = company},
                                        Secret{"s3cret"});
    });
    const Registered last = add();
    EXPECT_EQ(post(administrator, kApplications, application_input()).error_code(),
              "APPLICATIONS_LIMIT_EXCEEDED");
    auto foreign = caller(rival, accounts::Role::administrator);
    EXPECT_EQ(post(foreign, kApplications, application_input()).status, 201);

    ASSERT_EQ(administrator.del(last.path()).status, 204);
    EXPECT_EQ(post(administrator, kApplications, application_input()).status, 201);
}

INSTANTIATE_TEST_SUITE_P(Db, ApplicationsApi, testing::Values(test::Engine::sqlite, test::Engine::postgres));

}  // namespace
}  // namespace callboard
