// Single sign-on at a provider that tells the truth, and at some that do not.
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "accounts/sso_connections.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "support/browser.h"
#include "support/fake_provider.h"
#include "support/oauth_flow.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using given::parameter;
using test::Answer;
using test::Browser;
using test::FakeProvider;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::string kEmail = "ada@acme.example";
const std::string kPassword = "correct horse battery";
const std::string kSession = "callboard_session";
const std::string kSecurity = "/identity/security";

struct Rules {
    std::optional<accounts::Role> created_role = std::nullopt;
    bool required = false;
};

class SingleSignOn : public testing::Test {
  protected:
    SingleSignOn() { connect(company, provider, "acme.example"); }

    UserId add_user(const std::string& email, accounts::Role role) {
        return server.db->write(company, [&](db::Tx& tx) {
            return accounts::add_user(
                       tx, {.email = email, .first_name = "Ada", .last_name = "Byron", .role = role},
                       accounts::hash_password(Secret{kPassword}))
                .id;
        });
    }
    void connect(const CompanyId& whose, const FakeProvider& to, const std::string& domain,
                 const Rules& rules = {}) {
        server.db->write(whose, [&](db::Tx& tx) {
            accounts::set_sso_connection(tx, {},
                                         {.issuer = to.issuer(),
                                          .client_id = FakeProvider::kClient,
                                          .client_secret = Secret{FakeProvider::kSecret},
                                          .created_role = rules.created_role,
                                          .required = rules.required,
                                          .domains = {{domain}}},
                                         test::test_seal());
        });
    }
    Browser browser() const { return Browser{server.port()}; }

    // Leaves for the provider; it will confirm what says() told it.
    std::string leave(Browser& in, const std::string& company_name = "acme",
                      const std::string& to = kSecurity) {
        const Answer left = in.get("/identity/sso/" + company_name + "?to=" + percent_encode(to));
        EXPECT_EQ(left.status, 303) << left.body;
        const std::string location = left.header("location");
        provider.expects(parameter(location, "nonce").value_or(""));
        return location;
    }
    static Answer come_back(Browser& in, const std::string& state, const std::string& more = "&code=a-code",
                            const std::string& company_name = "acme") {
        return in.get("/identity/sso/" + company_name + "/callback?state=" + percent_encode(state) + more);
    }
    // The whole way.
    Answer sign_on(Browser& in, const std::string& more = "&code=a-code") {
        const std::string state = parameter(leave(in), "state").value_or("");
        return come_back(in, state, more);
    }
    static bool is_signed_in(Browser& in) { return in.get(kSecurity).status == 200; }

    // Nobody is signed in, and the page shows nothing of the token or the code.
    void expect_refused(const boost::json::object& claims) {
        provider.says(claims);
        Browser in = browser();
        const Answer back = sign_on(in);
        EXPECT_EQ(back.status, 403) << boost::json::serialize(claims);
        EXPECT_THAT(back.body, Not(HasSubstr("a-code")));
        EXPECT_FALSE(in.cookies.contains(kSession));
    }

    test::TestServer server{{.webhook_ca_file = test::ca_file()}};
    FakeProvider provider{server.db.clock};
    const CompanyId company = given::company(*server.db);
    const UserId user = add_user(kEmail, accounts::Role::standard);
    const boost::json::object verified{{"email", kEmail}, {"email_verified", true}};
};

