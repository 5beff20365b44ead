#include "candidates/hiring_line.h"

#include <array>

#include <gtest/gtest.h>

namespace callboard::candidates {
namespace {

using configuration::HiringStep;
using enum configuration::Stage;

const std::array kSteps{HiringStep{in_review, "Screen", false}, HiringStep{in_review, "Test", true},
                        HiringStep{interview, "Manager", false}, HiringStep{interview, "Team", true},
                        HiringStep{offered, "Extended", false}};

bool omits(Status from, const std::optional<std::string>& from_step, Status to,
           const std::optional<std::string>& to_step = std::nullopt) {
    return omits_required_step(kSteps, from, from_step, to, to_step);
}

TEST(HiringLine, GoesAsFarAsTheNextRequiredStepAndNoFurther) {
    EXPECT_FALSE(omits(Status::fresh, {}, Status::in_review, "Screen"));
    EXPECT_FALSE(omits(Status::fresh, {}, Status::in_review, "Test"));
    EXPECT_TRUE(omits(Status::fresh, {}, Status::interview));
    EXPECT_TRUE(omits(Status::fresh, {}, Status::hired));
    EXPECT_FALSE(omits(Status::in_review, "Test", Status::interview, "Team"));
    EXPECT_TRUE(omits(Status::in_review, "Test", Status::offered));
    EXPECT_FALSE(omits(Status::interview, "Team", Status::hired));
}

TEST(HiringLine, GoesBackAnywhere) {
    EXPECT_FALSE(omits(Status::hired, {}, Status::lead));
    EXPECT_FALSE(omits(Status::offered, "Extended", Status::in_review, "Screen"));
}

TEST(HiringLine, OmitsNothingWithoutAMove) {
    EXPECT_FALSE(omits(Status::fresh, {}, Status::fresh));
    EXPECT_FALSE(omits(Status::in_review, "Screen", Status::in_review, "Screen"));
}

TEST(HiringLine, IsLeftAnywhereAndEnteredAtTheBeginning) {
    EXPECT_FALSE(omits(Status::fresh, {}, Status::rejected));
    EXPECT_FALSE(omits(Status::withdrawn, {}, Status::transferred));
    EXPECT_FALSE(omits(Status::rejected, {}, Status::lead));
    EXPECT_FALSE(omits(Status::rejected, {}, Status::in_review, "Test"));
    EXPECT_TRUE(omits(Status::rejected, {}, Status::interview));
    EXPECT_TRUE(omits(Status::transferred, {}, Status::hired));
}

TEST(HiringLine, KnowsTheStepsOfEachStage) {
    EXPECT_TRUE(has_step(kSteps, Status::in_review, "Screen"));
    EXPECT_FALSE(has_step(kSteps, Status::interview, "Screen"));
    EXPECT_FALSE(has_step(kSteps, Status::hired, "Screen"));
    EXPECT_FALSE(has_step(kSteps, Status::in_review, ""));
}

TEST(HiringLine, WithoutRequiredStepsOmitsNothing) {
    const std::array steps{HiringStep{in_review, "Screen", false}};

    EXPECT_FALSE(omits_required_step(steps, Status::lead, {}, Status::hired, {}));
    EXPECT_FALSE(omits_required_step({}, Status::lead, {}, Status::hired, {}));
}

TEST(HiringLine, GoesOnFromTheBeginningOfAStatusWhoseStepWasRemoved) {
    EXPECT_FALSE(omits(Status::in_review, "Gone", Status::in_review, "Test"));
    EXPECT_TRUE(omits(Status::in_review, "Gone", Status::interview));
    EXPECT_FALSE(omits(Status::interview, "Gone", Status::interview, "Team"));
    EXPECT_TRUE(omits(Status::interview, "Gone", Status::hired));
}

}  // namespace
}  // namespace callboard::candidates
