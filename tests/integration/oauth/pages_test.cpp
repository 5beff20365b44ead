// The HTML pages, used by a browser and by attackers.
#include <algorithm>
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "accounts/session_store.h"
#include "support/blocking_routes.h"
#include "support/browser.h"
#include "support/eventually.h"
#include "support/oauth_flow.h"
#include "support/program.h"
#include "support/tenant.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using given::parameter;
using test::Answer;
using test::Browser;
using test::token_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kEmail = "ada@acme.test";
const std::string kPassword = "correct horse battery";
const std::string kNewPassword = "another horse battery";
const std::string kSignIn = "/identity/sign-in";
const std::string kAllow = "/identity/oauth/allow";
const std::string kApplications = "/identity/connections";
const std::string kConsole = "/console";  // where sign-in leads without a destination
const std::string kPasswordPage = "/identity/password";
const std::string kSession = "callboard_session";

std::string without(std::string text, const std::string& part) {
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part))
        text.erase(at, part.size());
    return text;
}

class OAuthPages : public testing::TestWithParam<test::Engine> {
  protected:
    UserId add_user(const std::string& email, const std::string& first_name = "Ada") {
        return server.db->write(company, [&](db::Tx& tx) {
            return accounts::add_user(tx,
                                      {.email = email,
                                       .first_name = first_name,
                                       .last_name = "Admin",
                                       .role = accounts::Role::administrator},
                                      accounts::hash_password(Secret{kPassword}))
                .id;
        });
    }
    Browser browser() const { return Browser{server.port()}; }
    std::string issuer() const { return "http://127.0.0.1:" + std::to_string(server.port()); }
    Browser signed_in(const std::string& email = kEmail) const {
        Browser fresh = browser();
        EXPECT_EQ(fresh.sign_in(email, kPassword).status, 303);
        return fresh;
    }
    std::string request(const std::string& scope = "jobs_read", const std::string& more = "&state=s1") const {
        return kAllow + "?client_id=" + partner.id() + "&redirect_uri=" + percent_encode(given::kCallback) +
               "&scope=" + percent_encode(scope) + more;
    }
    static Answer decide(Browser& in, const std::string& address, const std::string& decision = "authorize") {
        return in.submit(address, {{"decision", decision}});
    }
    static std::string code_of(const Answer& answer) {
        return parameter(answer.header("location"), "code").value_or("");
    }
    Answer exchange(const std::string& code) const {
        auto client = server.client();
        return test::post_form(client, "/identity/oauth/token",
                               {{"grant_type", "authorization_code"},
                                {"client_id", partner.id()},
                                {"client_secret", partner.secret},
                                {"code", code}});
    }
    int call_with(const std::string& access_token) const {
        return server.client({{"Authorization", "Bearer " + access_token}}).get("/users/me").status;
    }
    static bool is_signed_in(Browser& in) { return in.get(kApplications).status == 200; }

