#include "db/total_cache.h"

#include <gtest/gtest.h>

namespace callboard::db {
namespace {

TEST(TotalCache, RemembersForTenSeconds) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});

    EXPECT_EQ(totals.find("jobs", {1'000}), 12'000);
    EXPECT_EQ(totals.find("jobs", {10'999}), 12'000);
    EXPECT_EQ(totals.find("jobs", {11'000}), std::nullopt);
    EXPECT_EQ(totals.find("users", {1'000}), std::nullopt);
}

TEST(TotalCache, DoesNotBelieveItWasFilledInTheFuture) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});

    EXPECT_EQ(totals.find("jobs", {999}), std::nullopt);
}

TEST(TotalCache, KeepsTheLatest) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});
    totals.keep("jobs", 13'000, {2'000});

    EXPECT_EQ(totals.find("jobs", {11'500}), 13'000);
}

TEST(TotalCache, StaysBoundedHoweverManyListsThereAre) {
    TotalCache totals;
    for (int i = 0; i < 30'000; ++i) totals.keep(std::to_string(i), i, {0});

    EXPECT_EQ(totals.find("29999", {0}), 29'999);
    EXPECT_EQ(totals.find("0", {0}), std::nullopt);
}

}  // namespace
}  // namespace callboard::db
