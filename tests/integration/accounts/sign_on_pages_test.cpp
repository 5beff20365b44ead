// The pages around single sign-on, and who is who after it.
#include <algorithm>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/user_store.h"
#include "support/eventually.h"
#include "support/sign_on_server.h"

namespace callboard {
namespace {

using given::parameter;
using test::Answer;
using test::Browser;
using test::FakeProvider;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kBegin = "/identity/sso/acme";

class SignOnPages : public test::SignOnServer {
  protected:
    // How the server answers a link to sign-on.
    Answer follow_link(Browser& in, const std::string& from) {
        in.more_headers.clear();
        if (!from.empty()) in.more_headers.emplace_back("Sec-Fetch-Site", from);
        Answer answer = in.get(kBegin);
        in.more_headers.clear();
        return answer;
    }

    // What the provider gets when the user signs out.
    static std::optional<std::string> sent_hint(Browser& in,
                                                const std::string& client = FakeProvider::kClient) {
        const std::string token = test::token_of(in.get(kSecurity), "/identity/sign-out");
        const std::string end = in.post("/identity/sign-out", {{"token", token}}).header("location");
        const std::string location = in.get(end).header("location");
        EXPECT_EQ(parameter(location, "client_id"), client) << location;
        return parameter(location, "id_token_hint");
    }

