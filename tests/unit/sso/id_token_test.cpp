#include "sso/id_token.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/identity_provider.h"

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;
using boost::json::object;
using test::SigningKey;
using testing::HasSubstr;

constexpr Timestamp kNow{1'700'000'000'000};
const std::string kIssuer = "https://id.acme.test";
const std::string kClient = "callboard";
const std::string kNonce = "n-0S6_WzA2Mj";

const SigningKey& rsa_key() {
    static const SigningKey kKey = SigningKey::rsa("rsa-1");
    return kKey;
}
const SigningKey& ec_key() {
    static const SigningKey kKey = SigningKey::ec("ec-1");
    return kKey;
}
const KeySet& keys() {
    static const KeySet kKeys = KeySet::parse(test::jwk_set({rsa_key(), ec_key()})).value();
    return kKeys;
}

object claims() {
    return test::id_claims(kIssuer, kClient, kNonce, kNow);
}

object with(std::string_view name, boost::json::value value) {
    object changed = claims();
    changed[name] = std::move(value);
    return changed;
}

object without(std::string_view name) {
    object changed = claims();
    changed.erase(name);
    return changed;
}

std::int64_t seconds(std::chrono::seconds from_now) {
    return kNow.ms / 1000 + from_now.count();
}

std::expected<Claims, TokenFault> validated(const std::string& token, Timestamp now = kNow) {
    return validate_id_token(
        token, keys(),
        {.issuer = kIssuer, .client_id = kClient, .nonce = kNonce, .identifying_claim = "sub", .now = now});
}

// Empty if the token is accepted.
std::string fault_of(const std::string& token) {
    const auto outcome = validated(token);
    return outcome ? "" : outcome.error().reason;
}

std::string fault_of(const object& changed) {
    return fault_of(test::signed_token(rsa_key(), changed));
}

TEST(IdToken, IsAcceptedWithEachAlgorithm) {
    EXPECT_EQ(fault_of(test::signed_token(rsa_key(), claims(), "RS256")), "");
    EXPECT_EQ(fault_of(test::signed_token(rsa_key(), claims(), "PS256")), "");
    EXPECT_EQ(fault_of(test::signed_token(ec_key(), claims(), "ES256")), "");
}

TEST(IdToken, GivesItsClaims) {
    object person = claims();
    person["email"] = "ada@acme.test";
    person["email_verified"] = true;
    person["given_name"] = "Ada";
    person["family_name"] = "Byron";
    const auto found = validated(test::signed_token(rsa_key(), person));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->subject, "248289761001");
    EXPECT_EQ(found->identifier, "248289761001");
    EXPECT_EQ(found->email, "ada@acme.test");
    EXPECT_TRUE(found->email_verified);
    EXPECT_EQ(found->given_name, "Ada");
    EXPECT_EQ(found->family_name, "Byron");
}

// An e-mail is verified by a boolean only, so that a text such as "false" is not taken for true.
TEST(IdToken, DoesNotTakeATextForAVerifiedEmail) {
    object person = with("email", "ada@acme.test");
    person["email_verified"] = "false";
    EXPECT_FALSE(validated(test::signed_token(rsa_key(), person))->email_verified);
}

TEST(IdToken, IsRefusedWithoutSignature) {
    const auto none = [](std::string_view) { return std::string{}; };
    EXPECT_THAT(fault_of(test::token({{"alg", "none"}}, claims(), none)), HasSubstr("algorithm"));
    EXPECT_THAT(fault_of(test::token({{"alg", "None"}}, claims(), none)), HasSubstr("algorithm"));
    EXPECT_THAT(fault_of(test::token({{"kid", "rsa-1"}}, claims(), none)), HasSubstr("algorithm"));
    EXPECT_THAT(fault_of(test::token({{"alg", "RS256"}, {"kid", "rsa-1"}}, claims(), none)),
                HasSubstr("signature"));
    EXPECT_THAT(fault_of(test::token({{"alg", "ES256"}, {"kid", "ec-1"}}, claims(), none)),
                HasSubstr("signature"));
}

// The attack on libraries that take the algorithm from the token: the public key as an HMAC secret.
TEST(IdToken, IsRefusedWithThePublicKeyAsSecret) {
    for (const std::string& known : {rsa_key().public_text(), rsa_key().public_pem()}) {
        const auto with_public_key = [&](std::string_view text) { return test::mac_of(Secret{known}, text); };
        for (const auto* const algorithm : {"HS256", "HS384", "HS512"})
            EXPECT_THAT(
                fault_of(test::token({{"alg", algorithm}, {"kid", "rsa-1"}}, claims(), with_public_key)),
                HasSubstr("algorithm"));
        EXPECT_THAT(fault_of(test::token({{"alg", "RS256"}, {"kid", "rsa-1"}}, claims(), with_public_key)),
                    HasSubstr("signature"));
    }
}

