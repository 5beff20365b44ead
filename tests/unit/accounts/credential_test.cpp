#include "accounts/credential.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard::accounts {
namespace {

TEST(ApiKey, HasAPrefixAndTwoHundredFiftySixBits) {
    const Secret key = new_api_key();
    const std::string text{key.reveal()};

    EXPECT_EQ(text.substr(0, 6), "DCRA1-");
    EXPECT_EQ(text.size(), 6U + 43U);
    const auto bytes = from_base64url(text.substr(6));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->size(), 32U);
}

TEST(ApiKey, IsNeverTheSameTwice) {
    std::set<std::string> keys;

    for (int i = 0; i < 1'000; ++i) keys.emplace(new_api_key().reveal());

    EXPECT_EQ(keys.size(), 1'000U);
}

TEST(HashOf, ASecretIsItsSha256) {
    EXPECT_EQ(to_hex(hash_of("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(to_hex(hash_of("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(HashOf, ASecretTellsItFromEveryOther) {
    const Secret key = new_api_key();
    const std::string text{key.reveal()};

    EXPECT_EQ(hash_of(text), hash_of(key.reveal()));
    EXPECT_NE(hash_of(text), hash_of(text.substr(1)));
    EXPECT_NE(hash_of(text), hash_of(text + " "));
}

}  // namespace
}  // namespace callboard::accounts
