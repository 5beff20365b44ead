#include "db/light_reads.h"

#include <chrono>

#include <gtest/gtest.h>

#include "support/manual_clock.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using db::LightReads;
using Place = LightReads::Place;

class LightReadPlacement : public testing::Test {
  protected:
    Place read(std::chrono::microseconds duration) {
        const Place place = reads.next();
        if (place == Place::pool) return place;
        const LightReads::Measurement measurement{reads, place};
        stopwatch.advance(duration);
        return place;
    }
    void given_slow_reads() {
        for (int i = 0; i < 4; ++i) EXPECT_EQ(read(2ms), Place::here);
        ASSERT_TRUE(reads.are_slow());
    }

    test::ManualStopwatch stopwatch;
    LightReads reads{stopwatch};
};

TEST_F(LightReadPlacement, FastReadsRunWhereTheyAreAskedFor) {
    for (int i = 0; i < 10'000; ++i) ASSERT_EQ(read(1999us), Place::here);
}

TEST_F(LightReadPlacement, SeveralSlowReadsWithinASecondSendTheOthersToThePool) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(read(2ms), Place::here);
    EXPECT_FALSE(reads.are_slow());
    EXPECT_EQ(read(10us), Place::here);
    EXPECT_EQ(read(500ms), Place::here);
    EXPECT_TRUE(reads.are_slow());
    EXPECT_EQ(read(10us), Place::pool);
}

TEST_F(LightReadPlacement, ASlowReadNowAndThenDoesNotMatter) {
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(read(3ms), Place::here);
        stopwatch.advance(331ms);
    }
}

TEST_F(LightReadPlacement, AfterASecondOneIsTried) {
    given_slow_reads();
    stopwatch.advance(999ms);
    EXPECT_EQ(read(10us), Place::pool);
    stopwatch.advance(1ms);

    EXPECT_EQ(read(5ms), Place::trial);

    EXPECT_EQ(read(10us), Place::pool);
    stopwatch.advance(1s);
    EXPECT_EQ(read(10us), Place::trial);
    EXPECT_EQ(read(10us), Place::here);
    EXPECT_FALSE(reads.are_slow());
}

TEST_F(LightReadPlacement, OnlyOneIsTriedAtATime) {
    given_slow_reads();
    stopwatch.advance(1s);
    ASSERT_EQ(reads.next(), Place::trial);
    {
        const LightReads::Measurement measurement{reads, Place::trial};
        EXPECT_EQ(reads.next(), Place::pool);
        stopwatch.advance(1ms);
    }
    EXPECT_EQ(reads.next(), Place::here);
}

// One that began before the others were slow.
TEST_F(LightReadPlacement, ALateReadDoesNotCountAsTheTrial) {
    given_slow_reads();
    {
        const LightReads::Measurement late{reads, Place::here};
        stopwatch.advance(1s);
        ASSERT_EQ(reads.next(), Place::trial);
    }
    EXPECT_EQ(reads.next(), Place::pool);
}

TEST_F(LightReadPlacement, WhatWasSlowBeforeIsForgotten) {
    given_slow_reads();
    stopwatch.advance(1s);
    EXPECT_EQ(read(10us), Place::trial);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(read(2ms), Place::here);
    EXPECT_FALSE(reads.are_slow());
}

}  // namespace
}  // namespace callboard
