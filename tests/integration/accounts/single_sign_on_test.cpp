// Single sign-on from leaving to coming back: the state, the session, the code.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sign_on_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using given::parameter;
using test::Answer;
using test::Browser;
using test::FakeProvider;
using testing::Contains;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class SingleSignOn : public test::SignOnServer {};

TEST_P(SingleSignOn, SignsInWithPkceAndTheClientSecret) {
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

TEST_P(SingleSignOn, SendsTheSecretInTheFormIfTheProviderWantsIt) {
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

TEST_P(SingleSignOn, AsksForTheEmailThatIsNotInTheToken) {
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

// --- the session

TEST_P(SingleSignOn, KeepsTheSessionOfTheSameUser) {
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(in.sign_in(kEmail, kPassword).status, 303);
    const std::string before = in.cookies[kSession];
    EXPECT_EQ(sign_on(in).status, 303);
    EXPECT_EQ(in.cookies[kSession], before);
    EXPECT_TRUE(is_signed_in(in));
}

TEST_P(SingleSignOn, EndsTheSessionOfAnotherUser) {
    add_user("grace@acme.example", accounts::Role::standard);
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(in.sign_in("grace@acme.example", kPassword).status, 303);
    Browser thief = browser();
    thief.cookies = in.cookies;
    EXPECT_EQ(sign_on(in).status, 303);
    EXPECT_NE(in.cookies[kSession], thief.cookies[kSession]);
    EXPECT_TRUE(is_signed_in(in));
    EXPECT_FALSE(is_signed_in(thief));
    EXPECT_THAT(given::audit_names(*server.db, company), Contains("USER_LOGOUT"));
}

// --- the state

TEST_P(SingleSignOn, AcceptsAStateOnce) {
    provider.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    EXPECT_EQ(come_back(in, state).status, 303);
    EXPECT_EQ(come_back(in, state).status, 400);
    EXPECT_THAT(provider.receiver.deliveries(FakeProvider::kTokens), SizeIs(1));
}

TEST_P(SingleSignOn, AcceptsAStateOfOneOfManyRequests) {
    provider.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    std::atomic<int> admitted = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&, cookies = in.cookies] {
                Browser again = browser();
                again.cookies = cookies;
                admitted += come_back(again, state).status == 303 ? 1 : 0;
            });
        }
    }
    EXPECT_EQ(admitted, 1);
    EXPECT_EQ(token_requests(), 1U);
}

TEST_P(SingleSignOn, AcceptsAStateOnlyInItsBrowser) {
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

TEST_P(SingleSignOn, AcceptsAStateForTenMinutes) {
    provider.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    server.db.clock.advance(10min);
    EXPECT_EQ(come_back(in, state).status, 400);
}

TEST_P(SingleSignOn, RefusesAnUnknownMissingOrRepeatedState) {
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    EXPECT_EQ(come_back(in, "unknown").status, 400);
    EXPECT_EQ(in.get("/identity/sso/acme/callback?code=x").status, 400);
    EXPECT_EQ(in.get("/identity/sso/acme/callback").status, 400);
    EXPECT_EQ(in.get("/identity/sso/acme/callback?state=%zz&code=x").status, 400);
    EXPECT_EQ(come_back(in, state, "&code=x&state=" + state).status, 400);
    EXPECT_EQ(come_back(in, state, "&code=x&code=y").status, 400);
}

TEST_P(SingleSignOn, LetsTwoTabsFinish) {
    provider.says(verified);
    Browser in = browser();
    const std::string first = leave(in);
    const std::string second = leave(in);
    EXPECT_EQ(come_back(in, parameter(second, "state").value()).status, 303);
    provider.expects(parameter(first, "nonce").value());
    EXPECT_EQ(come_back(in, parameter(first, "state").value()).status, 303);
}

// Both tabs were opened before either of them had a cookie.
TEST_P(SingleSignOn, LetsTwoTabsOfAFreshBrowserFinish) {
    provider.says(verified);
    Browser in = browser();
    in.more_headers = {{"Sec-Fetch-Site", "none"}};
    const std::string first = in.get("/identity/sso/acme").header("location");
    Browser tab = browser();
    tab.more_headers = in.more_headers;
    const std::string second = tab.get("/identity/sso/acme").header("location");
    in.cookies.insert(tab.cookies.begin(), tab.cookies.end());
    for (const std::string& location : {first, second}) {
        provider.expects(parameter(location, "nonce").value());
        EXPECT_EQ(come_back(in, parameter(location, "state").value()).status, 303);
    }
}

// Whoever begins sign-ons without end fills no table.
TEST_P(SingleSignOn, StoresNothingBeforeTheUserComesBack) {
    const auto rows = [&] {
        constexpr db::GlobalSql kCount{"test_count_states", "SELECT count(*) FROM sso_used_state"};
        return server.db->read(std::nullopt,
                               [&](db::Snapshot& snapshot) { return snapshot.number(kCount, {}); });
    };
    provider.says(verified);
    Browser in = browser();
    const std::string state = parameter(leave(in), "state").value();
    EXPECT_EQ(rows(), 0);
    EXPECT_EQ(come_back(in, "unknown").status, 400);
    EXPECT_EQ(rows(), 0);
    EXPECT_EQ(come_back(in, state).status, 303);
    EXPECT_EQ(rows(), 1);
}

INSTANTIATE_TEST_SUITE_P(Db, SingleSignOn, testing::Values(test::Engine::sqlite, test::Engine::postgres));

}  // namespace
}  // namespace callboard
