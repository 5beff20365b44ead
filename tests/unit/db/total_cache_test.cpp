#include "db/total_cache.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace callboard::db {
namespace {

std::optional<std::int64_t> total(TotalCache& totals, const std::string& list, Timestamp now) {
    const auto known = totals.find(list, now);
    return known ? std::optional{known->total} : std::nullopt;
}

TEST(TotalCache, RemembersForTenSeconds) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});

    EXPECT_EQ(total(totals, "jobs", {1'000}), 12'000);
    EXPECT_EQ(total(totals, "jobs", {10'999}), 12'000);
    EXPECT_EQ(total(totals, "users", {1'000}), std::nullopt);
    EXPECT_EQ(total(totals, "jobs", {11'000}), std::nullopt);
}

TEST(TotalCache, AsksOneCallerForARecountAfterFiveSeconds) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});
    totals.keep("users", 11'000, {1'000});

    EXPECT_FALSE(totals.find("jobs", {5'999})->is_due);
    EXPECT_TRUE(totals.find("jobs", {6'000})->is_due);
    EXPECT_FALSE(totals.find("jobs", {6'000})->is_due);
    EXPECT_TRUE(totals.find("users", {6'000})->is_due);

    totals.keep("jobs", 12'001, {6'000});
    totals.end_recount("jobs");
    EXPECT_FALSE(totals.find("jobs", {10'999})->is_due);
    EXPECT_TRUE(totals.find("jobs", {11'000})->is_due);
}

TEST(TotalCache, AsksAgainIfARecountFailed) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});

    EXPECT_TRUE(totals.find("jobs", {6'000})->is_due);
    totals.end_recount("jobs");
    EXPECT_TRUE(totals.find("jobs", {6'001})->is_due);
}

TEST(TotalCache, DoesNotBelieveItWasFilledInTheFuture) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});

    EXPECT_EQ(total(totals, "jobs", {999}), std::nullopt);
}

TEST(TotalCache, KeepsTheLatest) {
    TotalCache totals;
    totals.keep("jobs", 12'000, {1'000});
    totals.keep("jobs", 13'000, {2'000});

    totals.keep("jobs", 12'500, {1'500});

    EXPECT_EQ(total(totals, "jobs", {11'500}), 13'000);
}

TEST(TotalCache, StaysBoundedHoweverManyListsThereAre) {
    TotalCache totals;
    for (int i = 0; i < 30'000; ++i) totals.keep(std::to_string(i), i, {0});

    EXPECT_EQ(total(totals, "29999", {0}), 29'999);
    EXPECT_EQ(total(totals, "0", {0}), std::nullopt);
}

}  // namespace
}  // namespace callboard::db
