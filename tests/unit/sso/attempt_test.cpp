#include "sso/attempt.h"

#include <chrono>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "support/seal.h"

namespace callboard::sso {
namespace {

class SealedAttempt : public testing::Test {
  protected:
    std::optional<Attempt> read(const Secret& from, const CompanyId& by, const std::string& in,
                                Timestamp at) const {
        return attempt_of(from, by, Secret{in}, at, test::test_seal());
    }

    const CompanyId company = CompanyId::from_trusted("0189cb00-0000-7000-8000-000000000001");
    const CompanyId other = CompanyId::from_trusted("0189cb00-0000-7000-8000-000000000002");
    const Timestamp now{1'700'000'000'000};
    const Attempt attempt{
        .company = company, .issuer = "https://id.acme.test", .destination = "/identity/security"};
    const Secret state = sealed_state(attempt, Secret{"cookie"}, now, test::test_seal());
};

TEST_F(SealedAttempt, IsReadFromItsState) {
    const auto found = read(state, company, "cookie", now);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->issuer, attempt.issuer);
    EXPECT_EQ(found->destination, attempt.destination);
}

TEST_F(SealedAttempt, IsOfOneCompanyAndOneBrowser) {
    EXPECT_FALSE(read(state, other, "cookie", now));
    EXPECT_FALSE(read(state, company, "another cookie", now));
    EXPECT_FALSE(read(state, company, "", now));
}

TEST_F(SealedAttempt, ExpiresAfterTenMinutes) {
    EXPECT_TRUE(
        read(state, company, "cookie", now + std::chrono::minutes{10} - std::chrono::milliseconds{1}));
    EXPECT_FALSE(read(state, company, "cookie", now + std::chrono::minutes{10}));
}

TEST_F(SealedAttempt, CannotBeMadeUp) {
    std::string changed{state.reveal()};
    changed.back() = changed.back() == 'A' ? 'B' : 'A';
    for (const std::string& text : {std::string{}, std::string{"x"}, changed, std::string(10'000, 'A')})
        EXPECT_FALSE(read(Secret{text}, company, "cookie", now));
    EXPECT_FALSE(
        attempt_of(state, company, Secret{"cookie"}, now, Seal{Secret{std::string(Seal::kKeySize, 'x')}}));
}

// Each has its own place among the used ones, and shows nothing of what it carries.
TEST_F(SealedAttempt, HasAnotherStateEachTime) {
    const Secret again = sealed_state(attempt, Secret{"cookie"}, now, test::test_seal());
    EXPECT_NE(state.reveal(), again.reveal());
    EXPECT_FALSE(state.reveal().contains("identity"));
}

TEST(AttemptSecrets, AreDerivedFromStateAndBrowser) {
    const AttemptSecrets secrets{Secret{"cookie"}, Secret{"state"}};
    const AttemptSecrets again{Secret{"cookie"}, Secret{"state"}};
    EXPECT_EQ(secrets.verifier().reveal(), again.verifier().reveal());
    EXPECT_EQ(secrets.nonce(), again.nonce());
    for (const AttemptSecrets& other : {AttemptSecrets{Secret{"cookie"}, Secret{"other"}},
                                        AttemptSecrets{Secret{"other"}, Secret{"state"}}}) {
        EXPECT_NE(secrets.verifier().reveal(), other.verifier().reveal());
        EXPECT_NE(secrets.nonce(), other.nonce());
    }
    EXPECT_NE(secrets.verifier().reveal(), secrets.nonce());
}

// RFC 7636, sections 4.1 and 4.2.
TEST(AttemptSecrets, HaveAChallengeOfTheVerifier) {
    const AttemptSecrets secrets{Secret{"cookie"}, Secret{"state"}};
    EXPECT_EQ(secrets.verifier().reveal().size(), 43U);
    EXPECT_EQ(secrets.challenge(), to_base64url(sha256(secrets.verifier().reveal())));
}

}  // namespace
}  // namespace callboard::sso
