#include "base/totp.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace callboard {
namespace {

using namespace std::chrono_literals;

const Secret kKey{"12345678901234567890"};  // of the test vectors in RFC 6238, appendix B

TEST(Totp, HasTheCodesOfTheStandard) {
    const auto at = [](std::int64_t seconds) { return totp_at(kKey, totp_step({seconds * 1000})); };
    EXPECT_EQ(at(59), "287082");
    EXPECT_EQ(at(1'111'111'109), "081804");
    EXPECT_EQ(at(1'111'111'111), "050471");
    EXPECT_EQ(at(1'234'567'890), "005924");
    EXPECT_EQ(at(2'000'000'000), "279037");
    EXPECT_EQ(at(20'000'000'000), "353130");
}

TEST(Totp, AcceptsTheStepBeforeAndAfter) {
    const Timestamp now{1'234'567'890'000};
    const std::int64_t step = totp_step(now);
    for (const std::int64_t near : {step - 1, step, step + 1})
        EXPECT_EQ(matching_step(kKey, totp_at(kKey, near), now, 0), near);
    for (const std::int64_t far : {step - 2, step + 2})
        EXPECT_EQ(matching_step(kKey, totp_at(kKey, far), now, 0), std::nullopt);
}

TEST(Totp, AcceptsACodeOnce) {
    const Timestamp now{1'234'567'890'000};
    const std::int64_t step = totp_step(now);
    EXPECT_EQ(matching_step(kKey, totp_at(kKey, step), now, step), std::nullopt);
    EXPECT_EQ(matching_step(kKey, totp_at(kKey, step - 1), now, step), std::nullopt);
    EXPECT_EQ(matching_step(kKey, totp_at(kKey, step + 1), now, step), step + 1);
}

TEST(Totp, AcceptsNothingElse) {
    for (const std::string code : {"", "0", "00592", "0059240", " 05924", "abcdef"})
        EXPECT_EQ(matching_step(kKey, code, {1'234'567'890'000}, 0), std::nullopt) << code;
}

TEST(Totp, KeysAreRandom) {
    EXPECT_EQ(new_totp_key().reveal().size(), 20U);
    EXPECT_NE(new_totp_key().reveal(), new_totp_key().reveal());
}

TEST(Totp, HasAUriForApplications) {
    EXPECT_EQ(totp_uri(kKey, "Call board", "ann@example.test").reveal(),
              "otpauth://totp/"
              "Call%20board:ann%40example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Call%20board");
}

TEST(Base32, HasTheTextsOfTheStandard) {
    EXPECT_EQ(to_base32(""), "");
    EXPECT_EQ(to_base32("f"), "MY");
    EXPECT_EQ(to_base32("fo"), "MZXQ");
    EXPECT_EQ(to_base32("foo"), "MZXW6");
    EXPECT_EQ(to_base32("foob"), "MZXW6YQ");
    EXPECT_EQ(to_base32("fooba"), "MZXW6YTB");
    EXPECT_EQ(to_base32("foobar"), "MZXW6YTBOI");
}

}  // namespace
}  // namespace callboard
