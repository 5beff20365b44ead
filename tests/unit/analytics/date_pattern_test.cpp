#include "analytics/date_pattern.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

using analytics::DatePattern;

std::string shown(std::string_view pattern, std::string_view time) {
    const auto parsed = DatePattern::parse(pattern);
    if (!parsed) return "no pattern";
    std::string text;
    parsed->append(text, parse_iso(time).value());
    return text;
}

// A Wednesday.
std::string of_july(std::string_view pattern) {
    return shown(pattern, "2001-07-04T12:08:56.235Z");
}

TEST(DatePatterns, AreThoseOfTheJavaDocumentation) {
    EXPECT_EQ(of_july("yyyy.MM.dd G 'at' HH:mm:ss z"), "2001.07.04 AD at 12:08:56 UTC");
    EXPECT_EQ(of_july("EEE, MMM d, ''yy"), "Wed, Jul 4, '01");
    EXPECT_EQ(of_july("h:mm a"), "12:08 PM");
    EXPECT_EQ(of_july("hh 'o''clock' a, zzzz"), "12 o'clock PM, Coordinated Universal Time");
    EXPECT_EQ(of_july("K:mm a, z"), "0:08 PM, UTC");
    EXPECT_EQ(of_july("yyyyy.MMMMM.dd GGG hh:mm aaa"), "02001.July.04 AD 12:08 PM");
    EXPECT_EQ(of_july("EEE, d MMM yyyy HH:mm:ss Z"), "Wed, 4 Jul 2001 12:08:56 +0000");
    EXPECT_EQ(of_july("yyMMddHHmmssZ"), "010704120856+0000");
    EXPECT_EQ(of_july("yyyy-MM-dd'T'HH:mm:ss.SSSZ"), "2001-07-04T12:08:56.235+0000");
    EXPECT_EQ(of_july("yyyy-MM-dd'T'HH:mm:ss.SSSXXX"), "2001-07-04T12:08:56.235Z");
    EXPECT_EQ(of_july("YYYY-'W'ww-u"), "2001-W27-3");
}

TEST(DatePatterns, TheUsualOneHasNoZone) {
    EXPECT_EQ(shown(analytics::kDefaultPattern, "2021-10-13T18:04:52.562Z"), "2021-10-13T18:04:52");
}

TEST(DatePatterns, TheNumberOfLettersIsTheLeastNumberOfDigits) {
    EXPECT_EQ(of_july("d dd ddd"), "4 04 004");
    EXPECT_EQ(of_july("y yy yyy yyyy yyyyyy"), "2001 01 2001 2001 002001");
    EXPECT_EQ(shown("S SS SSS SSSSSS", "2001-07-04T12:08:56.005Z"), "5 05 005 000005");
    EXPECT_EQ(of_july("D DDDD"), "185 0185");
    EXPECT_EQ(of_july("m s"), "8 56");
}

TEST(DatePatterns, NamesAreShortOrWhole) {
    EXPECT_EQ(of_july("M MM MMM MMMM MMMMM"), "7 07 Jul July July");
    EXPECT_EQ(of_july("L LL LLL LLLL"), "7 07 Jul July");
    EXPECT_EQ(of_july("E EE EEE EEEE EEEEE"), "Wed Wed Wed Wednesday Wednesday");
    EXPECT_EQ(shown("MMMM EEEE", "2024-12-29T00:00:00Z"), "December Sunday");
    EXPECT_EQ(shown("MMM EEEE", "2024-01-01T00:00:00Z"), "Jan Monday");
}

TEST(DatePatterns, HoursAreCountedInFourWays) {
    EXPECT_EQ(shown("H k K h a", "2024-02-29T00:30:00Z"), "0 24 0 12 AM");
    EXPECT_EQ(shown("H k K h a", "2024-02-29T11:30:00Z"), "11 11 11 11 AM");
    EXPECT_EQ(shown("H k K h a", "2024-02-29T12:30:00Z"), "12 12 0 12 PM");
    EXPECT_EQ(shown("HH kk KK hh a", "2024-02-29T23:30:00Z"), "23 23 11 11 PM");
}

TEST(DatePatterns, DaysAndWeeksAreThoseOfTheUnitedStates) {
    EXPECT_EQ(shown("u", "2024-12-29T00:00:00Z"), "7");
    EXPECT_EQ(shown("YYYY w", "2024-12-28T23:59:59Z"), "2024 52");
    EXPECT_EQ(shown("YYYY YY w", "2024-12-29T00:00:00Z"), "2025 25 1");
    EXPECT_EQ(shown("YYYY w W F", "2025-01-05T00:00:00Z"), "2025 2 2 1");
    EXPECT_EQ(shown("W F", "2025-01-31T00:00:00Z"), "5 5");
    EXPECT_EQ(shown("D", "2024-12-31T00:00:00Z"), "366");
}

TEST(DatePatterns, MomentsBefore1970AndTheFirstYearAreShown) {
    EXPECT_EQ(shown("yyyy-MM-dd HH:mm:ss.SSS", "1969-12-31T23:59:59.999Z"), "1969-12-31 23:59:59.999");
    EXPECT_EQ(shown("y G", "0000-01-01T00:00:00Z"), "1 BC");
    EXPECT_EQ(shown("yyyy G", "9999-12-31T23:59:59Z"), "9999 AD");
}

TEST(DatePatterns, TheZoneIsUtc) {
    EXPECT_EQ(of_july("z zz zzz"), "UTC UTC UTC");
    EXPECT_EQ(of_july("Z ZZZZ"), "+0000 +0000");
    EXPECT_EQ(of_july("X XX XXX"), "Z Z Z");
}

TEST(DatePatterns, WhatIsQuotedAndWhatIsNoLetterStaysAsItIs) {
    EXPECT_EQ(of_july("'d'd''d"), "d4'4");
    EXPECT_EQ(of_july("'''d'''"), "'d'");
    EXPECT_EQ(of_july("''''"), "''");
    EXPECT_EQ(of_july("dd/MM \"=\\, 年"), "04/07 \"=\\, 年");
    EXPECT_EQ(of_july(""), "");
}

TEST(DatePatterns, UnknownLettersAndOpenQuotationsAreNone) {
    for (const char letter : std::string_view{"ABCIJNOPQRTUVbcefgijlnopqrtvx"})
        EXPECT_FALSE(DatePattern::parse(std::string{"yyyy"} + letter)) << letter;
    EXPECT_FALSE(DatePattern::parse("yyyy-MM-ddTHH:mm"));
    EXPECT_FALSE(DatePattern::parse("'"));
    EXPECT_FALSE(DatePattern::parse("yyyy 'and"));
    EXPECT_FALSE(DatePattern::parse("'''"));
    EXPECT_FALSE(DatePattern::parse("XXXX"));
}

TEST(DatePatterns, HaveAHundredCharactersAtMost) {
    EXPECT_TRUE(DatePattern::parse(std::string(100, 'd')));
    EXPECT_FALSE(DatePattern::parse(std::string(101, 'd')));
    std::string years;
    for (int i = 0; i < 100; ++i) years += "年";
    EXPECT_TRUE(DatePattern::parse(years));
    EXPECT_FALSE(DatePattern::parse(years + "年"));
}

}  // namespace
}  // namespace callboard