    static std::string text(const Answer& answer, const std::string& key) {
        return std::string{answer.json().at(key).as_string()};
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const UserId user = add_user(kEmail);
    const given::Partner partner =
        given::partner(*server.db, "Sourcing Robot", "jobs_read jobs_manage users_read");
};

// --- signing in

TEST_P(OAuthPages, SigningInLeadsToTheConsole) {
    Browser ada = browser();

    const auto answer = ada.sign_in(kEmail, kPassword);

    EXPECT_EQ(answer.status, 303);
    EXPECT_EQ(answer.header("location"), kConsole);
    EXPECT_THAT(ada.get(kApplications).body, HasSubstr(kEmail));
}

TEST_P(OAuthPages, ACookieIsForThisHostAndOutOfReachOfScripts) {
    Browser ada = browser();
    const auto page = ada.get(kSignIn);
    const auto answer = ada.sign_in(kEmail, kPassword);

    for (const auto* each : {&page, &answer}) {
        const auto cookie = each->header("set-cookie");
        EXPECT_THAT(cookie,
                    AllOf(HasSubstr("; HttpOnly"), HasSubstr("; SameSite=Lax"), HasSubstr("; Path=/")));
        EXPECT_THAT(cookie, AllOf(Not(HasSubstr("Domain")), Not(HasSubstr("Secure"))));
    }
}

TEST_P(OAuthPages, AWrongPasswordAndAnUnknownAccountLookTheSame) {
    Browser one = browser();
    Browser two = browser();
    one.get(kSignIn);
    two.cookies = one.cookies;
    const std::string stranger = "eve@acme.test";

    const auto wrong = one.sign_in(kEmail, "wrong password");
    const auto unknown = two.sign_in(stranger, "wrong password");

    EXPECT_EQ(wrong.status, 401);
    EXPECT_EQ(unknown.status, 401);
    EXPECT_EQ(without(wrong.body, kEmail), without(unknown.body, stranger));
    auto names = [](const Answer& answer) {
        std::vector<std::string> all;
        for (const auto& [name, value] : answer.headers) all.push_back(name);
        return all;
    };
    EXPECT_EQ(names(wrong), names(unknown));
    EXPECT_FALSE(is_signed_in(one));
}

TEST_P(OAuthPages, OddCredentialsAreJustWrong) {
    for (const auto& [email, password] :
         {std::pair{kEmail, std::string{}}, std::pair{kEmail, std::string(5000, 'x')},
          std::pair{std::string{"\xff\xfe"}, kPassword}, std::pair{std::string(3000, 'a'), kPassword}})
        EXPECT_EQ(browser().sign_in(email, password).status, 401);
}

TEST_P(OAuthPages, TheSixthFailureInAMinuteIsNotEvenTried) {
    Browser eve = browser();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(eve.sign_in(kEmail, "wrong password").status, 401);

    EXPECT_EQ(eve.sign_in(kEmail, "wrong password").status, 429);
}

TEST_P(OAuthPages, AFormWithoutTheCookieItWasMadeForIsRefused) {
    Browser ada = browser();
    const auto token = token_of(ada.get(kSignIn), kSignIn);
    const test::Fields fields{{"email", kEmail}, {"password", kPassword}, {"token", token}};
    Browser eve = browser();

    EXPECT_EQ(eve.post(kSignIn, fields).status, 403) << "no cookie";
    eve.get(kSignIn);
    EXPECT_EQ(eve.post(kSignIn, fields).status, 403) << "the cookie of another visitor";
    EXPECT_EQ(ada.post(kSignIn, {{"email", kEmail}, {"password", kPassword}}).status, 403) << "no token";
    EXPECT_EQ(ada.post(kSignIn, {{"email", kEmail}, {"password", kPassword}, {"token", token + "x"}}).status,
              403);
    EXPECT_EQ(ada.post(kSignIn, fields).status, 303);
}

TEST_P(OAuthPages, EverySignInMakesANewSession) {
    Browser ada = browser();
    ada.cookies[kSession] = "planted-by-an-attacker";

    ada.sign_in(kEmail, kPassword);
    const auto first = ada.cookies[kSession];
    Browser again = signed_in();

    EXPECT_NE(first, "planted-by-an-attacker");
    EXPECT_NE(first, again.cookies[kSession]);
    EXPECT_GE(first.size(), 43U);
    Browser eve = browser();
    eve.cookies[kSession] = "planted-by-an-attacker";
    EXPECT_FALSE(is_signed_in(eve));
}

TEST_P(OAuthPages, ASessionEndsByItself) {
    Browser ada = signed_in();

    server.db.clock.advance(accounts::kSessionLife);

    EXPECT_FALSE(is_signed_in(ada));
}

TEST_P(OAuthPages, NobodyIsSentAwayFromHereBySigningIn) {
    for (const std::string to :
         {"https://evil.test/", "//evil.test/", "/\\evil.test", "\\\\evil.test", "/identity/\\evil.test",
          "/identity\\..\\evil", "javascript:alert(1)", "/jobs", "", "identity/connections", "/consoles",
          "/console\\evil.test", "https:/identity/", "/identity/@evil.test\r\nX: y", "/identity/ x",
          "http:/identity/connections", "/Identity/connections", "///identity/connections",
          "/identity/connections\t"}) {
        const std::string address = kSignIn + "?to=" + percent_encode(to);
        Browser ada = browser();

        const auto after = ada.sign_in(kEmail, kPassword, address).header("location");
        const auto already = ada.get(address).header("location");

        EXPECT_EQ(after, kConsole) << to;
        EXPECT_EQ(already, kConsole) << to;
    }
}

TEST_P(OAuthPages, TwoDestinationsLeadNowhereElse) {
    Browser ada = browser();

    const auto answer =
        ada.sign_in(kEmail, kPassword, kSignIn + "?to=%2Fidentity%2Fpassword&to=%2F%2Fevil.test");

    EXPECT_THAT(answer.header("location"), testing::AnyOf(kConsole, "/identity/password"));
}

TEST_P(OAuthPages, SigningInLeadsBackToTheQuestion) {
    Browser ada = browser();
    const auto address = request("jobs_read", "&state=a%20b%26c%3Dd");

    const auto sent = ada.get(address);
    ASSERT_EQ(sent.status, 303);
    ASSERT_THAT(sent.header("location"), StartsWith(kSignIn + "?to="));
    ada.sign_in(kEmail, "wrong password", sent.header("location"));
    const auto back = ada.sign_in(kEmail, kPassword, sent.header("location"));

    EXPECT_EQ(back.header("location"), address);
}

TEST_P(OAuthPages, SigningOutEndsTheSessionOnTheServerToo) {
    Browser ada = signed_in();
    const auto cookies = ada.cookies;

    const auto answer =
        ada.post("/identity/sign-out", {{"token", token_of(ada.get(kApplications), "/identity/sign-out")}});

    EXPECT_EQ(answer.status, 303);
    EXPECT_THAT(answer.header("set-cookie"), HasSubstr("Max-Age=0"));
    ada.cookies = cookies;
    EXPECT_FALSE(is_signed_in(ada));
    EXPECT_EQ(given::audit_names(*server.db, company).back(), "USER_LOGOUT");
}

TEST_P(OAuthPages, NobodySignsSomebodyElseOut) {
    Browser ada = signed_in();
    Browser other = signed_in();

    EXPECT_EQ(ada.post("/identity/sign-out", {}).status, 403);
    EXPECT_EQ(
        ada.post("/identity/sign-out", {{"token", token_of(other.get(kApplications), "/identity/sign-out")}})
            .status,
        403);

    EXPECT_TRUE(is_signed_in(ada));
}

// --- consent

TEST_P(OAuthPages, TheQuestionNamesTheApplicationThePersonAndEveryScope) {
    Browser ada = signed_in();

    const auto page = ada.get(request("jobs_read users_read"));

    EXPECT_EQ(page.status, 200);
    for (const std::string part : {"Sourcing Robot", "Ada Admin", "ada@acme.test", "acme", "Access Jobs",
                                   "Access Users", "Authorize", "Decline"})
        EXPECT_THAT(page.body, HasSubstr(part));
    EXPECT_THAT(page.body, Not(HasSubstr("Manage jobs")));
}

TEST_P(OAuthPages, AuthorizingLeadsBackWithACode) {
    Browser ada = signed_in();

    const auto answer = decide(ada, request("jobs_read users_read", "&state=x%20y%2Bz"));

    EXPECT_EQ(answer.status, 303);
    const auto location = answer.header("location");
    EXPECT_THAT(location, StartsWith(given::kCallback + "?"));
    EXPECT_EQ(parameter(location, "state"), "x y+z");
    EXPECT_EQ(parameter(location, "iss"), issuer());
    const auto tokens = exchange(code_of(answer));
    EXPECT_EQ(tokens.status, 200) << tokens.body;
    EXPECT_EQ(call_with(text(tokens, "access_token")), 200);
}

TEST_P(OAuthPages, DecliningLeadsBackWithoutOne) {
    Browser ada = signed_in();

    const auto answer = decide(ada, request(), "decline");

    EXPECT_EQ(answer.status, 303);
    const auto location = answer.header("location");
    EXPECT_THAT(location, StartsWith(given::kCallback + "?"));
    EXPECT_EQ(parameter(location, "error"), "access_denied");
    EXPECT_EQ(parameter(location, "code"), "403");
    EXPECT_EQ(parameter(location, "state"), "s1");
    EXPECT_EQ(parameter(location, "iss"), issuer());
    EXPECT_TRUE(parameter(location, "error_description"));
    EXPECT_EQ(ada.get(request()).status, 200) << "nothing is remembered";
}

TEST_P(OAuthPages, AnythingButAuthorizeIsNoConsent) {
    for (const std::string decision : {"", "yes", "Authorize", "authorize ", "authorized"}) {
        Browser ada = signed_in();

        EXPECT_EQ(parameter(decide(ada, request(), decision).header("location"), "error"), "access_denied")
            << decision;
    }
}

TEST_P(OAuthPages, TwoTabsBothFinish) {
    Browser ada = signed_in();
    const auto one = request("jobs_read", "&state=one");
    const auto two = request("jobs_read jobs_manage", "&state=two");
    const auto token_one = token_of(ada.get(one), kAllow);
    const auto token_two = token_of(ada.get(two), kAllow);

    const auto second = ada.post(two, {{"decision", "authorize"}, {"token", token_two}});
    const auto first = ada.post(one, {{"decision", "authorize"}, {"token", token_one}});

    EXPECT_EQ(parameter(first.header("location"), "state"), "one");
    EXPECT_EQ(parameter(second.header("location"), "state"), "two");
    EXPECT_EQ(exchange(code_of(first)).status, 200);
    EXPECT_EQ(exchange(code_of(second)).status, 200);
}

TEST_P(OAuthPages, AFormIsForTheRequestThatWasShown) {
    Browser ada = signed_in();
    const auto token = token_of(ada.get(request("jobs_read")), kAllow);

    for (const std::string& other :
         {request("jobs_read jobs_manage"), request("jobs_read", "&state=other"),
          request("jobs_read", "&state=s1&code_challenge_method=S256&code_challenge=" + given::kChallenge)}) {
        const auto answer = ada.post(other, {{"decision", "authorize"}, {"token", token}});

        EXPECT_EQ(answer.status, 403) << other;
        EXPECT_EQ(answer.header("location"), "");
    }
}

TEST_P(OAuthPages, AForeignOrMissingTokenIsNoConsent) {
    Browser ada = signed_in();
    add_user("eve@acme.test");
    Browser eve = signed_in("eve@acme.test");
    Browser second = signed_in();
    const auto post = [&](const test::Fields& more) {
        test::Fields fields{{"decision", "authorize"}};
        fields.insert(fields.end(), more.begin(), more.end());
        return ada.post(request(), fields).status;
    };

    EXPECT_EQ(post({}), 403);
    EXPECT_EQ(post({{"token", ""}}), 403);
    EXPECT_EQ(post({{"token", token_of(eve.get(request()), kAllow)}}), 403);
    EXPECT_EQ(post({{"token", token_of(second.get(request()), kAllow)}}), 403) << "of another session";
    EXPECT_EQ(post({{"token", token_of(ada.get(kApplications), "/identity/sign-out")}}), 403);
}

TEST_P(OAuthPages, WithoutASessionADecisionLeadsToTheSignIn) {
    Browser ada = signed_in();
    const auto token = token_of(ada.get(request()), kAllow);
    ada.cookies.erase(kSession);

    const auto answer = ada.post(request(), {{"decision", "authorize"}, {"token", token}});

    EXPECT_EQ(answer.status, 303);
    EXPECT_THAT(answer.header("location"), StartsWith(kSignIn));
}

TEST_P(OAuthPages, ConsentIsAskedForOnceForASetOfScopes) {
    Browser ada = signed_in();
    decide(ada, request("jobs_read users_read"));

    const auto same = ada.get(request("users_read jobs_read"));
    const auto fewer = ada.get(request("jobs_read"));
    const auto more = ada.get(request("jobs_read jobs_manage"));

    EXPECT_EQ(exchange(code_of(same)).status, 200);
    EXPECT_EQ(exchange(code_of(fewer)).status, 200);
    EXPECT_EQ(more.status, 200) << "a wider set asks again";
}

TEST_P(OAuthPages, AWrongLinkIsExplainedAndLeadsNowhere) {
    const std::string uri = "&redirect_uri=" + percent_encode(given::kCallback);
    for (const std::string& query :
         {"client_id=unknown&scope=jobs_read" + uri, "scope=jobs_read" + uri,
          "client_id=" + partner.id() + "&scope=jobs_read",
          "client_id=" + partner.id() + "&scope=jobs_read&redirect_uri=https%3A%2F%2Fevil.test%2F",
          "client_id=" + partner.id() + "&client_id=" + partner.id() + "&scope=jobs_read" + uri,
          "client_id=" + partner.id() + "&scope=%zz" + uri, std::string{}}) {
        const auto answer = browser().get(kAllow + "?" + query);

        EXPECT_EQ(answer.status, 400) << query;
        EXPECT_EQ(answer.header("location"), "") << query;
        EXPECT_THAT(answer.header("content-type"), StartsWith("text/html")) << query;
    }
}

TEST_P(OAuthPages, OtherFaultsAreReportedToTheApplicationWithoutAskingAnybody) {
    for (const auto& [address, error] :
         {std::pair{request("everything"), "invalid_scope"},
          std::pair{request("candidates_read"), "invalid_scope"},
          std::pair{request("jobs_read", "&state=s1&response_type=token"), "unsupported_response_type"},
          std::pair{request("jobs_read", "&state=s1&code_challenge=x"), "invalid_request"}}) {
        const auto answer = browser().get(address);
        const auto location = answer.header("location");

        EXPECT_EQ(answer.status, 303);
        EXPECT_THAT(location, StartsWith(given::kCallback + "?"));
        EXPECT_EQ(parameter(location, "error"), error);
        EXPECT_EQ(parameter(location, "code"), "400");
        EXPECT_EQ(parameter(location, "state"), "s1");
        EXPECT_EQ(parameter(location, "iss"), issuer());
    }
}

TEST_P(OAuthPages, AnInactiveUserAuthorizesNothing) {
    constexpr db::Sql kDeactivate{
        "test_deactivate", "UPDATE user_account SET state = 'INACTIVE' WHERE company_id = $1 AND id = $2"};
    Browser ada = signed_in();
    const auto token = token_of(ada.get(request()), kAllow);
    server.db->write(company, [&](db::Tx& tx) { tx.execute(kDeactivate, {user}); });

    const auto answer = ada.post(request(), {{"decision", "authorize"}, {"token", token}});

    EXPECT_THAT(answer.header("location"), StartsWith(kSignIn));
}

TEST_P(OAuthPages, AFailureOfTheServerIsReportedToTheApplication) {
    constexpr db::GlobalSql kDrop{"test_drop_codes", "DROP TABLE authorization_code"};
    Browser ada = signed_in();
    const auto token = token_of(ada.get(request()), kAllow);
    server.db->write(std::nullopt, [&](db::Tx& tx) { tx.execute(kDrop, {}); });

    const auto answer = ada.post(request(), {{"decision", "authorize"}, {"token", token}});

    EXPECT_EQ(answer.status, 303) << answer.body;
    const auto location = answer.header("location");
    EXPECT_EQ(parameter(location, "error"), "server_error");
    EXPECT_EQ(parameter(location, "code"), "500");
    EXPECT_EQ(parameter(location, "state"), "s1");
    EXPECT_EQ(parameter(location, "iss"), issuer());
}

// --- connected applications

TEST_P(OAuthPages, DisconnectingEndsTokensAtOnce) {
    Browser ada = signed_in();
    const auto tokens = exchange(code_of(decide(ada, request("users_read"))));
    ASSERT_EQ(call_with(text(tokens, "access_token")), 200);
    EXPECT_THAT(ada.get(kApplications).body, HasSubstr("Sourcing Robot"));

    const auto answer = ada.submit(kApplications, {{"application", partner.id()}});

    EXPECT_EQ(answer.status, 303);
    EXPECT_EQ(call_with(text(tokens, "access_token")), 401);
    EXPECT_THAT(ada.get(kApplications).body, Not(HasSubstr("Sourcing Robot")));
    EXPECT_EQ(ada.get(request("users_read")).status, 200) << "it must ask again";
}

TEST_P(OAuthPages, NobodyDisconnectsForSomebodyElse) {
    Browser ada = signed_in();
    const auto tokens = exchange(code_of(decide(ada, request("users_read"))));
    add_user("eve@acme.test");
    Browser eve = signed_in("eve@acme.test");
    decide(eve, request("users_read"));
    const auto eves_token = token_of(eve.get(kApplications), kApplications);

    EXPECT_EQ(ada.post(kApplications, {{"application", partner.id()}}).status, 403);
    EXPECT_EQ(ada.post(kApplications, {{"application", partner.id()}, {"token", eves_token}}).status, 403);
    EXPECT_EQ(eve.post(kApplications, {{"application", partner.id()}, {"token", eves_token}}).status, 303);

    EXPECT_EQ(call_with(text(tokens, "access_token")), 200);
}

TEST_P(OAuthPages, DisconnectingWhatIsNotConnectedIsNothing) {
    Browser ada = signed_in();
    decide(ada, request());
    const auto token = token_of(ada.get(kApplications), kApplications);

    for (const std::string id : {"", "nonsense", "0192f0c1-0000-7000-8000-000000000000"})
        EXPECT_EQ(ada.post(kApplications, {{"application", id}, {"token", token}}).status, 303) << id;

    EXPECT_THAT(ada.get(kApplications).body, HasSubstr("Sourcing Robot"));
}

// --- password

TEST_P(OAuthPages, ANewPasswordEndsAllSessionsAndNoTokens) {
    Browser ada = signed_in();
    Browser thief = browser();
    thief.cookies = ada.cookies;
    Browser phone = signed_in();
    const auto tokens = exchange(code_of(decide(ada, request("users_read"))));

    const auto answer = ada.submit(kPasswordPage, {{"old", kPassword}, {"new", kNewPassword}});

    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(is_signed_in(ada)) << "in a new session";
    EXPECT_NE(ada.cookies[kSession], thief.cookies[kSession]);
    EXPECT_FALSE(is_signed_in(thief)) << "with the cookie of before";
    EXPECT_FALSE(is_signed_in(phone));
    EXPECT_EQ(browser().sign_in(kEmail, kPassword).status, 401);
    EXPECT_EQ(browser().sign_in(kEmail, kNewPassword).status, 303);
    EXPECT_EQ(call_with(text(tokens, "access_token")), 200);
}

TEST_P(OAuthPages, ThePageOfANewPasswordHasFormsOfTheNewSession) {
    Browser ada = signed_in();
    const auto changed = ada.submit(kPasswordPage, {{"old", kPassword}, {"new", kNewPassword}});

    EXPECT_EQ(
        ada.post(kPasswordPage,
                 {{"old", kNewPassword}, {"new", kPassword}, {"token", token_of(changed, kPasswordPage)}})
            .status,
        200);
}

TEST_P(OAuthPages, APasswordIsChangedByItsOwnerOnly) {
    Browser ada = signed_in();
    Browser other = signed_in();
    const auto foreign = token_of(other.get(kPasswordPage), kPasswordPage);

    EXPECT_EQ(ada.submit(kPasswordPage, {{"old", "wrong password"}, {"new", kNewPassword}}).status, 422);
    EXPECT_EQ(ada.post(kPasswordPage, {{"old", kPassword}, {"new", kNewPassword}}).status, 403);
    EXPECT_EQ(ada.post(kPasswordPage, {{"old", kPassword}, {"new", kNewPassword}, {"token", foreign}}).status,
              403);
    EXPECT_EQ(browser().post(kPasswordPage, {{"old", kPassword}, {"new", kNewPassword}}).status, 303);

    EXPECT_EQ(browser().sign_in(kEmail, kPassword).status, 303) << "it is the old one still";
}

TEST_P(OAuthPages, GuessingThePresentPasswordIsLimitedLikeSigningIn) {
    Browser attacker = signed_in();
    const auto guess = [&](const std::string& password) {
        return attacker.submit(kPasswordPage, {{"old", password}, {"new", kNewPassword}});
    };
    for (int i = 0; i < 3; ++i) EXPECT_EQ(guess("wrong password").status, 422);
    for (int i = 0; i < 2; ++i) EXPECT_EQ(browser().sign_in(kEmail, "wrong password").status, 401);

    const auto refused = guess(kPassword);

    EXPECT_EQ(refused.status, 429);
    EXPECT_FALSE(refused.header("retry-after").empty());
    EXPECT_EQ(browser().sign_in(kEmail, kPassword).status, 429) << "they are counted together";
    server.stopwatch.advance(std::chrono::seconds{61});
    EXPECT_EQ(browser().sign_in(kEmail, kPassword).status, 303) << "and nothing was changed";
}

TEST_P(OAuthPages, AFailedSignInIsAudited) {
    browser().sign_in(kEmail, "wrong password");

    // It is recorded after the response.
    EXPECT_TRUE(test::eventually([&] {
        const auto names = given::audit_names(*server.db, company);
        return std::ranges::find(names, "USER_AUTHENTICATION_INVALID_CREDENTIALS") != names.end();
    }));
    EXPECT_EQ(browser().sign_in(kEmail, kPassword).status, 303);
    EXPECT_EQ(given::audit_names(*server.db, company).back(), "USER_AUTHENTICATION_SUCCESS");
}

TEST_P(OAuthPages, ANewPasswordHasTwelveCharactersAtLeast) {
    Browser ada = signed_in();

    for (const std::string& bad : {std::string{}, std::string{"short"}, std::string(5000, 'x')})
        EXPECT_EQ(ada.submit(kPasswordPage, {{"old", kPassword}, {"new", bad}}).status, 422);

    EXPECT_EQ(browser().sign_in(kEmail, kPassword).status, 303);
}

// --- injection

TEST_P(OAuthPages, HostileNamesAreShownAsText) {
    const std::string hostile = "<img src=x onerror=alert(1)>\"'&amp;{{token}}";
    const auto robot = given::partner(*server.db, hostile, "jobs_read");
    add_user("mal@acme.test", "<script>alert(2)</script>");
    Browser mal = signed_in("mal@acme.test");
    const auto address = kAllow + "?client_id=" + robot.id() +
                         "&redirect_uri=" + percent_encode(given::kCallback) + "&scope=jobs_read";

    const auto question = mal.get(address);
    decide(mal, address);
    const auto connected = mal.get(kApplications);

    for (const auto* page : {&question, &connected}) {
        EXPECT_EQ(page->status, 200);
        EXPECT_THAT(page->body, Not(HasSubstr("<img src=x")));
        EXPECT_THAT(page->body, Not(HasSubstr("<script")));
        EXPECT_THAT(page->body, HasSubstr("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;{{token}}"));
    }
    EXPECT_THAT(question.body, HasSubstr("&lt;script&gt;alert(2)"));
}

TEST_P(OAuthPages, WhatTheBrowserSentIsShownAsText) {
    const auto failed = browser().sign_in("\"><script>alert(1)</script>", "x");
    const auto sign_in = browser().get(kSignIn + "?to=%2Fidentity%2F%22%3E%3Cscript%3E");
    Browser ada = signed_in();
    const auto question = ada.get(request("jobs_read", "&state=\"><script>alert(1)</script>"));

    for (const auto* page : {&failed, &sign_in, &question})
        EXPECT_THAT(page->body, Not(HasSubstr("<script")));
}

TEST_P(OAuthPages, ACookieCannotBreakOutOfTheHeaderOrThePage) {
    Browser eve = browser();
    eve.cookies["callboard_visitor"] = "\"><script>alert(1)</script>";

    const auto page = eve.get(kSignIn);

    EXPECT_THAT(page.body, Not(HasSubstr("<script")));
    EXPECT_EQ(eve.sign_in(kEmail, kPassword).status, 303);
}

TEST_P(OAuthPages, EveryPageProtectsItself) {
    Browser signed_out = browser();
    Browser ada = signed_in();
    const std::vector<std::pair<std::string, Answer>> pages{
        {"sign-in", signed_out.get(kSignIn)},
        {"failed sign-in", signed_out.sign_in(kEmail, "wrong password")},
        {"stale form", signed_out.post(kSignIn, {})},
        {"wrong link", signed_out.get(kAllow)},
        {"consent", ada.get(request())},
        {"stale consent", ada.post(request(), {})},
        {"applications", ada.get(kApplications)},
        {"password", ada.get(kPasswordPage)},
        {"refused password", ada.submit(kPasswordPage, {{"old", "x"}, {"new", "y"}})},
        {"start", signed_out.get("/")},
    };

    for (const auto& [name, page] : pages) {
        const auto policy = page.header("content-security-policy");
        EXPECT_THAT(page.header("content-type"), StartsWith("text/html")) << name;
        EXPECT_THAT(policy, AllOf(HasSubstr("default-src 'none'"), HasSubstr("frame-ancestors 'none'"),
                                  HasSubstr("base-uri 'none'")))
            << name;
        EXPECT_THAT(policy,
                    AllOf(Not(HasSubstr("unsafe")), Not(HasSubstr("form-action")), Not(HasSubstr("*"))))
            << name;
        EXPECT_EQ(page.header("x-content-type-options"), "nosniff") << name;
        EXPECT_EQ(page.header("referrer-policy"), "no-referrer") << name;
        for (const std::string forbidden : {"<script", "style=", "onclick", "src=\"http", "href=\"http"})
            EXPECT_THAT(page.body, Not(HasSubstr(forbidden))) << name;
        EXPECT_THAT(page.body, AllOf(HasSubstr("<html lang="), HasSubstr("name=\"viewport\""))) << name;
        if (name != "start") EXPECT_EQ(page.header("cache-control"), "no-store") << name;
    }
}

TEST_P(OAuthPages, RedirectsAreNotStored) {
    Browser ada = signed_in();

    EXPECT_EQ(decide(ada, request()).header("cache-control"), "no-store");
    EXPECT_EQ(ada.get(request()).header("cache-control"), "no-store");
    EXPECT_EQ(browser().get(request()).header("cache-control"), "no-store");
}

RUN_ON_EACH_DATABASE(OAuthPages);

// --- on https

class SecurePages : public testing::Test {
  protected:
    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const test::Tenant tenant = test::add_tenant({"--data-dir", data_dir}, "acme");
    const test::ServerProcess server{data_dir, {"--public-url", "https://callboard.test"}};
};

TEST_F(SecurePages, CookiesAreSecureAndBoundToTheHost) {
    Browser ada{server.port()};
    const auto page = ada.get(kSignIn);
    const auto answer = ada.sign_in(tenant.email, "a long enough password");

    EXPECT_EQ(answer.status, 303);
    for (const auto* each : {&page, &answer}) {
        const auto cookie = each->header("set-cookie");
        EXPECT_THAT(cookie, AllOf(StartsWith("__Host-"), HasSubstr("; Secure"), HasSubstr("; HttpOnly"),
                                  HasSubstr("; SameSite=Lax"), HasSubstr("; Path=/")));
        EXPECT_THAT(cookie, Not(HasSubstr("Domain")));
    }
    EXPECT_EQ(ada.get(kApplications).status, 200);
}

TEST_F(SecurePages, BrowsersAreToldToUseTlsOnly) {
    const test::ServerProcess plain{folder.path() / "plain"};

    for (const std::string path : {"/identity/sign-in", "/jobs", "/readyz", "/no-such-path"}) {
        test::Client secure{server.port()};
        EXPECT_EQ(secure.get(path).header("strict-transport-security"), "max-age=31536000") << path;
        test::Client open{plain.port()};
        EXPECT_EQ(open.get(path).header("strict-transport-security"), "") << path;
    }
}

TEST_F(SecurePages, ACookieWithoutThePrefixCountsForNothing) {
    Browser ada{server.port()};
    ada.sign_in(tenant.email, "a long enough password");

    ada.cookies = {{kSession, ada.cookies["__Host-" + kSession]}};

    EXPECT_EQ(ada.get(kApplications).status, 303);
}

}  // namespace
}  // namespace callboard
