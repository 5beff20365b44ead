#include "oauth/token_flow.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "oauth/client_credential.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using oauth::Scope;
using oauth::ScopeSet;

class CodeExchange : public test::OAuthFlow {};

TEST_P(CodeExchange, GivesTokensOfTheUserWithTheScopesThatWereAllowed) {
    const auto tokens = exchange(code({.scopes = {Scope::jobs_read}}));

    ASSERT_TRUE(tokens.good());
    const auto bearer = this->bearer(tokens.access).value();
    EXPECT_EQ(bearer.company, company);
    EXPECT_EQ(bearer.user, user.id());
    EXPECT_EQ(bearer.role, user.role);
    EXPECT_EQ(bearer.scopes, ScopeSet{Scope::jobs_read});
    EXPECT_EQ(bearer.client, partner.id());
    EXPECT_FALSE(tokens.refresh.empty());
}

TEST_P(CodeExchange, ACodeLivesForThirtySeconds) {
    const auto early = code();
    const auto late = code();

    clock.advance(30s - 1ms);
    EXPECT_TRUE(exchange(early).good());
    clock.advance(1ms);
    EXPECT_EQ(exchange(late).error, "invalid_grant");
}

TEST_P(CodeExchange, AnAccessTokenLivesForHalfAnHour) {
    const auto tokens = this->tokens();

    clock.advance(1800s - 1ms);
    EXPECT_TRUE(lives(tokens));
    clock.advance(1ms);
    EXPECT_FALSE(lives(tokens));
}

TEST_P(CodeExchange, OnlyTheApplicationItWasMadeForMayUseACode) {
    const auto thief = given::partner(*db, "Thief");
    const auto code = this->code();

    EXPECT_EQ(exchange(thief, {.code = code}).error, "invalid_grant");

    EXPECT_TRUE(exchange(code).good()) << "the thief's attempt leaves the code alive";
}

TEST_P(CodeExchange, AnotherApplicationCannotEndTokensByAReplay) {
    const auto thief = given::partner(*db, "Thief");
    const auto code = this->code();
    const auto tokens = exchange(code);
    clock.advance(10s);

    EXPECT_EQ(exchange(thief, {.code = code}).error, "invalid_grant");

    EXPECT_TRUE(lives(tokens));
}

TEST_P(CodeExchange, AnotherRedirectUriIsRefusedAndLeavesTheCodeAlive) {
    const auto code = this->code();

    for (const std::string& uri : {given::kOtherCallback, given::kCallback + "/", std::string{"x"}})
        EXPECT_EQ(exchange(partner, {.code = code, .redirect_uri = uri}).error, "invalid_grant") << uri;

    EXPECT_TRUE(exchange(partner, {.code = code, .redirect_uri = given::kCallback}).good());
}

TEST_P(CodeExchange, AVerifierProvesTheChallenge) {
    const auto code = this->code({.challenge = given::kChallenge});

    EXPECT_TRUE(exchange(partner, {.code = code, .verifier = given::kVerifier}).good());
}

TEST_P(CodeExchange, AWrongOrMissingVerifierIsRefusedAndLeavesTheCodeAlive) {
    const auto code = this->code({.challenge = given::kChallenge});

    EXPECT_EQ(exchange(code).error, "invalid_grant");
    for (const std::string& wrong :
         {given::kChallenge, given::kVerifier + "x", given::kVerifier.substr(1), std::string{"x"},
          std::string(129, 'a'), std::string(43, 'a'), std::string(43, '\0')})
        EXPECT_EQ(exchange(partner, {.code = code, .verifier = wrong}).error, "invalid_grant") << wrong;

    EXPECT_TRUE(exchange(partner, {.code = code, .verifier = given::kVerifier}).good());
}

TEST_P(CodeExchange, AVerifierForACodeWithoutAChallengeIsRefused) {
    const auto code = this->code();

    EXPECT_EQ(exchange(partner, {.code = code, .verifier = given::kVerifier}).error, "invalid_grant");
}

TEST_P(CodeExchange, ARepetitionWithinTwoSecondsIsRefusedAndNoMore) {
    const auto code = this->code();
    const auto tokens = exchange(code);

    clock.advance(2s);
    EXPECT_EQ(exchange(code).error, "invalid_grant");

    EXPECT_TRUE(lives(tokens));
    EXPECT_TRUE(refresh(tokens.refresh).good());
}