    static inline const std::string kIdToken = "callboard_id_token";
};

// --- leaving

TEST_P(SignOnPages, LeaveAtOnceOnlyIfTheUserWantsIt) {
    for (const std::string from : {"same-origin", "none"}) {
        Browser in = browser();
        EXPECT_EQ(follow_link(in, from).status, 303) << from;
    }
    for (const std::string from : {"cross-site", "same-site", ""}) {
        Browser in = browser();
        const Answer page = follow_link(in, from);
        EXPECT_EQ(page.status, 200) << from;
        EXPECT_THAT(page.body, AllOf(HasSubstr("Continue"), HasSubstr(provider.issuer())));
    }
}

// A link must not replace the user of a browser by the one of somebody else's provider (login CSRF).
TEST_P(SignOnPages, AskWhoeverIsSignedIn) {
    Browser in = browser();
    EXPECT_EQ(in.sign_in(kEmail, kPassword).status, 303);
    for (const std::string from : {"same-origin", "none", "cross-site", ""}) {
        const Answer page = follow_link(in, from);
        EXPECT_EQ(page.status, 200) << from;
        EXPECT_THAT(page.body, HasSubstr("signed in as " + kEmail));
    }
    EXPECT_EQ(in.post(kBegin, {}).status, 403);
    EXPECT_EQ(in.post(kBegin, {{"token", "guessed"}}).status, 403);
    const std::string token = test::token_of(in.get(kBegin), kBegin);
    Browser other = browser();
    EXPECT_EQ(other.post(kBegin, {{"token", token}}).status, 403);
    EXPECT_EQ(in.post(kBegin, {{"token", token}}).status, 303);
}

TEST_P(SignOnPages, ReturnsToPagesOfThisServerOnly) {
    provider.says(verified);
    for (const auto* const to :
         {"https://evil.test/", "//evil.test/", "/\\evil.test", "/identity/sso/acme/end", "/other"}) {
        Browser in = browser();
        const std::string state = parameter(leave(in, "acme", to), "state").value();
        EXPECT_EQ(come_back(in, state).header("location"), "/console") << to;
    }
}

TEST_P(SignOnPages, IsFoundByTheDomainOfAnEmail) {
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

TEST_P(SignOnPages, IsNotThereForOtherCompanies) {
    given::company(*server.db, "other");
    Browser in = browser();
    const Answer without = in.get("/identity/sso/other");
    EXPECT_EQ(without.status, 404);
    EXPECT_EQ(in.get("/identity/sso/unknown").body, without.body);
    EXPECT_EQ(in.get("/identity/sso/other/callback?state=x&code=y").status, 404);
}

TEST_P(SignOnPages, ReplacesPasswordsExceptOfAdministrators) {
    add_user("boss@acme.example", accounts::Role::administrator);
    connect(company, provider, "acme.example", {.required = true});
    Browser in = browser();
    const Answer sent = in.sign_in(kEmail, kPassword);
    EXPECT_EQ(sent.status, 303);
    EXPECT_THAT(sent.header("location"), StartsWith("/identity/sso/acme?to="));
    EXPECT_FALSE(is_signed_in(in));
    // somebody knows the password: that leaves a trace
    EXPECT_TRUE(test::eventually([&] {
        const auto names = given::audit_names(*server.db, company);
        return std::ranges::find(names, "USER_AUTHENTICATION_INVALID_CREDENTIALS") != names.end();
    }));
    EXPECT_EQ(in.sign_in(kEmail, "incorrect horse battery").status, 401);

    Browser boss = browser();
    EXPECT_EQ(boss.sign_in("boss@acme.example", kPassword).status, 303);
    EXPECT_TRUE(is_signed_in(boss));
}

TEST_P(SignOnPages, EndsAtTheProviderToo) {
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    const std::string token = test::token_of(in.get(kSecurity), "/identity/sign-out");
    const Answer out = in.post("/identity/sign-out", {{"token", token}});
    EXPECT_THAT(out.header("location"), StartsWith("/identity/sso/acme/end?token="));
    EXPECT_FALSE(is_signed_in(in));
    EXPECT_EQ(given::audit_names(*server.db, company).back(), "USER_LOGOUT");
    const std::string location = in.get(out.header("location")).header("location");
    EXPECT_THAT(location, StartsWith(provider.receiver.url("/end") + "?"));
    EXPECT_EQ(parameter(location, "client_id"), FakeProvider::kClient);
    EXPECT_THAT(parameter(location, "post_logout_redirect_uri").value(), HasSubstr("/identity/sign-in"));
}

// Without it, providers ask the user, or refuse.
TEST_P(SignOnPages, EndWithTheIdTokenOfTheSignOn) {
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    const std::string kept = in.cookies[kIdToken];
    EXPECT_THAT(kept, Not(HasSubstr(".")));  // it is encrypted
    EXPECT_EQ(sent_hint(in), provider.last_token());
    EXPECT_FALSE(in.cookies.contains(kIdToken));
}

TEST_P(SignOnPages, KeepTheIdTokenForTheirEndOnly) {
    provider.says(verified);
    Browser in = browser();
    const Answer back = sign_on(in);
    EXPECT_THAT(back.new_cookies,
                Contains(AllOf(StartsWith(kIdToken + "="), HasSubstr("; Path=/identity/sso/acme/end; "),
                               HasSubstr("; HttpOnly; SameSite=Lax"))));
}

TEST_P(SignOnPages, EndWithoutAnIdTokenThatIsTooLong) {
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    EXPECT_TRUE(in.cookies.contains(kIdToken));
    boost::json::object many = verified;
    many["groups"] = std::string(3'000, 'g');
    provider.says(many);
    EXPECT_EQ(sign_on(in).status, 303);
    EXPECT_FALSE(in.cookies.contains(kIdToken));  // nor that of the sign-on before
    EXPECT_EQ(sent_hint(in), std::nullopt);
}

// The company may have another provider by now, which must not get it.
TEST_P(SignOnPages, EndWithoutTheIdTokenOfAnotherClient) {
    constexpr db::Sql kChange{"test_other_client",
                              "UPDATE sso_connection SET client_id = 'other' WHERE company_id = $1"};
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    server.db->write(company, [&](db::Tx& tx) { tx.execute(kChange, {}); });
    EXPECT_EQ(sent_hint(in, "other"), std::nullopt);
}

// Otherwise any site could send browsers to the page of a provider (open redirect).
TEST_P(SignOnPages, EndOnlyAfterSigningOutHere) {
    provider.says(verified);
    Browser in = browser();
    EXPECT_EQ(sign_on(in).status, 303);
    const std::string token = test::token_of(in.get(kSecurity), "/identity/sign-out");
    const std::string end = in.post("/identity/sign-out", {{"token", token}}).header("location");
    Browser other = browser();
    EXPECT_EQ(other.get(end).header("location"), "/identity/sign-in");
    EXPECT_EQ(in.get("/identity/sso/acme/end").header("location"), "/identity/sign-in");
    EXPECT_EQ(in.get("/identity/sso/acme/end?token=guessed").header("location"), "/identity/sign-in");
}

// --- who is who

TEST_P(SignOnPages, DoesNotTrustAnEmailThatIsNotVerified) {
    expect_refused({{"email", kEmail}});
    expect_refused({{"email", kEmail}, {"email_verified", false}});
    expect_refused({{"email", kEmail}, {"email_verified", "true"}});
}

TEST_P(SignOnPages, RefusesUsersOfOtherCompanies) {
    const CompanyId other = given::company(*server.db, "other");
    FakeProvider theirs{server.db.clock};
    connect(other, theirs, "other.example", {.created_role = accounts::Role::employee});
    theirs.says(verified);
    Browser in = browser();
    const Answer left = set_out(in, "other");
    theirs.expects(parameter(left.header("location"), "nonce").value());
    const Answer back =
        come_back(in, parameter(left.header("location"), "state").value(), "&code=x", "other");
    EXPECT_EQ(back.status, 403);
    EXPECT_FALSE(is_signed_in(in));
    // no other words than for somebody whom nobody knows
    EXPECT_THAT(back.body, HasSubstr("There is no account for you here yet."));
}

TEST_P(SignOnPages, CreatesUsersByRule) {
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

INSTANTIATE_TEST_SUITE_P(Db, SignOnPages, testing::Values(test::Engine::sqlite, test::Engine::postgres));

}  // namespace
}  // namespace callboard
