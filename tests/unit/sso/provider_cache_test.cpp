#include "sso/provider_cache.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/identity_provider.h"
#include "support/manual_clock.h"

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;
using test::SigningKey;
using testing::HasSubstr;

const std::string kIssuer = "https://id.acme.test";
const std::string kDocument = kIssuer + "/.well-known/openid-configuration";
const std::string kKeys = kIssuer + "/jwks";

class ProviderCacheTest : public testing::Test {
  protected:
    webhooks::OutgoingResult answer(const webhooks::OutgoingRequest& request) {
        ++calls[request.url];
        EXPECT_EQ(request.method, webhooks::OutgoingMethod::get);
        EXPECT_LE(request.time_limit, 10s);
        const auto found = bodies.find(request.url);
        if (found == bodies.end())
            return {.failure = webhooks::CallFailure::timed_out, .reason = "no response within 10 s"};
        return {.status = 200, .headers = {}, .body = found->second};
    }

    std::string document(const std::string& issuer = kIssuer) const {
        return boost::json::serialize(boost::json::object{{"issuer", issuer},
                                                          {"authorization_endpoint", issuer + "/auth"},
                                                          {"token_endpoint", issuer + "/token"},
                                                          {"jwks_uri", issuer + "/jwks"}});
    }
    ProviderCache::FoundProvider provider(const CompanyId& whose, const std::string& issuer) {
        TimeBudget time{TimeLimits{}};
        return cache.provider(whose, issuer, time);
    }
    std::expected<Claims, std::string> validate(const SigningKey& key) {
        const auto found = provider(company, kIssuer);
        TimeBudget time{TimeLimits{}};
        return cache.validate(
            company, found.value(),
            test::signed_token(key, test::id_claims(kIssuer, "callboard", "nonce", clock.now())),
            {.issuer = kIssuer,
             .client_id = "callboard",
             .nonce = "nonce",
             .identifying_claim = "sub",
             .now = clock.now()},
            time);
    }

    const CompanyId company = CompanyId::from_trusted("0189cb00-0000-7000-8000-000000000001");
    const CompanyId other = CompanyId::from_trusted("0189cb00-0000-7000-8000-000000000002");
    const SigningKey first = SigningKey::ec("first");
    const SigningKey second = SigningKey::ec("second");
    std::map<std::string, std::string> bodies{{kDocument, document()}, {kKeys, test::jwk_set({first})}};
    std::map<std::string, int> calls;
    test::ManualClock clock;
    webhooks::AddressGuard guard{{}};
    ProviderCache cache{[this](const webhooks::OutgoingRequest& request) { return answer(request); }, guard,
                        clock};
};

TEST_F(ProviderCacheTest, ReadsTheDocumentOnceAnHour) {
    EXPECT_TRUE(provider(company, kIssuer));
    clock.advance(59min);
    EXPECT_TRUE(provider(company, kIssuer));
    EXPECT_EQ(calls[kDocument], 1);
    clock.advance(1min);
    EXPECT_TRUE(provider(company, kIssuer));
    EXPECT_EQ(calls[kDocument], 2);
}

TEST_F(ProviderCacheTest, AsksAProviderThatDoesNotAnswerOncePerTenSeconds) {
    bodies.erase(kDocument);
    for (int i = 0; i < 5; ++i)
        EXPECT_THAT(provider(company, kIssuer).error(), HasSubstr("no response within 10 s"));
    EXPECT_EQ(calls[kDocument], 1);
    bodies[kDocument] = document();
    clock.advance(10s);
    EXPECT_TRUE(provider(company, kIssuer));
}

TEST_F(ProviderCacheTest, KnowsWithoutACall) {
    EXPECT_FALSE(cache.known_provider(company, kIssuer));
    EXPECT_TRUE(provider(company, kIssuer));
    EXPECT_EQ(cache.known_provider(company, kIssuer)->value().issuer, kIssuer);
    EXPECT_FALSE(cache.known_provider(other, kIssuer));
    bodies.erase(kDocument);
    EXPECT_FALSE(provider(other, kIssuer));
    EXPECT_THAT(cache.known_provider(other, kIssuer)->error(), HasSubstr("no response"));
    clock.advance(10s);
    EXPECT_FALSE(cache.known_provider(other, kIssuer));
}

