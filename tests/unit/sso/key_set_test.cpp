#include "sso/key_set.h"

#include <string>

#include <gtest/gtest.h>

#include "support/identity_provider.h"

namespace callboard::sso {
namespace {

using boost::json::array;
using boost::json::object;
using test::SigningKey;

std::size_t size_with(object key) {
    return KeySet::parse(boost::json::serialize(object{{"keys", array{std::move(key)}}})).value().size();
}

TEST(KeySet, IsReadFromAJwkSetOnly) {
    for (const auto* const text : {"", "nothing", "[]", "{}", R"({"keys":{}})", R"({"keys":[)"})
        EXPECT_FALSE(KeySet::parse(text)) << text;
    EXPECT_EQ(KeySet::parse(R"({"keys":[]})")->size(), 0U);
    EXPECT_EQ(KeySet::parse(R"({"keys":[1,null,{},{"kty":"oct","k":"AA"}]})")->size(), 0U);
}

TEST(KeySet, LeavesOutWhatCannotVerifyTokens) {
    const object good = SigningKey::rsa("a").jwk();
    EXPECT_EQ(size_with(good), 1U);
    const auto changed = [&](std::string_view name, boost::json::value value) {
        object key = good;
        key[name] = std::move(value);
        return size_with(key);
    };
    EXPECT_EQ(changed("use", "enc"), 0U);
    EXPECT_EQ(changed("alg", "HS256"), 0U);
    EXPECT_EQ(changed("alg", "RSA-OAEP"), 0U);
    EXPECT_EQ(changed("alg", "PS256"), 1U);
    EXPECT_EQ(changed("use", nullptr), 0U);
    EXPECT_EQ(changed("use", array{"sig"}), 0U);
    EXPECT_EQ(changed("alg", 256), 0U);
    EXPECT_EQ(changed("key_ops", array{"encrypt"}), 0U);
    EXPECT_EQ(changed("key_ops", "verify"), 0U);
    EXPECT_EQ(changed("key_ops", array{"sign", "verify"}), 1U);
    EXPECT_EQ(changed("kty", "oct"), 0U);
    EXPECT_EQ(changed("n", "not base64url!"), 0U);
    EXPECT_EQ(changed("e", "AA"), 0U);  // 0
    EXPECT_EQ(changed("e", "AQ"), 0U);  // 1: everything would be its own signature
    EXPECT_EQ(changed("e", "AgAA"), 0U);
}

TEST(KeySet, LeavesOutWeakKeys) {
    EXPECT_EQ(size_with(SigningKey::rsa("a", 1024).jwk()), 0U);
    EXPECT_EQ(size_with(SigningKey::ec("a", "P-384").jwk()), 0U);
    EXPECT_EQ(size_with(SigningKey::ec("a").jwk()), 1U);
}

TEST(KeySet, LeavesOutPointsThatAreNotOnTheCurve) {
    object key = SigningKey::ec("a").jwk();
    key["y"] = key["x"];
    EXPECT_EQ(size_with(key), 0U);
}

TEST(KeySet, UsesTheOnlyKeyThatFitsIfTheTokenNamesNone) {
    const SigningKey rsa = SigningKey::rsa("a");
    const SigningKey ec = SigningKey::ec("b");
    const KeySet mixed = KeySet::parse(test::jwk_set({rsa, ec})).value();
    EXPECT_EQ(mixed.check(Algorithm::rs256, std::nullopt, "text", rsa.sign("text", "RS256")),
              SignatureCheck::valid);
    EXPECT_EQ(mixed.check(Algorithm::es256, std::nullopt, "text", ec.sign("text", "ES256")),
              SignatureCheck::valid);
    const KeySet two = KeySet::parse(test::jwk_set({rsa, SigningKey::rsa("c")})).value();
    EXPECT_EQ(two.check(Algorithm::rs256, std::nullopt, "text", rsa.sign("text", "RS256")),
              SignatureCheck::unknown_key);
}

TEST(KeySet, ChecksTheText) {
    const SigningKey ec = SigningKey::ec("b");
    const KeySet keys = KeySet::parse(test::jwk_set({ec})).value();
    const std::string signature = ec.sign("text", "ES256");
    EXPECT_EQ(keys.check(Algorithm::es256, "b", "text", signature), SignatureCheck::valid);
    EXPECT_EQ(keys.check(Algorithm::es256, "b", "texts", signature), SignatureCheck::invalid);
    EXPECT_EQ(keys.check(Algorithm::es256, "b", "text", signature + "x"), SignatureCheck::invalid);
    EXPECT_EQ(keys.check(Algorithm::es256, "b", "text", std::string(64, '\0')), SignatureCheck::invalid);
    EXPECT_EQ(keys.check(Algorithm::es256, "c", "text", signature), SignatureCheck::unknown_key);
}

}  // namespace
}  // namespace callboard::sso
