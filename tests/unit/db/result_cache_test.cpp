#include "db/result_cache.h"

#include <string>

#include <gtest/gtest.h>

namespace callboard::db {
namespace {

TEST(ResultCache, RemembersForAMinute) {
    ResultCache results;
    results.keep("figures", "{}", {1'000});

    EXPECT_EQ(results.find("figures", {1'000}), "{}");
    EXPECT_EQ(results.find("figures", {60'999}), "{}");
    EXPECT_EQ(results.find("figures", {61'000}), std::nullopt);
    EXPECT_EQ(results.find("other", {1'000}), std::nullopt);
}

TEST(ResultCache, DoesNotBelieveItWasFilledInTheFuture) {
    ResultCache results;
    results.keep("figures", "{}", {1'000});

    EXPECT_EQ(results.find("figures", {999}), std::nullopt);
}

TEST(ResultCache, StaysBoundedHoweverManyResultsThereAre) {
    ResultCache results;
    for (int i = 0; i < 2'500; ++i) results.keep(std::to_string(i), "x", {0});

    EXPECT_EQ(results.find("2499", {0}), "x");
    EXPECT_EQ(results.find("0", {0}), std::nullopt);
}

TEST(ResultCache, StaysBoundedHoweverLongTheResultsAre) {
    constexpr std::size_t kMiB = 1024 * 1024;
    ResultCache results;
    for (int i = 0; i < 17; ++i) results.keep(std::to_string(i), std::string(kMiB, 'x'), {0});
    EXPECT_TRUE(results.find("16", {0}));
    EXPECT_FALSE(results.find("0", {0}));

    results.keep("huge", std::string(kMiB + 1, 'x'), {0});
    EXPECT_FALSE(results.find("huge", {0}));
}

}  // namespace
}  // namespace callboard::db
