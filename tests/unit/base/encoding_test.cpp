#include "base/encoding.h"

#include <array>

#include <gtest/gtest.h>

namespace callboard {
namespace {

using namespace std::string_literals;

TEST(Hex, IsLowerCaseWithTwoDigitsForEachByte) {
    EXPECT_EQ(to_hex({}), "");
    EXPECT_EQ(to_hex(std::array<std::uint8_t, 4>{0x00, 0x0f, 0xa0, 0xff}), "000fa0ff");
}

TEST(Base64Url, MatchesTheExamplesOfItsRfc) {
    EXPECT_EQ(to_base64url(""), "");
    EXPECT_EQ(to_base64url("f"), "Zg");
    EXPECT_EQ(to_base64url("fo"), "Zm8");
    EXPECT_EQ(to_base64url("foo"), "Zm9v");
    EXPECT_EQ(to_base64url("foob"), "Zm9vYg");
    EXPECT_EQ(to_base64url("fooba"), "Zm9vYmE");
    EXPECT_EQ(to_base64url("foobar"), "Zm9vYmFy");
    EXPECT_EQ(to_base64url("\xfb\xff\xfe"), "-__-");
}

TEST(Base64Url, ReadsBackEveryByteAtEveryPosition) {
    for (int byte = 0; byte < 256; ++byte) {
        for (std::size_t before = 0; before < 4; ++before) {
            const std::string bytes = std::string(before, '\x5a') + static_cast<char>(byte);
            ASSERT_EQ(from_base64url(to_base64url(bytes)), bytes);
        }
    }
}

TEST(Base64Url, ReadsBackALongText) {
    std::string bytes;
    for (int i = 0; i < 5'000; ++i) bytes += static_cast<char>(i * 7);

    EXPECT_EQ(from_base64url(to_base64url(bytes)), bytes);
}

TEST(Base64Url, HasOneSpellingForEachValue) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    int two_characters = 0;
    int three_characters = 0;
    for (const char last : kAlphabet) {
        if (from_base64url("A"s + last)) ++two_characters;
        if (from_base64url("AA"s + last)) ++three_characters;
    }

    EXPECT_EQ(two_characters, 4);
    EXPECT_EQ(three_characters, 16);
}

TEST(Base64Url, RefusesWhatIsNone) {
    for (const std::string_view text :
         {"A", "AAAAA", "Zg==", "Zg=", "Zm9 v", "Zm9+", "Zm9/", "Zm9v\n", "Z\xc3\xa9"}) {
        EXPECT_FALSE(from_base64url(text)) << text;
    }
    EXPECT_FALSE(from_base64url("AA\0A"s));
    EXPECT_EQ(from_base64url(""), "");
}

TEST(Base64, MatchesTheExamplesOfItsRfc) {
    EXPECT_EQ(to_base64(""), "");
    EXPECT_EQ(to_base64("f"), "Zg==");
    EXPECT_EQ(to_base64("fo"), "Zm8=");
    EXPECT_EQ(to_base64("foo"), "Zm9v");
    EXPECT_EQ(to_base64("foob"), "Zm9vYg==");
    EXPECT_EQ(to_base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(to_base64("\xfb\xff\xfe"), "+//+");
    EXPECT_EQ(from_base64(to_base64("\xfb\xff\xfe\xff")), "\xfb\xff\xfe\xff");
}

TEST(PercentDecode, UndoesEscapesInEitherCase) {
    EXPECT_EQ(percent_decode("a%20b%2Fc%2fd", Plus::literal), "a b/c/d");
    EXPECT_EQ(percent_decode("%00", Plus::literal), "\0"s);
    EXPECT_EQ(percent_decode("%C3%A9", Plus::literal), "\u00e9");
    EXPECT_EQ(percent_decode("%fF", Plus::literal), "\xff");
    EXPECT_EQ(percent_decode("", Plus::literal), "");
}

TEST(PercentDecode, UndoesThemOnce) {
    EXPECT_EQ(percent_decode("%252F", Plus::literal), "%2F");
    EXPECT_EQ(percent_decode("%2b", Plus::space), "+");
}

TEST(PercentDecode, TakesAPlusForASpaceOnlyWhereItIsTold) {
    EXPECT_EQ(percent_decode("a+b", Plus::space), "a b");
    EXPECT_EQ(percent_decode("a+b", Plus::literal), "a+b");
}

TEST(PercentDecode, RefusesAPercentSignThatStartsNoEscape) {
    for (const std::string_view text :
         {"%", "a%", "%2", "a%2", "%g0", "%0g", "%%", "%%20", "% 20", "%-1", "%+1", "%0x", "ok%20%"}) {
        EXPECT_FALSE(percent_decode(text, Plus::literal)) << text;
        EXPECT_FALSE(percent_decode(text, Plus::space)) << text;
    }
}

TEST(PercentEncode, LeavesOnlyUnreservedCharacters) {
    EXPECT_EQ(percent_encode("AZaz09-._~"), "AZaz09-._~");
    EXPECT_EQ(percent_encode(" +&=/?#%\"\n"), "%20%2B%26%3D%2F%3F%23%25%22%0A");
    EXPECT_EQ(percent_encode("\u00e9\xff"), "%C3%A9%FF");
}

TEST(PercentEncode, IsUndoneByDecodingInBothWays) {
    std::string every_byte;
    for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);

    EXPECT_EQ(percent_decode(percent_encode(every_byte), Plus::literal), every_byte);
    EXPECT_EQ(percent_decode(percent_encode(every_byte), Plus::space), every_byte);
}

TEST(Fold, LeavesOutCase) {
    EXPECT_EQ(fold("Ann.LEE@Example.COM"), "ann.lee@example.com");
    EXPECT_EQ(fold("\u00c4\u00d6\u00dc"), fold("\u00e4\u00f6\u00fc"));
    EXPECT_EQ(fold("\u041f\u0420\u0418\u0412\u0415\u0422"), fold("\u043f\u0440\u0438\u0432\u0435\u0442"));
    EXPECT_EQ(fold("Stra\u00dfe"), fold("STRASSE"));
    EXPECT_EQ(fold("STRA\u1e9eE"), fold("stra\u00dfe"));
}

// Texts in ASCII are folded without the tables of Unicode; the letter at the end needs them.
TEST(Fold, FoldsAsciiAsPartOfAnyText) {
    std::string ascii;
    for (char c = 0; c < 127; ++c) ascii += c;
    ascii += '\x7f';

    EXPECT_EQ(fold(ascii) + "\u00e4", fold(ascii + "\u00c4"));
    EXPECT_EQ(fold(ascii).size(), 128U);
}

TEST(Fold, TakesTheThreeFormsOfSigmaForOne) {
    EXPECT_EQ(fold("\u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3"),
              fold("\u03bf\u03b4\u03c5\u03c3\u03c3\u03b5\u03c5\u03c2"));
}

TEST(Fold, KeepsTheTurkishLettersApart) {
    EXPECT_EQ(fold("\u0130"), fold("i\u0307"));
    EXPECT_EQ(fold("I"), fold("i"));
    EXPECT_NE(fold("\u0131"), fold("i"));
}

TEST(Fold, TakesTheTwoWaysToWriteAnAccentForOne) {
    EXPECT_EQ(fold("caf\u00e9"), fold("cafe\u0301"));
    EXPECT_EQ(fold("CAFE\u0301"), fold("caf\u00e9"));
    EXPECT_EQ(fold("\u1e69"), fold("s\u0307\u0323"));
    EXPECT_EQ(fold("s\u0323\u0307"), fold("s\u0307\u0323"));
    EXPECT_EQ(fold("\uac00"), fold("\u1100\u1161"));
    EXPECT_NE(fold("cafe"), fold("caf\u00e9"));
}

TEST(Fold, TakesTheWaysToWriteAGreekVowelWithTwoMarksForOne) {
    const std::string composed = fold("\u1fb4");

    EXPECT_EQ(fold("\u03b1\u0301\u0345"), composed);
    EXPECT_EQ(fold("\u03b1\u0345\u0301"), composed);
}

TEST(Fold, FoldsFullWidthLettersAmongThemselves) {
    EXPECT_EQ(fold("\uff21\uff22"), fold("\uff41\uff42"));
}

TEST(Fold, ChangesNothingTheSecondTime) {
    for (const std::string_view text : {"Stra\u00dfe", "\u0130\u0131", "\u03a3\u03c2", "e\u0301\u0323",
                                        "\u01f0", "\u0390", "\uff21", "\ufb01", "\u1e9e", "\u0149", ""}) {
        EXPECT_EQ(fold(fold(text)), fold(text)) << text;
    }
}

TEST(Fold, KeepsWhatHasNoCase) {
    EXPECT_EQ(fold(""), "");
    EXPECT_EQ(fold("123 -_@"), "123 -_@");
    EXPECT_EQ(fold("\u65e5\u672c\u8a9e"), "\u65e5\u672c\u8a9e");
}

// Marks of two kinds, which have to be reordered.
TEST(Trimming, RemovesAsciiAndOtherSpaces) {
    EXPECT_EQ(trim(" \t\r\n\v\f a b \t\r\n\v\f "), "a b");
    EXPECT_EQ(trim("\u00a0 ä \u3000"), "ä");
    EXPECT_EQ(trim("\x01 a"), "\x01 a");
    EXPECT_EQ(trim("  "), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Fold, TakesAnyNumberOfMarksAsThirty) {
    const auto repeated = [](std::string_view text, std::size_t times) {
        std::string all;
        for (std::size_t i = 0; i < times; ++i) all += text;
        return all;
    };
    const std::string above = "\u0301";
    const std::string below = "\u0316";
    const std::string some = "x" + repeated(above, 15) + repeated(below, 15);

    EXPECT_EQ(fold("X" + repeated(above, 15) + repeated(below, 15)),
              "x" + repeated(below, 15) + repeated(above, 15));
    EXPECT_EQ(fold(some + repeated(above + below, 200'000)), fold(some));
    EXPECT_EQ(fold("a" + repeated(above + below, 200'000) + "B"),
              fold("a" + repeated(above + below, 15) + "b"));
    // Ignored characters between marks do not separate them; nor does a mark that consists of two.
    for (const std::string& apart : {"\u034f", "\u00ad", "\u200b", "\ufe0f"})
        EXPECT_EQ(fold("a" + repeated(above + apart + below, 200'000) + "B").size(),
                  fold("a" + repeated(above + apart + below, 10) + "B").size());
    for (const std::string& two : {"\u0344", "\u0f73", "\u0f81"})
        EXPECT_EQ(fold("x" + repeated(two, 200'000)), fold("x" + repeated(two, 15)));
    for (const std::string& text :
         {some + above, "\u1ebf" + some + some, "\u0390" + repeated(above + below, 100),
          "e" + repeated("\u0344\u0323", 100), "\u0130" + repeated("\u0345\u0307", 100)})
        EXPECT_EQ(fold(fold(text)), fold(text)) << text;
    EXPECT_EQ(fold_without_accents("a" + repeated(above + below, 200'000) + "B"), "ab");
}

TEST(Utf8, TakesTheFirstAndTheLastOfEachLength) {
    EXPECT_TRUE(is_utf8(""));
    EXPECT_TRUE(is_utf8("\0"s));
    for (const std::string_view text :
         {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbd",
          "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
        EXPECT_TRUE(is_utf8(text)) << percent_encode(text);
    }
}

TEST(Utf8, RefusesEveryOtherSequence) {
    for (const std::string_view text : {"\x80",
                                        "\xbf",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xe0\x80\x80",
                                        "\xe0\x9f\xbf",
                                        "\xf0\x80\x80\x80",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xed\xa0\x80",
                                        "\xed\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xf8\x88\x80\x80\x80",
                                        "\xfe",
                                        "\xff",
                                        "\xc3",
                                        "a\xc3",
                                        "\xe2\x82",
                                        "\xf0\x9f\x98",
                                        "\xc3(",
                                        "\xe2(\xa1",
                                        "\xe2\x82(",
                                        "\xf0\x9f\x98(",
                                        "\xc3\xa9\xa9"}) {
        EXPECT_FALSE(is_utf8(text)) << percent_encode(text);
    }
}

TEST(Utf8, IsMadeOfAnyBytes) {
    using namespace std::string_literals;
    EXPECT_EQ(readable(""), "");
    EXPECT_EQ(readable("caf\u00e9 \u20ac \U0001f600\n"), "caf\u00e9 \u20ac \U0001f600\n");
    EXPECT_EQ(readable("a\0b"s), "a\uFFFDb");
    EXPECT_EQ(readable("caf\xe9! \u20ac"), "caf\uFFFD! \u20ac");
    EXPECT_EQ(readable("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
    EXPECT_EQ(readable("cut \xe2\x82"), "cut \uFFFD\uFFFD");
}

TEST(Utf8, CharactersThatMakeANameLookLikeAnotherAreDeceptive) {
    for (const std::string name :
         {"Robot", "R\u00f6bot 2", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u05d0\u05d1"})
        EXPECT_FALSE(has_deceptive_characters(name)) << name;
    for (const std::string mark :
         {"\u202e", "\u2066", "\u200b", "\u200f", "\u00ad", "\ufeff", "\u2028", "\u2029", "\xff"})
        EXPECT_TRUE(has_deceptive_characters("Robot" + mark + "x")) << mark;
}

TEST(Utf8, CountsCharactersAndNotBytes) {
    EXPECT_EQ(count_characters(""), 0U);
    EXPECT_EQ(count_characters("abc"), 3U);
    EXPECT_EQ(count_characters("\u00e9\u20ac\U0001f600"), 3U);
    EXPECT_EQ(count_characters("e\u0301"), 2U);
}

}  // namespace
}  // namespace callboard