TEST_F(SingleSignOn, SignsInWithPkceAndTheClientSecret) {
    provider.says(verified);
    Browser in = browser();
    const std::string location = leave(in);
    EXPECT_THAT(location, StartsWith(provider.receiver.url("/auth") + "?"));
    EXPECT_EQ(parameter(location, "response_type"), "code");
    EXPECT_EQ(parameter(location, "client_id"), FakeProvider::kClient);
    EXPECT_EQ(parameter(location, "scope"), "openid email profile");
    EXPECT_EQ(parameter(location, "code_challenge_method"), "S256");

    const Answer back = come_back(in, parameter(location, "state").value());
    EXPECT_EQ(back.status, 303) << back.body;
    EXPECT_EQ(back.header("location"), kSecurity);
    EXPECT_TRUE(is_signed_in(in));

    const auto requests = provider.receiver.deliveries(FakeProvider::kTokens);
    ASSERT_THAT(requests, SizeIs(1));
    const auto form = wire::Form::parse(requests.front().body);
    EXPECT_EQ(form->text("grant_type"), "authorization_code");
    EXPECT_EQ(form->text("code"), "a-code");
    EXPECT_EQ(form->text("redirect_uri"), parameter(location, "redirect_uri"));
    EXPECT_EQ(to_base64url(sha256(form->text("code_verifier"))), parameter(location, "code_challenge"));
    EXPECT_EQ(requests.front().header("Authorization"),
              "Basic " + to_base64(std::string{FakeProvider::kClient} + ":" + FakeProvider::kSecret));
    EXPECT_THAT(given::audit_names(*server.db, company), Contains("USER_AUTHENTICATION_SUCCESS"));
}

TEST_F(SingleSignOn, SendsTheSecretInTheFormIfTheProviderWantsIt) {
    provider.more_metadata["token_endpoint_auth_methods_supported"] =
        boost::json::array{"client_secret_post"};
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    const auto requests = provider.receiver.deliveries(FakeProvider::kTokens);
    ASSERT_THAT(requests, SizeIs(1));
    EXPECT_EQ(wire::Form::parse(requests.front().body)->text("client_secret"), FakeProvider::kSecret);
    EXPECT_THAT(requests.front().header("Authorization"), IsEmpty());
}

TEST_F(SingleSignOn, AsksForTheEmailThatIsNotInTheToken) {
    provider.more_metadata["userinfo_endpoint"] = provider.receiver.url("/me");
    const auto person = [&](const char* subject) {
        boost::json::object all = verified;
        all["sub"] = subject;
        return test::Reply{.status = 200, .body = boost::json::serialize(all)};
    };
    provider.receiver.plan("/me", {person("somebody else"), person("248289761001")});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_EQ(sign_on(in).status, 303);
    EXPECT_EQ(provider.receiver.deliveries("/me").front().header("Authorization"), "Bearer access");
}

TEST_F(SingleSignOn, BeginsANewSession) {
    Browser in = browser();
    EXPECT_EQ(in.sign_in(kEmail, kPassword).status, 303);
    const std::string before = in.cookies[kSession];
    provider.says(verified);
    EXPECT_EQ(sign_on(in).status, 303);
    EXPECT_NE(in.cookies[kSession], before);
}

// --- the state

TEST_F(SingleSignOn, AcceptsAStateOnce) {
    provider.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    EXPECT_EQ(come_back(in, state).status, 303);
    EXPECT_EQ(come_back(in, state).status, 400);
    EXPECT_THAT(provider.receiver.deliveries(FakeProvider::kTokens), SizeIs(1));
}

TEST_F(SingleSignOn, AcceptsAStateOnlyInItsBrowser) {
    provider.says(verified);
    Browser attacker = browser();
    const std::string state = parameter(leave(attacker), "state").value();
    Browser victim = browser();
    leave(victim);  // has a cookie of its own
    EXPECT_EQ(come_back(victim, state).status, 400);
    Browser fresh = browser();
    EXPECT_EQ(come_back(fresh, state).status, 400);
    EXPECT_THAT(provider.receiver.deliveries(FakeProvider::kTokens), IsEmpty());
    EXPECT_FALSE(is_signed_in(victim));
}

TEST_F(SingleSignOn, AcceptsAStateForTenMinutes) {
    provider.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    server.db.clock.advance(10min);
    EXPECT_EQ(come_back(in, state).status, 400);
}

TEST_F(SingleSignOn, RefusesAnUnknownMissingOrRepeatedState) {
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    EXPECT_EQ(come_back(in, "unknown").status, 400);
    EXPECT_EQ(in.get("/identity/sso/acme/callback?code=x").status, 400);
    EXPECT_EQ(in.get("/identity/sso/acme/callback").status, 400);
    EXPECT_EQ(in.get("/identity/sso/acme/callback?state=%zz&code=x").status, 400);
    EXPECT_EQ(come_back(in, state, "&code=x&state=" + state).status, 400);
    EXPECT_EQ(come_back(in, state, "&code=x&code=y").status, 400);
}

