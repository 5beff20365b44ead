#include "base/clock.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

constexpr std::int64_t kDay = 86'400'000;

TEST(Iso, WritesMillisecondsInUtc) {
    EXPECT_EQ(to_iso({0}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_iso({1'634'148'292'562}), "2021-10-13T18:04:52.562Z");
    EXPECT_EQ(to_iso({-1}), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(to_iso({kDay - 1}), "1970-01-01T23:59:59.999Z");
}

TEST(Iso, AppendsToWhatIsThere) {
    std::string text = "at ";

    append_iso(text, {5});

    EXPECT_EQ(text, "at 1970-01-01T00:00:00.005Z");
}

TEST(Iso, ReadsBackWhatItWrote) {
    for (const std::int64_t ms : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, std::int64_t{999},
                                  std::int64_t{951'782'400'000}, std::int64_t{4'102'444'799'999},
                                  std::int64_t{-62'135'596'800'000}, std::int64_t{253'402'300'799'999}}) {
        EXPECT_EQ(parse_iso(to_iso({ms})), Timestamp{ms}) << to_iso({ms});
    }
}

TEST(Iso, ReadsBackEveryDayOfFourHundredYears) {
    const std::int64_t first = parse_iso("1900-01-01T12:34:56.789Z")->ms;

    for (std::int64_t day = 0; day < 146'097; ++day) {
        const Timestamp time{first + day * kDay};
        ASSERT_EQ(parse_iso(to_iso(time)), time) << to_iso(time);
    }
}

TEST(Iso, KnowsLeapDays) {
    EXPECT_TRUE(parse_iso("2024-02-29T00:00:00Z"));
    EXPECT_TRUE(parse_iso("2000-02-29T00:00:00Z"));
    EXPECT_FALSE(parse_iso("2023-02-29T00:00:00Z"));
    EXPECT_FALSE(parse_iso("1900-02-29T00:00:00Z"));
    EXPECT_FALSE(parse_iso("2024-02-30T00:00:00Z"));
    EXPECT_EQ(parse_iso("2024-03-01T00:00:00Z")->ms - parse_iso("2024-02-29T00:00:00Z")->ms, kDay);
}

TEST(Iso, TakesEachFormOfAZone) {
    const auto noon = parse_iso("2030-01-31T12:00:00Z");

    ASSERT_TRUE(noon);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00z"), noon);
    EXPECT_EQ(parse_iso("2030-01-31t12:00:00Z"), noon);
    EXPECT_EQ(parse_iso("2030-01-31T14:00:00+02:00"), noon);
    EXPECT_EQ(parse_iso("2030-01-31T14:00:00+0200"), noon);
    EXPECT_EQ(parse_iso("2030-01-31T14:00:00+02"), noon);
    EXPECT_EQ(parse_iso("2030-01-31T06:30:00-05:30"), noon);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00-00:00"), noon);
    EXPECT_EQ(parse_iso("2030-02-01T11:59:00+23:59"), noon);
}

TEST(Iso, CutsFractionsToMilliseconds) {
    const std::int64_t second = parse_iso("2030-01-31T12:00:00Z")->ms;

    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.1Z")->ms, second + 100);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.12Z")->ms, second + 120);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.007Z")->ms, second + 7);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.1239Z")->ms, second + 123);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.999999999Z")->ms, second + 999);
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.5+00:00")->ms, second + 500);
}

TEST(Iso, WithoutAZoneIsUtcAndADateAloneItsFirstMoment) {
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00"), parse_iso("2030-01-31T12:00:00Z"));
    EXPECT_EQ(parse_iso("2030-01-31T12:00:00.5"), parse_iso("2030-01-31T12:00:00.500Z"));
    EXPECT_EQ(parse_iso("2030-01-31"), parse_iso("2030-01-31T00:00:00Z"));
}

class MalformedIso : public testing::TestWithParam<std::string_view> {};