TEST_F(ProviderCacheTest, RemembersAFailureOfTheTokenEndpointForTenSeconds) {
    EXPECT_TRUE(provider(company, kIssuer));
    cache.tokens_failed(company, "no response");
    EXPECT_EQ(cache.recent_failure_of_tokens(company), "no response");
    EXPECT_EQ(cache.recent_failure_of_tokens(other), std::nullopt);
    clock.advance(10s);
    EXPECT_EQ(cache.recent_failure_of_tokens(company), std::nullopt);
}

TEST_F(ProviderCacheTest, KeepsCompaniesApart) {
    EXPECT_TRUE(provider(company, kIssuer));
    EXPECT_TRUE(provider(other, kIssuer));
    EXPECT_EQ(calls[kDocument], 2);
}

TEST_F(ProviderCacheTest, ForgetsAProviderThatWasReplaced) {
    const std::string next = "https://id.next.test";
    bodies[next + "/.well-known/openid-configuration"] = document(next);
    EXPECT_EQ(provider(company, kIssuer)->issuer, kIssuer);
    EXPECT_EQ(provider(company, next)->issuer, next);
    EXPECT_EQ(provider(company, kIssuer)->issuer, kIssuer);
    EXPECT_EQ(calls[kDocument], 2);
}

TEST_F(ProviderCacheTest, FindsNewKeysByThemselves) {
    EXPECT_TRUE(validate(first));
    EXPECT_TRUE(validate(first));
    EXPECT_EQ(calls[kKeys], 1);
    bodies[kKeys] = test::jwk_set({first, second});
    clock.advance(1min);
    EXPECT_TRUE(validate(second));
    EXPECT_EQ(calls[kKeys], 2);
}

TEST_F(ProviderCacheTest, LooksForUnknownKeysOnceAMinuteAtMost) {
    EXPECT_TRUE(validate(first));
    for (int i = 0; i < 10; ++i) EXPECT_THAT(validate(second).error(), HasSubstr("key"));
    EXPECT_EQ(calls[kKeys], 1);
    clock.advance(1min);
    for (int i = 0; i < 10; ++i) EXPECT_FALSE(validate(second));
    EXPECT_EQ(calls[kKeys], 2);
    EXPECT_TRUE(validate(first));
}

TEST_F(ProviderCacheTest, ForgetsKeysThatAreGoneWithinAnHour) {
    EXPECT_TRUE(validate(first));
    bodies[kKeys] = test::jwk_set({second});
    clock.advance(61min);
    EXPECT_FALSE(validate(first));
}

TEST_F(ProviderCacheTest, RefusesWithoutUsableKeys) {
    bodies[kKeys] = R"({"keys":[{"kty":"EC")" + std::string(65'536, ' ');
    EXPECT_THAT(validate(first).error(), HasSubstr("not a JWK set"));
    clock.advance(10s);
    bodies.erase(kKeys);
    EXPECT_THAT(validate(first).error(), HasSubstr("no response"));
    EXPECT_THAT(validate(first).error(), HasSubstr("could not be read"));
    EXPECT_EQ(calls[kKeys], 2);
    clock.advance(10s);
    bodies[kKeys] = test::jwk_set({first});
    EXPECT_TRUE(validate(first));
}

TEST_F(ProviderCacheTest, WorksAfterTheClockWasSetBack) {
    EXPECT_TRUE(validate(first));
    clock.advance(-2h);
    EXPECT_TRUE(validate(first));
    EXPECT_EQ(calls[kDocument], 2);
    EXPECT_EQ(calls[kKeys], 2);
}

}  // namespace
}  // namespace callboard::sso
