#include "sso/attempt.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::sso {
namespace {

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
