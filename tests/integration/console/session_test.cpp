// Browser sessions as credentials of the API: from pages of this server only, with a budget of their own, and
// ended at once by whatever ends the session.
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/credential.h"
#include "accounts/password.h"
#include "accounts/session_store.h"
#include "api/routes.h"
#include "oauth/token.h"
#include "support/blocking_routes.h"
#include "support/browser.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Headers;
using testing::HasSubstr;

const std::string kMe = "/users/me";
const std::string kUsers = "/user-api/v201804/users/";
const std::string kEmail = "ada@acme.test";
const std::string kPassword = "correct horse battery";
const Headers kSameOrigin{{"Sec-Fetch-Site", "same-origin"}};

edge::Columns limited(std::string_view path, std::string_view operation,
                      std::vector<throttle::Policy> policies) {
    edge::Columns columns = test::row(http::Method::get, path, operation);
    columns.access = edge::any_credential();
    columns.policies = std::move(policies);
    return columns;
}

std::vector<edge::Route> extra_routes() {
    using enum throttle::Policy;
    std::vector<edge::Route> made = api::scim_routes();
    made.push_back(
        edge::route(limited("/held/candidates", "c", {customer_api, candidate_list}), test::wait_reading)
            .heavy());
    return made;
}

class SessionCalls : public testing::TestWithParam<test::Engine> {
  protected:
    SessionCalls() { test::handlers = &handlers_; }
    ~SessionCalls() override {
        handlers_.release();
        server.stop(5s);
        test::handlers = nullptr;
    }

    UserId add_user(const std::string& email, accounts::Role role) {
        return server.db->write(company, [&](db::Tx& tx) {
            return accounts::add_user(
                       tx, {.email = email, .first_name = "Ada", .last_name = "Admin", .role = role},
                       accounts::hash_password(Secret{kPassword}))
                .id;
        });
    }
    // The value of the Cookie header of a new session.
    std::string new_session(const UserId& user) {
        const Secret secret = oauth::new_secret(oauth::SecretKind::session);
        server.db->write(std::nullopt, [&](db::Tx& tx) {
            accounts::store::insert_session(tx, accounts::hash_of(secret.reveal()), company, user);
        });
        return "callboard_session=" + std::string{secret.reveal()};
    }
    std::string own_origin() const { return "http://127.0.0.1:" + std::to_string(server.port()); }
    Headers from_our_page() const { return {{"Origin", own_origin()}}; }

    Answer call(const std::string& method, const std::string& path, Headers headers,
                const std::string& body = "") const {
        headers.emplace_back("Cookie", cookie);
        return server.client().request(method, path, body, headers);
    }
    Answer get(const Headers& headers, const std::string& path = kMe) const {
        return call("GET", path, headers);
    }
    // A change of the own name, with this type.
    Answer rename(Headers headers, const std::string& type) const {
        if (!type.empty()) headers.emplace_back("Content-Type", type);
        return call("PATCH", kUsers + std::string{ada.text()}, std::move(headers),
                    R"([{"op": "replace", "path": "/firstName", "value": "Augusta"}])");
    }
    static void expect_refused(const Answer& answer, const std::string& reason) {
        EXPECT_EQ(answer.status, 401);
        EXPECT_EQ(answer.error_code(), "UNAUTHORIZED");
        EXPECT_THAT(answer.body, HasSubstr(reason));
        EXPECT_EQ(answer.header("www-authenticate"), R"(Bearer realm="callboard")");
        EXPECT_EQ(answer.header("x-ratelimit-remaining"), "10") << "nothing is charged";
    }
    test::Browser signed_in() const {
        test::Browser browser{server.port()};
        EXPECT_EQ(browser.sign_in(kEmail, kPassword).status, 303);
        return browser;
    }
    int status_in(const test::Browser& browser) const {
        Headers headers = kSameOrigin;
        headers.emplace_back("Cookie", "callboard_session=" + browser.cookies.at("callboard_session"));
        return server.client().get(kMe, headers).status;
    }