TEST_P(CodeExchange, ALaterReplayEndsTheTokensThatWereMade) {
    const auto code = this->code();
    const auto tokens = exchange(code);
    const auto next = refresh(tokens.refresh);

    clock.advance(2s + 1ms);
    EXPECT_EQ(exchange(code).error, "invalid_grant");

    EXPECT_FALSE(lives(tokens));
    EXPECT_FALSE(lives(next));
    EXPECT_EQ(refresh(next.refresh).error, "invalid_grant");
}

TEST_P(CodeExchange, AReplayLongAfterTheCodeExpiredStillEndsTheTokens) {
    const auto code = this->code();
    const auto tokens = exchange(code);

    clock.advance(20min);
    EXPECT_EQ(exchange(code).error, "invalid_grant");

    EXPECT_FALSE(lives(tokens));
}

TEST_P(CodeExchange, AReplayLeavesTheTokensOfOtherCodesAlone) {
    const auto code = this->code();
    exchange(code);
    const auto others = tokens();

    clock.advance(3s);
    exchange(code);

    EXPECT_TRUE(lives(others));
}

TEST_P(CodeExchange, EarlyRepetitionsDoNotMoveTheWindow) {
    const auto code = this->code();
    const auto tokens = exchange(code);

    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(exchange(code).error, "invalid_grant");
        clock.advance(1s);
    }
    EXPECT_TRUE(lives(tokens));
    exchange(code);

    EXPECT_FALSE(lives(tokens));
}

