#include "base/nearest.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace callboard {
namespace {

constexpr std::array<std::string_view, 6> kNames{"serve",      "demo",     "jobs_read",
                                                 "jobs_write", "--listen", "id"};

std::optional<std::string_view> found(std::string_view word) {
    return nearest(word, kNames);
}

TEST(Nearest, FindsTheNameThatOneLetterIsMissingFrom) {
    EXPECT_EQ(found("serv"), "serve");
    EXPECT_EQ(found("job_read"), "jobs_read");
    EXPECT_EQ(found("--lsten"), "--listen");
}

TEST(Nearest, FindsTheNameThatHasALetterTooManyOrAnother) {
    EXPECT_EQ(found("serrve"), "serve");
    EXPECT_EQ(found("demu"), "demo");
}

TEST(Nearest, CountsTwoSwappedLettersAsOneError) {
    EXPECT_EQ(found("dmeo"), "demo");  // four letters may have one error only
    EXPECT_EQ(found("di"), "id");
}

TEST(Nearest, DoesNotRegardLetterCase) {
    EXPECT_EQ(found("SERVE"), "serve");
    EXPECT_EQ(found("JOB_READ"), "jobs_read");
}

TEST(Nearest, PrefersTheCandidateWithFewerErrors) {
    EXPECT_EQ(found("jobs_rite"), "jobs_write");
    EXPECT_EQ(nearest("jobs_rea", std::array<std::string_view, 2>{"jobs_red_", "jobs_read"}), "jobs_read");
}

TEST(Nearest, FindsNothingThatIsTooFar) {
    EXPECT_EQ(found("migrate"), std::nullopt);
    EXPECT_EQ(found("dome s"), std::nullopt);
    EXPECT_EQ(found("jbosrdea"), std::nullopt);
    EXPECT_EQ(found(""), std::nullopt);
    EXPECT_EQ(found("x"), std::nullopt);
    EXPECT_EQ(nearest("serve", {}), std::nullopt);
}

TEST(Nearest, AllowsThreeErrorsAtMost) {
    constexpr std::array<std::string_view, 1> kLong{"candidate-list-concurrency"};
    EXPECT_EQ(nearest("candidat-list-concurency", kLong), kLong[0]);
    EXPECT_EQ(nearest("candidat-lst-concurency", kLong), kLong[0]);
    EXPECT_EQ(nearest("candidat-lst-concrency", kLong), std::nullopt);
}

TEST(Nearest, DoesNotCompareLongWords) {
    const std::string longest(64, 'a');
    const std::string too_long(65, 'a');
    const std::array<std::string_view, 1> same{too_long};
    EXPECT_EQ(nearest(longest, same), too_long);
    EXPECT_EQ(nearest(too_long, same), std::nullopt);
    EXPECT_EQ(nearest(std::string(1'000'000, 'a'), same), std::nullopt);
}

}  // namespace
}  // namespace callboard