    test::HandlerControl handlers_;
    test::TestServer server{
        {.engine = GetParam(), .extra_routes = extra_routes(), .limits = test::promised_limits()}};
    const CompanyId company = given::company(*server.db);
    const UserId ada = add_user(kEmail, accounts::Role::administrator);
    const std::string cookie = new_session(ada);
};
RUN_ON_EACH_DATABASE(SessionCalls);

// --- from where

TEST_P(SessionCalls, ReadFromPagesOfThisServer) {
    EXPECT_EQ(get(kSameOrigin).status, 200);
    EXPECT_EQ(get(from_our_page()).status, 200);
    EXPECT_EQ(call("HEAD", kMe, kSameOrigin).status, 200);
}

TEST_P(SessionCalls, ReadFromNowhereElse) {
    expect_refused(get({}), "Sec-Fetch-Site");
    for (const auto* const site : {"cross-site", "same-site", "none", "", "Same-Origin", "same-origin, none"})
        expect_refused(get({{"Sec-Fetch-Site", site}}), "Sec-Fetch-Site");
    for (const std::string& origin :
         {std::string{"null"}, std::string{"https://evil.test"}, std::string{""}, own_origin() + "/",
          own_origin() + ".evil.test", "https" + own_origin().substr(4), own_origin() + "0"}) {
        expect_refused(get({{"Origin", origin}}), "names another site");
        expect_refused(get({{"Origin", origin}, {"Sec-Fetch-Site", "same-origin"}}), "names another site");
    }
    expect_refused(get({{"Origin", own_origin()}, {"Origin", own_origin()}}), "names another site");
}

TEST_P(SessionCalls, ChangeOnlyWithTheOwnOrigin) {
    const std::string json = "application/json-patch+json";
    EXPECT_EQ(rename(from_our_page(), json).status, 200);
    expect_refused(rename(kSameOrigin, json), "must have the server's own Origin");
    expect_refused(rename({}, json), "must have the server's own Origin");
    expect_refused(rename({{"Origin", "null"}}, json), "names another site");
    expect_refused(rename({{"Origin", "https://evil.test"}, {"Sec-Fetch-Site", "same-origin"}}, json),
                   "names another site");
    expect_refused(call("DELETE", kUsers + std::string{ada.text()} + "/activation", kSameOrigin),
                   "must have the server's own Origin");
}

TEST_P(SessionCalls, ChangeNothingWithTypesOfForms) {
    for (const auto* const type :
         {"application/x-www-form-urlencoded", "Application/X-WWW-Form-UrlEncoded; charset=utf-8",
          "text/plain", "text/plain; application/json", "TEXT/PLAIN;charset=UTF-8", ""})
        expect_refused(rename(from_our_page(), type), "forms cannot send");
    expect_refused(call("POST", "/jobs", from_our_page(), "{}"), "forms cannot send");
    EXPECT_EQ(
        call("POST", "/jobs", {{"Origin", own_origin()}, {"Content-Type", "application/json"}}, "{}").status,
        422);
}

TEST_P(SessionCalls, SendFilesAndNoBody) {
    const std::string avatar = kUsers + std::string{ada.text()} + "/avatar";
    const Answer sent =
        call("PUT", avatar, {{"Origin", own_origin()}, {"Content-Type", "multipart/form-data; boundary=x"}},
             "--x--\r\n");
    EXPECT_NE(sent.status, 401) << sent.body;
    EXPECT_NE(call("DELETE", avatar, from_our_page()).status, 401);
}

// --- whose

TEST_P(SessionCalls, HaveTheRightsOfTheUserAndEveryScope) {
    EXPECT_EQ(get(kSameOrigin).json().at("id").as_string(), std::string{ada.text()});
    EXPECT_EQ(get(kSameOrigin, "/jobs").status, 200);
    EXPECT_EQ(get(kSameOrigin, "/candidates").status, 200);
    EXPECT_EQ(get(kSameOrigin, "/user-api/v201804/users").status, 200);
}