TEST_F(SingleSignOn, LetsTwoTabsFinish) {
    provider.says(verified);
    Browser in = browser();
    const std::string first = leave(in);
    const std::string second = leave(in);
    EXPECT_EQ(come_back(in, parameter(second, "state").value()).status, 303);
    provider.expects(parameter(first, "nonce").value());
    EXPECT_EQ(come_back(in, parameter(first, "state").value()).status, 303);
}

// --- providers against each other

TEST_F(SingleSignOn, DoesNotTakeTheResponseOfOneProviderForThatOfAnother) {
    const CompanyId other = given::company(*server.db, "other");
    FakeProvider theirs{server.db.clock};
    connect(other, theirs, "other.example");
    provider.says(verified);
    theirs.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    EXPECT_EQ(come_back(in, state, "&code=x", "other").status, 400);
    EXPECT_EQ(come_back(in, state, "&code=x&iss=" + percent_encode(theirs.issuer())).status, 403);
    EXPECT_THAT(provider.receiver.deliveries(FakeProvider::kTokens), IsEmpty());
    EXPECT_THAT(theirs.receiver.deliveries(FakeProvider::kTokens), IsEmpty());
}

TEST_F(SingleSignOn, RequiresTheIssuerOfProvidersThatSendIt) {
    provider.more_metadata["authorization_response_iss_parameter_supported"] = true;
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_EQ(sign_on(in, "&code=x&iss=" + percent_encode(provider.issuer())).status, 303);
}

TEST_F(SingleSignOn, RefusesTokensOfAnotherCompany) {
    const CompanyId other = given::company(*server.db, "other");
    FakeProvider theirs{server.db.clock};
    connect(other, theirs, "other.example");
    Browser in = browser();
    const std::string location = leave(in);
    theirs.expects(parameter(location, "nonce").value());
    theirs.says(verified);
    // valid for the other company, and sent by a provider that collects tokens
    provider.sends(test::signed_token(theirs.key, theirs.valid_claims()));
    EXPECT_EQ(come_back(in, parameter(location, "state").value()).status, 403);
    EXPECT_FALSE(is_signed_in(in));
}

// --- tokens

TEST_F(SingleSignOn, RefusesTokensThatAreNotForThisSignOn) {
    const std::int64_t now = server.db.clock.now().ms / 1000;
    for (const boost::json::object& lie :
         {boost::json::object{{"aud", "another client"}},
          boost::json::object{{"iss", "https://id.evil.test"}}, boost::json::object{{"nonce", "another"}},
          boost::json::object{{"exp", now - 600}}, boost::json::object{{"iat", now + 600}},
          boost::json::object{{"iat", now - 600}}}) {
        boost::json::object claims = verified;
        for (const auto& [name, value] : lie) claims[name] = value;
        expect_refused(claims);
    }
}

TEST_F(SingleSignOn, RefusesTokensWithoutASignatureOfTheProvider) {
    provider.says(verified);
    Browser in = browser();
    const auto answer_with = [&](auto make) {
        const std::string state = parameter(leave(in), "state").value();
        provider.sends(make(provider.valid_claims()));
        return come_back(in, state).status;
    };
    EXPECT_EQ(answer_with([](const boost::json::object& claims) {
                  return test::token({{"alg", "none"}}, claims,
                                     [](std::string_view) { return std::string{}; });
              }),
              403);
    EXPECT_EQ(answer_with([&](const boost::json::object& claims) {
                  return test::token({{"alg", "HS256"}, {"kid", "key"}}, claims, [&](std::string_view text) {
                      return to_hex(hmac_sha256(Secret{provider.key.public_text()}, text));
                  });
              }),
              403);
    EXPECT_EQ(answer_with([](const boost::json::object& claims) {
                  return test::signed_token(test::SigningKey::ec("key"), claims);
              }),
              403);
    EXPECT_EQ(answer_with([](const boost::json::object&) { return std::string{"not a token"}; }), 403);
    EXPECT_FALSE(is_signed_in(in));
    EXPECT_EQ(answer_with([&](const boost::json::object& claims) {
                  return test::signed_token(provider.key, claims);
              }),
              303);
}