TEST_P(CodeExchange, WhatIsNoCodeIsRefused) {
    const auto tokens = this->tokens();

    for (const std::string& text :
         {std::string{}, std::string{"x"}, tokens.access, tokens.refresh, partner.secret,
          to_hex(accounts::hash_of(tokens.refresh)), std::string(100'000, 'x'), std::string{"\0", 1}})
        EXPECT_EQ(exchange(text).error, "invalid_grant");
}

TEST_P(CodeExchange, AnInactiveUserGetsNoTokens) {
    const auto code = this->code();
    const auto tokens = this->tokens();

    set_state("INACTIVE");

    EXPECT_EQ(exchange(code).error, "invalid_grant");
    EXPECT_EQ(refresh(tokens.refresh).error, "invalid_grant");
    EXPECT_FALSE(lives(tokens));
}

RUN_ON_EACH_DATABASE(CodeExchange);

class Refresh : public test::OAuthFlow {
  protected:
    test::TokenAnswer narrowed(const std::string& token, const std::string& scope) {
        return refresh(partner, {.token = token, .scope = scope});
    }
};

TEST_P(Refresh, GivesAnotherPairAndLeavesTheOldAccessTokenAlone) {
    const auto first = tokens();

    const auto second = refresh(first.refresh);

    ASSERT_TRUE(second.good());
    EXPECT_NE(second.access, first.access);
    EXPECT_NE(second.refresh, first.refresh);
    EXPECT_TRUE(lives(first));
    EXPECT_EQ(bearer(second.access)->scopes, bearer(first.access)->scopes);
}

TEST_P(Refresh, ATokenLivesTwentyEightDaysFromItsOwnIssue) {
    const auto first = tokens();
    clock.advance(20 * 24h);
    const auto second = refresh(first.refresh);

    clock.advance(28 * 24h - 1ms);
    const auto third = refresh(second.refresh);
    EXPECT_TRUE(third.good());
    clock.advance(28 * 24h);

    EXPECT_EQ(refresh(third.refresh).error, "invalid_grant");
}

TEST_P(Refresh, ARepetitionWithinTwoSecondsIsRefusedAndNoMore) {
    const auto first = tokens();
    const auto second = refresh(first.refresh);

    clock.advance(2s);
    EXPECT_EQ(refresh(first.refresh).error, "invalid_grant");

    EXPECT_TRUE(lives(second));
    EXPECT_TRUE(refresh(second.refresh).good());
}

TEST_P(Refresh, ALaterReplayEndsTheWholeChain) {
    const auto first = tokens();
    const auto second = refresh(first.refresh);
    const auto third = refresh(second.refresh);

    clock.advance(2s + 1ms);
    EXPECT_EQ(refresh(first.refresh).error, "invalid_grant");

    for (const auto* each : {&first, &second, &third}) EXPECT_FALSE(lives(*each));
    EXPECT_EQ(refresh(third.refresh).error, "invalid_grant");
}

TEST_P(Refresh, AReplayEndsOneChainAndNoOther) {
    const auto first = tokens();
    const auto other = tokens();
    refresh(first.refresh);

    clock.advance(3s);
    refresh(first.refresh);

    EXPECT_TRUE(lives(other));
    EXPECT_TRUE(refresh(other.refresh).good());
}

TEST_P(Refresh, OnlyTheApplicationItWasMadeForMayUseAToken) {
    const auto thief = given::partner(*db, "Thief");
    const auto first = tokens();

    EXPECT_EQ(refresh(thief, {.token = first.refresh}).error, "invalid_grant");
    const auto second = refresh(first.refresh);
    EXPECT_TRUE(second.good()) << "the thief's attempt leaves the token alive";
    clock.advance(3s);
    refresh(thief, {.token = first.refresh});

    EXPECT_TRUE(lives(second)) << "and its replay ends nothing";
}

TEST_P(Refresh, MayAskForFewerScopes) {
    const auto tokens = this->tokens();

    const auto fewer = narrowed(tokens.refresh, "jobs_read");

    ASSERT_TRUE(fewer.good());
    EXPECT_EQ(bearer(fewer.access)->scopes, ScopeSet{Scope::jobs_read});
    EXPECT_EQ(fewer.scopes, ScopeSet{Scope::jobs_read});
}

TEST_P(Refresh, FewerScopesNowDoNotMeanFewerLater) {
    const auto fewer = narrowed(tokens().refresh, "jobs_read");

    const auto all = refresh(fewer.refresh);

    EXPECT_EQ(bearer(all.access)->scopes, (ScopeSet{Scope::jobs_read, Scope::users_read}));
}

TEST_P(Refresh, MayNotAskForMoreScopesAndTheTokenStaysAlive) {
    const auto tokens = this->tokens();

    for (const std::string scope :
         {"jobs_manage", "jobs_read jobs_manage", "everything", "jobs_read everything"})
        EXPECT_EQ(narrowed(tokens.refresh, scope).error, "invalid_scope") << scope;

    EXPECT_TRUE(refresh(tokens.refresh).good());
}

TEST_P(Refresh, WhatIsNoRefreshTokenIsRefused) {
    const auto tokens = this->tokens();

    for (const std::string& text : {std::string{}, std::string{"x"}, tokens.access, code(), partner.secret,
                                    to_hex(accounts::hash_of(tokens.refresh)), tokens.refresh + " "})
        EXPECT_EQ(refresh(text).error, "invalid_grant") << text;
}

TEST_P(Refresh, TheIdInATokenAloneIsGoodForNothing) {
    const auto tokens = this->tokens();
    const auto with_other_bits = [](std::string token) {
        token.back() = token.back() == 'A' ? 'E' : 'A';
        return token;
    };

    EXPECT_EQ(refresh(with_other_bits(tokens.refresh)).error, "invalid_grant");
    EXPECT_EQ(refresh("cbr_" + tokens.access.substr(4)).error, "invalid_grant");
    EXPECT_FALSE(bearer(with_other_bits(tokens.access)));
    EXPECT_FALSE(bearer("cba_" + tokens.refresh.substr(4)));

    clock.advance(3s);
    EXPECT_TRUE(refresh(tokens.refresh).good()) << "nothing of it was a use";
}

RUN_ON_EACH_DATABASE(Refresh);

class ClientCredentials : public test::OAuthFlow {
  protected:
    test::TokenAnswer tokens(std::optional<std::string_view> scope = std::nullopt) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return test::token_answer(oauth::grant_to_program(tx, credential, scope));
        });
    }

    const oauth::ClientCredential credential = db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::standard, .scopes = "jobs_read jobs_manage"},
            Secret{"s3cret"});
    });
};

