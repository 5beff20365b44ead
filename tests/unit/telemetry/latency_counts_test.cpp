#include "telemetry/latency_counts.h"

#include <chrono>

#include <gtest/gtest.h>

namespace callboard::telemetry {
namespace {

using namespace std::chrono_literals;

LatencyCounts of(std::initializer_list<std::chrono::nanoseconds> times) {
    LatencyCounts counts;
    for (const auto took : times) counts.observe(took);
    return counts;
}

TEST(LatencyCounts, EachBucketReachesTwiceAsFarAsTheOneBefore) {
    EXPECT_EQ(LatencyCounts::bucket_of(0ns), 0U);
    EXPECT_EQ(LatencyCounts::bucket_of(249'999ns), 0U);
    EXPECT_EQ(LatencyCounts::bucket_of(250us), 1U);
    EXPECT_EQ(LatencyCounts::bucket_of(499us), 1U);
    EXPECT_EQ(LatencyCounts::bucket_of(500us), 2U);
    EXPECT_EQ(LatencyCounts::bucket_of(999us), 2U);
    EXPECT_EQ(LatencyCounts::bucket_of(1ms), 3U);
    EXPECT_EQ(LatencyCounts::bucket_of(4'095ms), 14U);
    EXPECT_EQ(LatencyCounts::bucket_of(4'096ms), 15U);
    EXPECT_EQ(LatencyCounts::bucket_of(1h), 15U);
    EXPECT_EQ(LatencyCounts::bucket_of(-1ns), 0U);
}

TEST(LatencyCounts, WithoutCallsThereIsNoMedian) {
    EXPECT_EQ(LatencyCounts{}.quantile_ms(0.5), std::nullopt);
}

TEST(LatencyCounts, QuantilesAreInterpolatedWithinTheirBucket) {
    const LatencyCounts ten = of({3ms, 3ms, 3ms, 3ms, 3ms, 3ms, 3ms, 3ms, 3ms, 3ms});  // of 2 to 4 ms
    EXPECT_DOUBLE_EQ(*ten.quantile_ms(0.5), 3);
    EXPECT_DOUBLE_EQ(*ten.quantile_ms(1), 4);
    EXPECT_DOUBLE_EQ(*ten.quantile_ms(0), 2);
    EXPECT_DOUBLE_EQ(*of({100us, 100us}).quantile_ms(0.5), 0.125);
}

TEST(LatencyCounts, OneSlowCallOfAHundredDoesNotMoveTheMedian) {
    LatencyCounts counts;
    for (int i = 0; i < 98; ++i) counts.observe(1500us);
    counts.observe(3s);
    counts.observe(3s);

    EXPECT_LE(*counts.quantile_ms(0.5), 2);
    EXPECT_GT(*counts.quantile_ms(0.99), 2'048);
    EXPECT_LE(*counts.quantile_ms(0.99), 4'096);
}

TEST(LatencyCounts, WhatIsLongerThanTheLastBoundCountsAsEightSeconds) {
    EXPECT_DOUBLE_EQ(*of({1min}).quantile_ms(1), 8'192);
}

TEST(LatencyCounts, AddUp) {
    LatencyCounts sum = of({1ms, 3ms});
    sum.add(of({3ms, 1h}));

    EXPECT_EQ(sum, of({1ms, 3ms, 3ms, 1h}));
}

}  // namespace
}  // namespace callboard::telemetry