TEST_P(MalformedIso, IsRefused) {
    EXPECT_FALSE(parse_iso(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Iso, MalformedIso,
    testing::Values(
        "", "Z", "2030", "2030-01", "2030-01-31Z", "2030-01-31T", "2030-01-31T12:00Z", "2030-01-31T12:00",
        "2030-01-31 12:00:00Z", "2030-01-31T12:00:00 Z", " 2030-01-31T12:00:00Z", "2030-01-31T12:00:00Z ",
        "2030-01-31T12:00:00ZZ", "2030-01-31T12:00:00Z+02:00", "2030-00-31T12:00:00Z", "2030-13-31T12:00:00Z",
        "2030-01-00T12:00:00Z", "2030-01-32T12:00:00Z", "2030-04-31T12:00:00Z", "2030-01-31T24:00:00Z",
        "2030-01-31T12:60:00Z", "2030-01-31T12:00:60Z", "2030-01-31T12:00:61Z", "2030-1-31T12:00:00Z",
        "30-01-31T12:00:00Z", "20300-01-31T12:00:00Z", "-203-01-31T12:00:00Z", "+203-01-31T12:00:00Z",
        "2030--1-31T12:00:00Z", "2030-01--1T12:00:00Z", "2030-01-31T-1:00:00Z", "2030-01-31T12:-1:00Z",
        "2030-01-31T12:00:-1Z", "2030-01-31T1a:00:00Z", "2030/01/31T12:00:00Z", "2030-01-31T12.00.00Z",
        "20300131T120000Z", "2030-01-31T12:00:00.Z", "2030-01-31T12:00:00,5Z", "2030-01-31T12:00:00.-5Z",
        "2030-01-31T12:00:00.1234567890Z", "2030-01-31T12:00:00+", "2030-01-31T12:00:00+2",
        "2030-01-31T12:00:00+02:", "2030-01-31T12:00:00+02:0", "2030-01-31T12:00:00+020",
        "2030-01-31T12:00:00+02:000", "2030-01-31T12:00:00+24:00", "2030-01-31T12:00:00+02:60",
        "2030-01-31T12:00:00+-2:00", "2030-01-31T12:00:00+02:-1", "2030-01-31T12:00:00UTC",
        "2030-01-31T12:00:00 +02:00", "tomorrow", std::string_view{"2030-01-31T12:00:00Z\0", 21},
        std::string_view{"2030-01-31T12:00:0\0Z", 20}));

TEST(Iso, WhateverIsReadCanBeWrittenAndReadAgain) {
    for (const std::string_view text : {"0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
                                        "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999-23:59"}) {
        const auto time = parse_iso(text);
        if (time) EXPECT_EQ(parse_iso(to_iso(*time)), time) << text << " became " << to_iso(*time);
    }
}

TEST(Timestamp, CountsInMilliseconds) {
    constexpr Timestamp kTime{1'000};

    EXPECT_EQ(kTime + std::chrono::seconds{2}, Timestamp{3'000});
    EXPECT_EQ(kTime - std::chrono::seconds{2}, Timestamp{-1'000});
    EXPECT_EQ(Timestamp{5'000} - kTime, std::chrono::seconds{4});
    EXPECT_LT(kTime, Timestamp{1'001});
}

TEST(SystemClock, TellsATimeOfThisCentury) {
    const Timestamp now = SystemClock{}.now();

    EXPECT_GT(now, *parse_iso("2024-01-01T00:00:00Z"));
    EXPECT_LT(now, *parse_iso("2100-01-01T00:00:00Z"));
}

TEST(SystemStopwatch, NeverGoesBack) {
    const SystemStopwatch stopwatch;
    auto previous = stopwatch.now();

    for (int i = 0; i < 1'000; ++i) {
        const auto next = stopwatch.now();
        ASSERT_LE(previous, next);
        previous = next;
    }
}

}  // namespace
}  // namespace callboard