TEST_P(ClientCredentials, GiveATokenWithTheRoleOfTheCredentialAndNoRefreshToken) {
    const auto tokens = this->tokens();

    ASSERT_TRUE(tokens.good());
    EXPECT_EQ(tokens.refresh, "");
    const auto bearer = this->bearer(tokens.access).value();
    EXPECT_EQ(bearer.company, company);
    EXPECT_EQ(bearer.user, credential.user);
    EXPECT_EQ(bearer.role, accounts::Role::standard);
    EXPECT_EQ(bearer.scopes, (ScopeSet{Scope::jobs_read, Scope::jobs_manage}));
}

TEST_P(ClientCredentials, GiveFewerScopesWhenAskedAndNeverMore) {
    EXPECT_EQ(bearer(tokens("jobs_read").access)->scopes, ScopeSet{Scope::jobs_read});
    EXPECT_EQ(tokens("jobs_read users_read").error, "invalid_scope");
    EXPECT_EQ(tokens("everything").error, "invalid_scope");
}

TEST_P(ClientCredentials, TokensEndAfterHalfAnHourAndWithTheCredential) {
    const auto old = tokens();
    clock.advance(1800s);
    const auto fresh = tokens();
    EXPECT_FALSE(lives(old));
    EXPECT_TRUE(lives(fresh));

    db->write(company, [&](db::Tx& tx) { oauth::revoke_client_credential(tx, credential.id); });

    EXPECT_FALSE(lives(fresh));
}

TEST_P(ClientCredentials, AnotherCompanyCannotRevokeThem) {
    const auto tokens = this->tokens();
    const auto rival = given::company(*db, "rival");

    EXPECT_FALSE(
        db->write(rival, [&](db::Tx& tx) { return oauth::revoke_client_credential(tx, credential.id); }));

    EXPECT_TRUE(lives(tokens));
}

RUN_ON_EACH_DATABASE(ClientCredentials);

class TokenInspection : public test::OAuthFlow {
  protected:
    bool active(const given::Partner& asks, const std::string& token) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return oauth::introspect(snapshot, asks.application, token).has_value();
        });
    }
    bool revoke(const given::Partner& asks, const std::string& token) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return oauth::revoke_token(tx, asks.application, token); });
    }
    const given::Partner stranger = given::partner(*db, "Stranger");
};

TEST_P(TokenInspection, ShowsTheClientItsOwnLiveTokensOnly) {
    const auto tokens = this->tokens();

    EXPECT_TRUE(active(partner, tokens.access));
    EXPECT_TRUE(active(partner, tokens.refresh));
    EXPECT_FALSE(active(stranger, tokens.access));
    EXPECT_FALSE(active(stranger, tokens.refresh));
    EXPECT_FALSE(active(partner, "x"));
    EXPECT_FALSE(active(partner, code()));
}

TEST_P(TokenInspection, UsedAndExpiredTokensAreNotActive) {
    const auto first = tokens();
    const auto second = refresh(first.refresh);

    EXPECT_FALSE(active(partner, first.refresh));
    clock.advance(1800s);
    EXPECT_FALSE(active(partner, second.access));
    EXPECT_TRUE(active(partner, second.refresh));
    clock.advance(28 * 24h);
    EXPECT_FALSE(active(partner, second.refresh));
}

TEST_P(TokenInspection, TokensOfAnInactiveUserAreNotActive) {
    const auto tokens = this->tokens();

    set_state("INACTIVE");

    EXPECT_FALSE(active(partner, tokens.access));
    EXPECT_FALSE(active(partner, tokens.refresh));
}

TEST_P(TokenInspection, RevokingEitherTokenEndsBoth) {
    const auto one = tokens();
    const auto two = tokens();

    EXPECT_TRUE(revoke(partner, one.access));
    EXPECT_TRUE(revoke(partner, two.refresh));

    for (const auto* each : {&one, &two}) {
        EXPECT_FALSE(lives(*each));
        EXPECT_EQ(refresh(each->refresh).error, "invalid_grant");
    }
}

TEST_P(TokenInspection, NobodyRevokesTokensOfAnother) {
    const auto tokens = this->tokens();

    EXPECT_FALSE(revoke(stranger, tokens.access));
    EXPECT_FALSE(revoke(stranger, tokens.refresh));

    EXPECT_TRUE(lives(tokens));
}

RUN_ON_EACH_DATABASE(TokenInspection);

}  // namespace
}  // namespace callboard
