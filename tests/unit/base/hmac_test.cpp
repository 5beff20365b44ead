#include "base/hmac.h"

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard {
namespace {

std::string hex_of(const std::string& key, std::string_view text) {
    return to_hex(hmac_sha256(Secret{key}, text));
}

// RFC 4231: a usual key, a short one, one longer than a block; and GitHub's example.
TEST(Hmac, MatchesTheExamplesOfOthers) {
    EXPECT_EQ(hex_of(std::string(20, '\x0b'), "Hi There"),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    EXPECT_EQ(hex_of("Jefe", "what do ya want for nothing?"),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(hex_of(std::string(20, '\xaa'), std::string(50, '\xdd')),
              "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    EXPECT_EQ(hex_of(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    EXPECT_EQ(hex_of("It's a Secret to Everybody", "Hello, World!"),
              "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
}

TEST(Hmac, TakesAnEmptyKeyAndAnEmptyText) {
    constexpr std::string_view kNothing = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";

    EXPECT_EQ(hex_of("", ""), kNothing);
    EXPECT_EQ(to_hex(hmac_sha256(Secret{""}, std::span<const std::string_view>{})), kNothing);
}

TEST(Hmac, IsTheSameHoweverTheTextIsCut) {
    const Secret key{"HeBVky2bccvvkcXPimH8c"};
    const std::string text = "one.two.three";
    const std::array<std::string_view, 6> pieces{"one", ".", "", "two", ".th", "ree"};

    EXPECT_EQ(hmac_sha256(key, pieces), hmac_sha256(key, text));
}

TEST(Hmac, RemembersNothingOfTheTextBefore) {
    const Secret key{"key"};
    const auto first = hmac_sha256(key, "text");

    EXPECT_NE(hmac_sha256(Secret{"other"}, "text"), first);
    EXPECT_NE(hmac_sha256(key, "other"), first);
    EXPECT_EQ(hmac_sha256(key, "text"), first);
}

TEST(Hmac, IsTheSameInEveryThread) {
    std::vector<Sha256> expected;
    for (int i = 0; i < 8; ++i) expected.push_back(hmac_sha256(Secret{std::to_string(i)}, "text"));

    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < expected.size(); ++i)
        threads.emplace_back([&, i] {
            const Secret key{std::to_string(i)};
            for (int round = 0; round < 500; ++round)
                if (hmac_sha256(key, "text") != expected[i]) ++wrong;
        });
    threads.clear();

    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace callboard
