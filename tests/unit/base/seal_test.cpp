#include "base/seal.h"

#include <string>

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/error.h"

namespace callboard {
namespace {

const Secret kKey{std::string(32, 'k')};
const std::string kPlain = "what nobody else may read";
const std::string kPlace = "subscription 7";

TEST(Seal, OpensWhatItClosed) {
    const Seal seal{kKey};
    const std::string every_byte = [] {
        std::string text;
        for (int i = 0; i < 256; ++i) text += static_cast<char>(i);
        return text;
    }();

    for (const std::string& plain : {kPlain, every_byte, std::string(100'000, 'x')})
        EXPECT_EQ(seal.open(seal.close(plain, kPlace), kPlace), plain);
}

TEST(Seal, ClosesNothingToo) {
    const Seal seal{kKey};

    EXPECT_EQ(seal.open(seal.close("", kPlace), kPlace), "");
    EXPECT_EQ(seal.open(seal.close({}, {}), {}), "");
    EXPECT_EQ(seal.open(seal.close(kPlain, ""), ""), kPlain);
    EXPECT_EQ(seal.open(seal.close("", kPlace), "elsewhere"), std::nullopt);
}

TEST(Seal, IsTextThatShowsNothingOfThePlainOne) {
    const std::string sealed = Seal{kKey}.close(kPlain, kPlace);

    EXPECT_EQ(sealed.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
              std::string::npos);
    EXPECT_EQ(from_base64url(sealed).value().size(), 12 + kPlain.size() + 16);
    EXPECT_EQ(from_base64url(sealed).value().find("nobody"), std::string::npos);
}

TEST(Seal, NeverClosesTheSameTextAlike) {
    const Seal seal{kKey};

    EXPECT_NE(seal.close(kPlain, kPlace), seal.close(kPlain, kPlace));
}

TEST(Seal, AnotherObjectWithTheKeyOpensItAndAnotherKeyDoesNot) {
    const std::string sealed = Seal{kKey}.close(kPlain, kPlace);
    std::string other(32, 'k');
    other.back() = 'l';

    EXPECT_EQ(Seal{kKey}.open(sealed, kPlace), kPlain);
    EXPECT_EQ(Seal{Secret{other}}.open(sealed, kPlace), std::nullopt);
}

TEST(Seal, OpensInItsOwnPlaceOnly) {
    const Seal seal{kKey};
    const std::string sealed = seal.close(kPlain, kPlace);

    for (const std::string& place : {std::string{"subscription 8"}, std::string{}, kPlace + "0"})
        EXPECT_EQ(seal.open(sealed, place), std::nullopt) << place;
}

// The authentication tag prevents forgery. An independent vector: NIST's test case 16.
TEST(Seal, OpensWhatOthersClosed) {
    const auto from_hex = [](std::string_view hex) {
        std::string text;
        for (std::size_t at = 0; at < hex.size(); at += 2)
            text += static_cast<char>(std::stoi(std::string{hex.substr(at, 2)}, nullptr, 16));
        return text;
    };
    const std::string half_key = "feffe9928665731c6d6a8f9467308308";
    const std::string sealed =
        to_base64url(from_hex("cafebabefacedbaddecaf888"
                              "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                              "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                              "76fc6ece0f4e1768cddf8853bb2d551b"));

    const auto opened = Seal{Secret{from_hex(half_key + half_key)}}.open(
        sealed, from_hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"));

    EXPECT_EQ(opened, from_hex("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                               "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"));
}

TEST(Seal, NoticesEveryChangedBit) {
    const Seal seal{kKey};
    const std::string closed = from_base64url(seal.close(kPlain, kPlace)).value();

    for (std::size_t at = 0; at < closed.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            std::string changed = closed;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ (1U << bit));
            EXPECT_EQ(seal.open(to_base64url(changed), kPlace), std::nullopt) << at;
        }
    }
}

TEST(Seal, NoticesWhatIsMissingOrTooMuch) {
    const Seal seal{kKey};
    const std::string sealed = seal.close(kPlain, kPlace);

    for (std::size_t size = 0; size < sealed.size(); ++size)
        EXPECT_EQ(seal.open(std::string_view{sealed}.substr(0, size), kPlace), std::nullopt) << size;
    for (const std::string tail : {"A", "AA", "AAAA", "=", "\n"})
        EXPECT_EQ(seal.open(sealed + tail, kPlace), std::nullopt) << tail;
}

TEST(Seal, OpensNoGarbage) {
    for (const std::string& garbage :
         {std::string{"not sealed"}, std::string{"{\"a\":1}"}, std::string(200, 'A'), std::string(38, 'A'),
          std::string(37, 'A'), std::string{"\0\0\0\0", 4}, std::string(64, '\xff')})
        EXPECT_EQ(Seal{kKey}.open(garbage, kPlace), std::nullopt);
}

TEST(Seal, TakesAKeyOfTheRightSizeOnly) {
    for (const std::size_t size : {0U, 16U, 31U, 33U, 64U})
        EXPECT_THROW(Seal{Secret{std::string(size, 'k')}}, Error) << size;
}

}  // namespace
}  // namespace callboard
