// Single sign-on at providers that do not tell the truth, are slow, or fail.
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/user_store.h"
#include "support/limits.h"
#include "support/sign_on_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using given::parameter;
using test::Answer;
using test::Browser;
using test::FakeProvider;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class SignOnProviders : public test::SignOnServer {};

// --- providers against each other

TEST_P(SignOnProviders, DoesNotTakeTheResponseOfOneProviderForThatOfAnother) {
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

TEST_P(SignOnProviders, RequiresTheIssuerOfProvidersThatSendIt) {
    provider.more_metadata["authorization_response_iss_parameter_supported"] = true;
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_EQ(sign_on(in, "&code=x&iss=" + percent_encode(provider.issuer())).status, 303);
}

TEST_P(SignOnProviders, RefusesTokensOfAnotherCompany) {
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

TEST_P(SignOnProviders, RefusesTokensThatAreNotForThisSignOn) {
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

TEST_P(SignOnProviders, RefusesTokensWithoutASignatureOfTheProvider) {
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
    // what an attacker knows, as the secret of an HMAC
    for (const std::string& known : {provider.key.public_text(), provider.key.public_pem()}) {
        EXPECT_EQ(answer_with([&](const boost::json::object& claims) {
                      return test::token(
                          {{"alg", "HS256"}, {"kid", "key"}}, claims,
                          [&](std::string_view text) { return test::mac_of(Secret{known}, text); });
                  }),
                  403);
    }
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

TEST_P(SignOnProviders, RefusesTokensWithoutTheRequiredClaim) {
    connect(company, provider, "acme.example", {.required_claim = "hd=acme.example"});
    boost::json::object claims = verified;
    expect_refused(claims);
    claims["hd"] = "evil.example";
    expect_refused(claims);
    claims["hd"] = "acme.example";
    provider.says(claims);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
}

// The token vouches for one e-mail, and the identifier would be another one.
TEST_P(SignOnProviders, DoesNotTakeAnEmailFromOneDocumentAndItsProofFromAnother) {
    connect(company, provider, "acme.example", {.claim = "email"});
    server.db->write(company, [&](db::Tx& tx) {
        accounts::UserRecord record = accounts::store::find_record(tx, user).value();
        record.profile.sso_identifier = kEmail;
        accounts::store::update(tx, record);
    });
    provider.more_metadata["userinfo_endpoint"] = provider.receiver.url("/me");
    const std::string long_email = std::string(120, 'x') + "@acme.example";
    provider.says({{"email", long_email}, {"email_verified", true}});
    provider.receiver.plan(
        "/me", {test::Reply{.status = 200,
                            .body = boost::json::serialize(boost::json::object{
                                {"sub", "248289761001"}, {"email", kEmail}, {"email_verified", false}})}});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_FALSE(is_signed_in(in));
}

TEST_P(SignOnProviders, RefusesWithoutUsableKeys) {
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

TEST_P(SignOnProviders, SaysWhenTheProviderDoesNotWork) {
    provider.receiver.plan(FakeProvider::kDocument, {test::Reply{.status = 500, .body = "stack trace"}});
    Browser in = browser();
    const Answer page = set_out(in);
    EXPECT_EQ(page.status, 502);
    EXPECT_THAT(page.body, HasSubstr("did not answer as it should"));
    EXPECT_THAT(page.body, Not(HasSubstr("stack trace")));
}

TEST_P(SignOnProviders, RefusesADocumentOfAnotherIssuer) {
    provider.more_metadata["issuer"] = "https://id.evil.test";
    Browser in = browser();
    EXPECT_EQ(set_out(in).status, 502);
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
    EXPECT_EQ(in.submit("/identity/sso/acme", {}).status, 502);
    EXPECT_EQ(provider.receiver.connections(), 0U);
}

TEST_P(SignOnProviders, ShowsWhatTheProviderDeclinesWithoutItsWords) {
    Browser in = browser();
    const Answer back =
        sign_on(in, "&error=access_denied&error_description=" + percent_encode("<b>Call 555-0100</b>"));
    EXPECT_EQ(back.status, 403);
    EXPECT_THAT(back.body, Not(HasSubstr("555")));
    EXPECT_THAT(provider.receiver.deliveries(FakeProvider::kTokens), IsEmpty());
}

TEST_P(SignOnProviders, RefusesACodeThatTheProviderRefuses) {
    provider.receiver.plan(FakeProvider::kTokens,
                           {test::Reply{.status = 400, .body = R"({"error":"invalid_grant"})"}});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_FALSE(is_signed_in(in));
}

// Otherwise one browser could take all places of the company with codes that it made up.
TEST_P(SignOnProviders, IsNotAskedAboutTooManyCodesThatItRefuses) {
    const int limit = test::promised_limits().of(throttle::Policy::sign_in_by_network).requests;
    provider.says(verified);
    for (int i = 0; i <= limit; ++i) {  // codes that are right do not count
        Browser in = browser();
        ASSERT_EQ(sign_on(in).status, 303);
    }
    const auto before = token_requests();
    provider.receiver.plan(FakeProvider::kTokens,
                           {test::Reply{.status = 400, .body = R"({"error":"invalid_grant"})"}});
    Browser in = browser();
    for (int i = 0; i < limit; ++i) ASSERT_EQ(sign_on(in).status, 403);

    const Answer refused = sign_on(in);

    EXPECT_EQ(refused.status, 429);
    EXPECT_NE(refused.header("retry-after"), "");
    EXPECT_EQ(token_requests(), before + static_cast<std::size_t>(limit));
}

INSTANTIATE_TEST_SUITE_P(Db, SignOnProviders, testing::Values(test::Engine::sqlite, test::Engine::postgres));

// --- providers that do not answer

class SlowSignOnProviders : public test::SignOnServer {
  protected:
    SlowSignOnProviders() : SignOnServer({.each = 2s, .together = 4s}) {}
};

TEST_P(SlowSignOnProviders, AreNotWaitedForWithoutKeys) {
    provider.says(verified);
    provider.receiver.plan(FakeProvider::kKeys, {test::Reply{.mode = test::ReplyMode::never_answers}});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_FALSE(is_signed_in(in));

    provider.receiver.plan(FakeProvider::kKeys,
                           {test::Reply{.status = 200, .body = test::jwk_set({provider.key})}});
    server.db.clock.advance(10s);
    EXPECT_EQ(sign_on(in).status, 303);
}

TEST_P(SlowSignOnProviders, AreNotAskedForTokensAgainAtOnce) {
    provider.says(verified);
    provider.receiver.plan(FakeProvider::kTokens, {test::Reply{.mode = test::ReplyMode::never_answers}});
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_EQ(token_requests(), 1U);
    server.db.clock.advance(10s);
    EXPECT_EQ(sign_on(in).status, 403);
    EXPECT_EQ(token_requests(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Db, SlowSignOnProviders,
                         testing::Values(test::Engine::sqlite, test::Engine::postgres));

}  // namespace
}  // namespace callboard
