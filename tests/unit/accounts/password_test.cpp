#include "accounts/password.h"

#include <set>
#include <string>

#include <argon2.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tenant.h"

namespace callboard::accounts {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

bool fits(const std::string& encoded, std::string_view password) {
    return argon2id_verify(encoded.c_str(), password.data(), password.size()) == ARGON2_OK;
}

TEST(Password, IsKeptAsAnEncodedArgon2idHash) {
    const std::string encoded = hash_password(Secret{"correct horse battery"});

    EXPECT_THAT(encoded,
                MatchesRegex("\\$argon2id\\$v=19\\$m=19456,t=4,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}"));
    EXPECT_THAT(encoded, Not(HasSubstr("horse")));
}

TEST(Password, FitsItsOwnHashOnly) {
    const std::string encoded = hash_password(Secret{"correct horse battery"});

    EXPECT_TRUE(fits(encoded, "correct horse battery"));
    EXPECT_FALSE(fits(encoded, "correct horse batterz"));
    EXPECT_FALSE(fits(encoded, "correct horse batter"));
    EXPECT_FALSE(fits(encoded, ""));
}

TEST(Password, OfTenantsInTestsHasTheirHash) {
    const auto parameters = [](const std::string& encoded) {
        return encoded.substr(0, encoded.find("p=1$"));
    };

    EXPECT_TRUE(fits(test::kTenantPasswordHash, test::kTenantPassword));
    EXPECT_EQ(parameters(test::kTenantPasswordHash),
              parameters(hash_password(Secret{"correct horse battery"})));
}

TEST(Password, HasAnotherHashEachTime) {
    EXPECT_NE(hash_password(Secret{"correct horse battery"}), hash_password(Secret{"correct horse battery"}));
}

TEST(Password, CountsToItsLastByte) {
    const std::string with_nul{"twelve chars\0more", 17};
    const std::string longest(kLongestPassword, 'p');

    EXPECT_TRUE(fits(hash_password(Secret{with_nul}), with_nul));
    EXPECT_FALSE(fits(hash_password(Secret{with_nul}), "twelve chars"));
    EXPECT_TRUE(fits(hash_password(Secret{longest}), longest));
    EXPECT_FALSE(fits(hash_password(Secret{longest}), longest.substr(1)));
}

TEST(Password, IsComparedAsTheLibraryDoes) {
    const std::string encoded = hash_password(Secret{"correct horse battery"});

    EXPECT_TRUE(is_password(Secret{"correct horse battery"}, encoded));
    for (const std::string wrong : {"", "correct horse batter", "Correct horse battery"})
        EXPECT_FALSE(is_password(Secret{wrong}, encoded)) << wrong;
    // With other parameters, like hashes of an older version.
    EXPECT_TRUE(is_password(Secret{"password"},
                            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ"
                            "$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"));
}

TEST(Password, DoesNotFitWhatIsNoHash) {
    for (const std::string bad : {"", "x", "$argon2id$", "$argon2id$v=19$m=19456,t=4,p=1$$",
                                  "$argon2id$v=19$m=,t=4,p=1$AAAA$AAAA", "$2b$12$abc"})
        EXPECT_FALSE(is_password(Secret{"correct horse battery"}, bad)) << bad;
}

TEST(Password, IsNobodys) {
    for (const std::string guess : {"", "password"})
        EXPECT_FALSE(is_password(Secret{guess}, dummy_password_hash()));
}

TEST(GeneratedPassword, IsLongEnoughAndUnmistakable) {
    for (int i = 0; i < 1'000; ++i) {
        const Secret password = generate_password();
        ASSERT_GE(password.reveal().size(), kShortestPassword);
        ASSERT_EQ(password.reveal().find_first_of("0O1lIo "), std::string_view::npos);
    }
}

TEST(GeneratedPassword, IsNeverTheSameTwice) {
    std::set<std::string> passwords;

    for (int i = 0; i < 1'000; ++i) passwords.emplace(generate_password().reveal());

    EXPECT_EQ(passwords.size(), 1'000U);
}

}  // namespace
}  // namespace callboard::accounts