TEST_P(SessionCalls, AreDecidedByAHeaderIfThereIsOne) {
    const auto with = [&](const std::string& name, const std::string& value) {
        return get({{"Sec-Fetch-Site", "same-origin"}, {"Origin", own_origin()}, {name, value}});
    };
    EXPECT_THAT(with("Authorization", "Bearer unknown").body, HasSubstr("access token is unknown"));
    EXPECT_THAT(with("X-SmartToken", "unknown").body, HasSubstr("API key in X-SmartToken is unknown"));
    for (const auto* const name : {"Authorization", "X-SmartToken"}) EXPECT_EQ(with(name, "").status, 401);

    const UserId other = add_user("bob@acme.test", accounts::Role::standard);
    const accounts::Actor bob{other, accounts::Role::standard, {}};
    const Answer answer = with("X-SmartToken", given::api_key(*server.db, company, bob));
    EXPECT_EQ(answer.json().at("id").as_string(), std::string{other.text()});
}

TEST_P(SessionCalls, AreNotForProvisioning) {
    EXPECT_EQ(get(kSameOrigin, "/scim/v2/Users").status, 401);
    EXPECT_EQ(get(from_our_page(), "/scim/v2/Users").status, 401);
}

TEST_P(SessionCalls, WithAnUnknownSecretAreRefused) {
    const Headers headers{{"Sec-Fetch-Site", "same-origin"}, {"Cookie", "callboard_session=cbw_guessed"}};
    const Answer answer = server.client().get(kMe, headers);
    EXPECT_EQ(answer.status, 401);
    EXPECT_THAT(answer.body, HasSubstr("session has ended"));
    EXPECT_EQ(server.client().get("/no/such/path", headers).status, 404);
    const std::string key = given::api_key(*server.db, company, {ada, accounts::Role::administrator, {}});
    EXPECT_EQ(server.client_with_key(key).get(kMe).status, 200);  // cached
    EXPECT_EQ(server.client()
                  .get(kMe, {{"Sec-Fetch-Site", "same-origin"}, {"Cookie", "callboard_session=" + key}})
                  .status,
              401);
}

TEST_P(SessionCalls, ToUnknownPathsGetTheSameAnswerAsWithout) {
    EXPECT_EQ(get({{"Sec-Fetch-Site", "none"}}, "/no/such/path").status, 404);
    EXPECT_EQ(get(kSameOrigin, "/no/such/path").status, 404);
}

// --- how long

TEST_P(SessionCalls, EndWithTheSession) {
    EXPECT_EQ(get(kSameOrigin).status, 200);

    server.db.clock.advance(accounts::kSessionLife);

    EXPECT_THAT(get(kSameOrigin).body, HasSubstr("session has ended"));
}

TEST_P(SessionCalls, EndAtOnceBySigningOut) {
    EXPECT_EQ(get(kSameOrigin).status, 200);
    EXPECT_EQ(call("POST", "/identity/sign-out", {{"Origin", "https://evil.test"}}).status, 403);
    EXPECT_EQ(call("POST", "/identity/sign-out", {}).status, 403);
    EXPECT_EQ(get(kSameOrigin).status, 200);

    EXPECT_EQ(call("POST", "/identity/sign-out", from_our_page()).status, 303);

    EXPECT_EQ(get(kSameOrigin).status, 401);
    EXPECT_EQ(given::audit_names(*server.db, company).back(), "USER_LOGOUT");
}

TEST_P(SessionCalls, EndAtOnceWhereAnotherBrowserEndsThem) {
    test::Browser other = signed_in();
    EXPECT_EQ(get(kSameOrigin).status, 200);
    EXPECT_EQ(status_in(other), 200);

    EXPECT_EQ(other.submit("/identity/security", {{"do", "end-others"}}).status, 303);

    EXPECT_EQ(get(kSameOrigin).status, 401);
    EXPECT_EQ(status_in(other), 200);
}

