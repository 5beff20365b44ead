#include "webhooks/delivery/pace.h"

#include <gtest/gtest.h>

namespace callboard::webhooks {
namespace {

using enum Pace::Answer;

void exchange(Pace& pace, Pace::Answer answer, std::size_t times = 1) {
    for (std::size_t i = 0; i < times; ++i) {
        pace.sent();
        pace.answered(answer);
    }
}

TEST(Pace, StartsWithFourAtATime) {
    Pace pace;
    for (std::size_t i = 0; i < Pace::kStart; ++i) {
        EXPECT_GT(pace.free_slots(), 0U);
        pace.sent();
    }
    EXPECT_EQ(pace.free_slots(), 0U);
    pace.answered(acknowledged);
    EXPECT_EQ(pace.free_slots(), 1U);
}

TEST(Pace, GrowsByOneForEveryRoundOfGoodAnswers) {
    Pace pace;
    exchange(pace, acknowledged, 3);
    EXPECT_EQ(pace.cap(), 4U);
    exchange(pace, acknowledged);
    EXPECT_EQ(pace.cap(), 5U);
    exchange(pace, acknowledged, 5);
    EXPECT_EQ(pace.cap(), 6U);
}

TEST(Pace, GrowsToThirtyTwo) {
    Pace pace;
    exchange(pace, acknowledged, 10'000);
    EXPECT_EQ(pace.cap(), Pace::kMost);
}

TEST(Pace, IsHalvedByServerErrorsAndSilence) {
    Pace pace;
    exchange(pace, acknowledged, 10'000);
    exchange(pace, server_error);
    EXPECT_EQ(pace.cap(), 16U);
    exchange(pace, no_answer);
    EXPECT_EQ(pace.cap(), 8U);
    exchange(pace, server_error, 10);
    EXPECT_EQ(pace.cap(), 1U);
}

TEST(Pace, IsLeftAloneByOtherAnswers) {
    Pace pace;
    exchange(pace, refused, 100);
    EXPECT_EQ(pace.cap(), Pace::kStart);
    EXPECT_FALSE(pace.is_open());
}

TEST(Pace, WhoTakesLongHasFewAtATime) {
    Pace pace;
    exchange(pace, acknowledged, 10'000);
    exchange(pace, slow);
    EXPECT_EQ(pace.cap(), Pace::kStart);
    exchange(pace, slow, 100);
    EXPECT_EQ(pace.cap(), Pace::kStart);
    EXPECT_FALSE(pace.is_open());
}

TEST(Pace, OpensAfterFiveSilencesInARow) {
    Pace pace;
    exchange(pace, no_answer, 4);
    EXPECT_FALSE(pace.is_open());
    exchange(pace, no_answer);
    EXPECT_TRUE(pace.is_open());
    EXPECT_EQ(pace.cap(), 1U);
}

TEST(Pace, AnyAnswerEndsTheRow) {
    Pace pace;
    exchange(pace, no_answer, 4);
    exchange(pace, server_error);
    exchange(pace, no_answer, 4);
    EXPECT_FALSE(pace.is_open());
}

TEST(Pace, ClosesWhenItAnswersAgain) {
    Pace pace;
    exchange(pace, no_answer, 20);
    exchange(pace, server_error);
    EXPECT_FALSE(pace.is_open());
}

TEST(Pace, HasNoSlotsWhileMoreAreInFlightThanItMayHave) {
    Pace pace;
    for (int i = 0; i < 4; ++i) pace.sent();
    pace.answered(server_error);
    EXPECT_EQ(pace.cap(), 2U);
    EXPECT_EQ(pace.free_slots(), 0U);
    pace.answered(acknowledged);
    pace.answered(acknowledged);
    EXPECT_GT(pace.free_slots(), 0U);
}

}  // namespace
}  // namespace callboard::webhooks