TEST(IdToken, IsRefusedWithAnUnknownKey) {
    const SigningKey stranger = SigningKey::rsa("stranger");
    const auto unknown = validated(test::signed_token(stranger, claims()));
    ASSERT_FALSE(unknown);
    EXPECT_TRUE(unknown.error().key_unknown);

    // the id of a known key, with a signature of another one
    const SigningKey impostor = SigningKey::rsa("rsa-1");
    const auto forged = validated(test::signed_token(impostor, claims()));
    ASSERT_FALSE(forged);
    EXPECT_FALSE(forged.error().key_unknown);
    EXPECT_THAT(forged.error().reason, HasSubstr("signature"));
}

// A key in the header, or the address of one, is not used.
TEST(IdToken, IsRefusedWithItsOwnKey) {
    const SigningKey stranger = SigningKey::rsa("stranger");
    const object header{
        {"alg", "RS256"}, {"kid", "stranger"}, {"jwk", stranger.jwk()}, {"jku", "https://evil.test"}};
    EXPECT_THAT(fault_of(test::token(header, claims(),
                                     [&](std::string_view text) { return stranger.sign(text, "RS256"); })),
                HasSubstr("key"));
}

TEST(IdToken, IsRefusedWhenItsAlgorithmDoesNotFitItsKey) {
    EXPECT_THAT(fault_of(test::token({{"alg", "ES256"}, {"kid", "rsa-1"}}, claims(),
                                     [](std::string_view text) { return rsa_key().sign(text, "RS256"); })),
                HasSubstr("key"));
    EXPECT_THAT(fault_of(test::token({{"alg", "PS256"}, {"kid", "rsa-1"}}, claims(),
                                     [](std::string_view text) { return rsa_key().sign(text, "RS256"); })),
                HasSubstr("signature"));
}

TEST(IdToken, IsRefusedWhenItWasChanged) {
    const std::string good = test::signed_token(rsa_key(), claims());
    const std::string other = test::signed_token(rsa_key(), with("sub", "somebody else"));
    const auto first = good.find('.');
    const std::string mixed = good.substr(0, first) +
                              other.substr(other.find('.'), other.rfind('.') - other.find('.')) +
                              good.substr(good.rfind('.'));
    EXPECT_THAT(fault_of(mixed), HasSubstr("signature"));
}

TEST(IdToken, IsRefusedWithCriticalExtensionsOrAnotherType) {
    const auto sign = [](std::string_view text) { return rsa_key().sign(text, "RS256"); };
    const object critical{{"alg", "RS256"}, {"kid", "rsa-1"}, {"crit", boost::json::array{"exp"}}};
    EXPECT_THAT(fault_of(test::token(critical, claims(), sign)), HasSubstr("critical"));
    for (const auto* const type : {"at+jwt", "logout+jwt"})
        EXPECT_THAT(
            fault_of(test::token({{"alg", "RS256"}, {"kid", "rsa-1"}, {"typ", type}}, claims(), sign)),
            HasSubstr("type"));
    EXPECT_EQ(fault_of(test::token({{"alg", "RS256"}, {"kid", "rsa-1"}, {"typ", "JWT"}}, claims(), sign)),
              "");
}

TEST(IdToken, IsRefusedIfTypeOrKeyIdIsNotAText) {
    const auto sign = [](std::string_view text) { return rsa_key().sign(text, "RS256"); };
    for (const boost::json::value& wrong :
         {boost::json::value(7), boost::json::value(nullptr), boost::json::value("")}) {
        EXPECT_THAT(
            fault_of(test::token({{"alg", "RS256"}, {"kid", "rsa-1"}, {"typ", wrong}}, claims(), sign)),
            HasSubstr("typ"));
        EXPECT_THAT(fault_of(test::token({{"alg", "RS256"}, {"kid", wrong}}, claims(), sign)),
                    HasSubstr("kid"));
    }
}

TEST(IdToken, IsRefusedWithoutTheRequiredClaim) {
    const accounts::RequiredClaim required{.name = "hd", .values = {"acme.test", "acme.example"}};
    const auto check = [&](const object& with_claims) {
        return validate_id_token(test::signed_token(rsa_key(), with_claims), keys(),
                                 {.issuer = kIssuer,
                                  .client_id = kClient,
                                  .nonce = kNonce,
                                  .identifying_claim = "sub",
                                  .required_claim = &required,
                                  .now = kNow})
            .has_value();
    };
    EXPECT_FALSE(check(claims()));
    EXPECT_FALSE(check(with("hd", "evil.test")));
    EXPECT_FALSE(check(with("hd", boost::json::array{"acme.test"})));
    EXPECT_TRUE(check(with("hd", "acme.test")));
    EXPECT_TRUE(check(with("hd", "acme.example")));
}