TEST_P(SessionCalls, EndAtOnceWithAnotherPassword) {
    test::Browser other = signed_in();
    EXPECT_EQ(get(kSameOrigin).status, 200);

    EXPECT_EQ(
        other.submit("/identity/password", {{"old", kPassword}, {"new", "another horse battery"}}).status,
        200);

    EXPECT_EQ(get(kSameOrigin).status, 401);
    EXPECT_EQ(status_in(other), 200);
}

TEST_P(SessionCalls, FollowChangesOfTheUserAtOnce) {
    const accounts::Actor second{
        add_user("eve@acme.test", accounts::Role::administrator), accounts::Role::administrator, {}};
    test::Client admin = server.client_with_key(given::api_key(*server.db, company, second));
    EXPECT_EQ(get(kSameOrigin, "/user-api/v201804/users").status, 200);

    EXPECT_EQ(admin
                  .request("PATCH", kUsers + std::string{ada.text()},
                           R"([{"op": "replace", "path": "/systemRole", "value": {"id": "EMPLOYEE"}}])",
                           {{"Content-Type", "application/json-patch+json"}})
                  .status,
              200);
    EXPECT_EQ(get(kSameOrigin, "/user-api/v201804/users").status, 403);

    EXPECT_EQ(admin.request("DELETE", kUsers + std::string{ada.text()} + "/activation").status, 204);
    EXPECT_EQ(get(kSameOrigin).status, 401);
}

// --- how many

TEST_P(SessionCalls, HaveABudgetOfTheirOwn) {
    const std::string key = given::api_key(*server.db, company, {ada, accounts::Role::administrator, {}});
    test::Client program = server.client_with_key(key);
    for (int left = 49; left >= 0; --left) {
        const Answer answer = get(kSameOrigin);
        ASSERT_EQ(answer.status, 200) << left;
        EXPECT_EQ(answer.header("x-ratelimit-limit"), "50");
        EXPECT_EQ(answer.header("x-ratelimit-remaining"), std::to_string(left));
        EXPECT_EQ(answer.header("x-ratelimit-concurrent-limit"), "16");
        EXPECT_EQ(answer.header("x-ratelimit-concurrent-remaining"), "15");
    }

    const Answer refused = get(kSameOrigin);

    EXPECT_EQ(refused.status, 429);
    EXPECT_THAT(refused.body, HasSubstr("the policy console allows 50"));
    EXPECT_EQ(program.get(kMe).header("x-ratelimit-remaining"), "9");
    server.stopwatch.advance(1s);
    EXPECT_EQ(get(kSameOrigin).status, 200);
}

TEST_P(SessionCalls, ReadEightListsOfCandidatesAtTheSameTime) {
    if (GetParam() == test::Engine::postgres)
        GTEST_SKIP() << "eight handlers that wait take all threads of the pool; limits know no engine";
    std::vector<test::Connection> held;
    for (int i = 0; i < 8; ++i) {
        held.push_back(server.connect());
        held.back().send(test::request_text("GET", "/held/candidates",
                                            {{"Sec-Fetch-Site", "same-origin"}, {"Cookie", cookie}}));
    }
    ASSERT_TRUE(test::eventually([&] {
        const Answer answer = get(kSameOrigin);  // may be refused, because the time stands still
        const int left = std::stoi(answer.header("x-ratelimit-concurrent-remaining"));
        return 16 - left - (answer.status == 429 ? 0 : 1) == 8;
    }));
    server.stopwatch.advance(1s);

    const Answer ninth = get(kSameOrigin, "/held/candidates");

    EXPECT_EQ(ninth.status, 429);
    EXPECT_EQ(ninth.header("x-ratelimit-concurrent-limit"), "8");
    EXPECT_THAT(ninth.body, HasSubstr("candidate_list"));
    EXPECT_EQ(get(kSameOrigin).status, 200);
}

}  // namespace
}  // namespace callboard