TEST_F(SingleSignOn, RefusesWithoutUsableKeys) {
    provider.says(verified);
    for (const test::Reply& reply :
         {test::Reply{.status = 200, .body = "{\"keys\":[" + std::string(200'000, ' ')},
          test::Reply{.status = 200, .headers = {}, .body = {}, .mode = test::ReplyMode::closes},
          test::Reply{.status = 302, .headers = {{"Location", provider.receiver.url("/elsewhere")}}},
          test::Reply{.status = 200, .body = R"({"keys":[]})"}}) {
        provider.receiver.plan(FakeProvider::kKeys, {reply});
        Browser in = browser();
        EXPECT_EQ(sign_on(in).status, 403);
        EXPECT_FALSE(in.cookies.contains(kSession));
        server.db.clock.advance(1min);
    }
    EXPECT_THAT(provider.receiver.deliveries("/elsewhere"), IsEmpty());
}

// --- providers that cannot be used

TEST_F(SingleSignOn, SaysWhenTheProviderDoesNotWork) {
    provider.receiver.plan(FakeProvider::kDocument, {test::Reply{.status = 500, .body = "stack trace"}});
    Browser in = browser();
    const Answer page = in.get("/identity/sso/acme");
    EXPECT_EQ(page.status, 502);
    EXPECT_THAT(page.body, HasSubstr("did not answer as it should"));
    EXPECT_THAT(page.body, Not(HasSubstr("stack trace")));
}

TEST_F(SingleSignOn, RefusesADocumentOfAnotherIssuer) {
    provider.more_metadata["issuer"] = "https://id.evil.test";
    Browser in = browser();
    EXPECT_EQ(in.get("/identity/sso/acme").status, 502);
}

TEST(SingleSignOnGuard, DoesNotCallPrivateAddresses) {
    test::TestServer server{{.webhook_ca_file = test::ca_file(), .webhooks_allow_private = false}};
    FakeProvider provider{server.db.clock};
    const CompanyId company = given::company(*server.db);
    server.db->write(company, [&](db::Tx& tx) {
        accounts::set_sso_connection(tx, {},
                                     {.issuer = provider.issuer(),
                                      .client_id = "callboard",
                                      .client_secret = Secret{"secret"},
                                      .created_role = {},
                                      .domains = {}},
                                     test::test_seal());
    });
    Browser in{server.port()};
    EXPECT_EQ(in.get("/identity/sso/acme").status, 502);
    EXPECT_EQ(provider.receiver.connections(), 0U);
}

TEST_F(SingleSignOn, ShowsWhatTheProviderDeclinesWithoutItsWords) {
    Browser in = browser();
    const Answer back =
        sign_on(in, "&error=access_denied&error_description=" + percent_encode("<b>Call 555-0100</b>"));
    EXPECT_EQ(back.status, 403);
    EXPECT_THAT(back.body, Not(HasSubstr("555")));
    EXPECT_THAT(provider.receiver.deliveries(FakeProvider::kTokens), IsEmpty());
}

TEST_F(SingleSignOn, RefusesACodeThatTheProviderRefuses) {
    provider.receiver.plan(FakeProvider::kTokens,
                           {test::Reply{.status = 400, .body = R"({"error":"invalid_grant"})"}});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_FALSE(is_signed_in(in));
}

// --- who is who

TEST_F(SingleSignOn, DoesNotTrustAnEmailThatIsNotVerified) {
    expect_refused({{"email", kEmail}});
    expect_refused({{"email", kEmail}, {"email_verified", false}});
    expect_refused({{"email", kEmail}, {"email_verified", "true"}});
}

TEST_F(SingleSignOn, RefusesUsersOfOtherCompanies) {
    const CompanyId other = given::company(*server.db, "other");
    FakeProvider theirs{server.db.clock};
    connect(other, theirs, "other.example", {.created_role = accounts::Role::employee});
    theirs.says(verified);
    Browser in = browser();
    const Answer left = in.get("/identity/sso/other");
    theirs.expects(parameter(left.header("location"), "nonce").value());
    const Answer back =
        come_back(in, parameter(left.header("location"), "state").value(), "&code=x", "other");
    EXPECT_EQ(back.status, 403);
    EXPECT_FALSE(is_signed_in(in));
}

TEST_F(SingleSignOn, CreatesUsersByRule) {
    connect(company, provider, "acme.example", {.created_role = accounts::Role::employee});
    provider.says({{"sub", "new"},
                   {"email", "grace@acme.example"},
                   {"email_verified", true},
                   {"name", "Grace Brewster Hopper"}});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    const auto made = server.db->read(company, [](db::Snapshot& snapshot) {
        return accounts::store::find_by_sso_identifier(snapshot, "new");
    });
    ASSERT_TRUE(made);
    EXPECT_EQ(made->user.first_name, "Grace Brewster");
    EXPECT_EQ(made->user.last_name, "Hopper");
    EXPECT_EQ(made->user.role, accounts::Role::employee);
}

// --- pages around it

TEST_F(SingleSignOn, ReturnsToPagesOfThisServerOnly) {
    provider.says(verified);
    for (const auto* const to :
         {"https://evil.test/", "//evil.test/", "/\\evil.test", "/identity/sso/acme/end", "/other"}) {
        Browser in = browser();
        const std::string state = parameter(leave(in, "acme", to), "state").value();
        EXPECT_EQ(come_back(in, state).header("location"), "/identity/applications") << to;
    }
}

TEST_F(SingleSignOn, IsFoundByTheDomainOfAnEmail) {
    Browser in = browser();
    const Answer known =
        in.submit("/identity/sso?to=" + percent_encode(kSecurity), {{"email", "nobody@ACME.example"}});
    EXPECT_EQ(known.status, 303);
    EXPECT_EQ(known.header("location"), "/identity/sso/acme?to=" + percent_encode(kSecurity));
    for (const std::string email :
         {"ada@acme.test", "acme.example", "@", "ada@sub.acme.example", "\xff@acme.example"})
        EXPECT_EQ(in.submit("/identity/sso", {{"email", email}}).status, 422) << email;
    EXPECT_EQ(in.post("/identity/sso", {{"email", kEmail}}).status, 403);
}

TEST_F(SingleSignOn, IsNotThereForOtherCompanies) {
    given::company(*server.db, "other");
    Browser in = browser();
    const Answer without = in.get("/identity/sso/other");
    EXPECT_EQ(without.status, 404);
    EXPECT_EQ(in.get("/identity/sso/unknown").body, without.body);
    EXPECT_EQ(in.get("/identity/sso/other/callback?state=x&code=y").status, 404);
}

TEST_F(SingleSignOn, ReplacesPasswordsExceptOfAdministrators) {
    add_user("boss@acme.example", accounts::Role::administrator);
    connect(company, provider, "acme.example", {.required = true});
    Browser in = browser();
    const Answer sent = in.sign_in(kEmail, kPassword);
    EXPECT_EQ(sent.status, 303);
    EXPECT_THAT(sent.header("location"), StartsWith("/identity/sso/acme?to="));
    EXPECT_FALSE(is_signed_in(in));
    EXPECT_EQ(in.sign_in(kEmail, "incorrect horse battery").status, 401);

    Browser boss = browser();
    EXPECT_EQ(boss.sign_in("boss@acme.example", kPassword).status, 303);
    EXPECT_TRUE(is_signed_in(boss));
}

TEST_F(SingleSignOn, EndsAtTheProviderToo) {
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    const std::string token = test::token_of(in.get(kSecurity), "/identity/sign-out");
    const Answer out = in.post("/identity/sign-out", {{"token", token}});
    EXPECT_EQ(out.header("location"), "/identity/sso/acme/end");
    EXPECT_FALSE(is_signed_in(in));
    const std::string location = in.get("/identity/sso/acme/end").header("location");
    EXPECT_THAT(location, StartsWith(provider.receiver.url("/end") + "?"));
    EXPECT_EQ(parameter(location, "client_id"), FakeProvider::kClient);
    EXPECT_THAT(parameter(location, "post_logout_redirect_uri").value(), HasSubstr("/identity/sign-in"));
}

}  // namespace
}  // namespace callboard