// A limit of the API, which counts characters.
TEST(IdToken, MayHaveAnIdentifierOfAHundredCharacters) {
    const auto identifier = [&](std::size_t characters) {
        std::string text;
        for (std::size_t i = 0; i < characters; ++i) text += "é";
        return validated(test::signed_token(rsa_key(), with("sub", boost::json::value_from(text))))
            ->identifier;
    };
    EXPECT_TRUE(identifier(100));
    EXPECT_FALSE(identifier(101));
}

TEST(IdToken, IsRefusedIfItIsNotOne) {
    const std::string good = test::signed_token(rsa_key(), claims());
    for (const std::string& bad :
         {std::string{}, std::string{"."}, std::string{".."}, std::string{"a.b.c"}, good + ".", good + "=",
          good.substr(0, good.rfind('.')), "." + good, std::string(60'000, 'A')})
        EXPECT_NE(fault_of(bad), "") << bad.substr(0, 40);
    const std::string deep = to_base64url(std::string(60'000, '['));
    EXPECT_THAT(fault_of(deep + "." + deep + ".AA"), HasSubstr("JSON"));
}

TEST(IdToken, IsRefusedOfAnotherIssuer) {
    for (const auto* const issuer :
         {"https://id.other.test", "https://id.acme.test/", "HTTPS://id.acme.test", ""})
        EXPECT_THAT(fault_of(with("iss", issuer)), HasSubstr("issuer")) << issuer;
    EXPECT_THAT(fault_of(without("iss")), HasSubstr("issuer"));
    EXPECT_THAT(fault_of(with("iss", 1)), HasSubstr("issuer"));
}

TEST(IdToken, IsRefusedForAnotherClient) {
    using boost::json::array;
    EXPECT_THAT(fault_of(with("aud", "another")), HasSubstr("client"));
    EXPECT_THAT(fault_of(without("aud")), HasSubstr("client"));
    EXPECT_THAT(fault_of(with("aud", array{})), HasSubstr("client"));
    EXPECT_THAT(fault_of(with("aud", array{"another"})), HasSubstr("client"));
    EXPECT_THAT(fault_of(with("aud", array{kClient, 1})), HasSubstr("client"));
    EXPECT_THAT(fault_of(with("aud", array{kClient, "another"})), HasSubstr("client"));
    EXPECT_THAT(fault_of(with("azp", "another")), HasSubstr("client"));
    EXPECT_EQ(fault_of(with("aud", array{kClient})), "");
    object both = with("aud", array{kClient, "another"});
    both["azp"] = kClient;
    EXPECT_EQ(fault_of(both), "");
}

TEST(IdToken, IsRefusedWithAnotherNonce) {
    EXPECT_THAT(fault_of(with("nonce", "another")), HasSubstr("nonce"));
    EXPECT_THAT(fault_of(without("nonce")), HasSubstr("nonce"));
}

TEST(IdToken, IsRefusedWhenItHasExpired) {
    EXPECT_EQ(fault_of(with("exp", seconds(-119s))), "");
    EXPECT_THAT(fault_of(with("exp", seconds(-120s))), HasSubstr("expired"));
    EXPECT_THAT(fault_of(without("exp")), HasSubstr("exp"));
    EXPECT_THAT(fault_of(with("exp", "tomorrow")), HasSubstr("exp"));
    EXPECT_THAT(fault_of(with("exp", 1e300)), HasSubstr("exp"));
    EXPECT_THAT(fault_of(with("exp", -1)), HasSubstr("exp"));
}

TEST(IdToken, IsRefusedWhenAClockIsOffByTenMinutes) {
    EXPECT_THAT(fault_of(with("iat", seconds(10min))), HasSubstr("future"));
    EXPECT_THAT(fault_of(with("iat", seconds(-10min))), HasSubstr("too long ago"));
    EXPECT_EQ(fault_of(with("iat", seconds(2min))), "");
    EXPECT_EQ(fault_of(with("iat", seconds(-7min))), "");
    EXPECT_THAT(fault_of(without("iat")), HasSubstr("iat"));
    EXPECT_THAT(fault_of(with("nbf", seconds(10min))), HasSubstr("not valid yet"));
    EXPECT_EQ(fault_of(with("nbf", seconds(-10min))), "");
}

TEST(IdToken, IsRefusedWithoutUsableSubject) {
    EXPECT_THAT(fault_of(without("sub")), HasSubstr("subject"));
    EXPECT_THAT(fault_of(with("sub", "")), HasSubstr("subject"));
    EXPECT_THAT(fault_of(with("sub", "a\nb")), HasSubstr("subject"));
    EXPECT_THAT(fault_of(with("sub", boost::json::string(256, 'x'))), HasSubstr("subject"));
    EXPECT_THAT(fault_of(with("sub", 7)), HasSubstr("subject"));
}

}  // namespace
}  // namespace callboard::sso
