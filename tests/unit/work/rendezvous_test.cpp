#include "work/rendezvous.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::work {
namespace {

constexpr int kKeys = 10'000;

std::vector<std::string> servers(int number) {
    std::vector<std::string> names;
    for (int i = 0; i < number; ++i)
        names.push_back("0189cb00-0000-7000-8000-0000000000" + std::to_string(10 + i));
    return names;
}

std::string key(int number) {
    return "0189cb00-0000-7000-8000-00000000" + std::to_string(10'000 + number);
}

std::string preferred(const std::vector<std::string>& all, const std::string& key) {
    return *std::ranges::find_if(all, [&](const std::string& each) { return rank(each, all, key) == 0; });
}

TEST(Rendezvous, EveryServerHasItsOwnRank) {
    const auto all = servers(5);
    for (int i = 0; i < 100; ++i) {
        std::vector<bool> taken(all.size());
        for (const std::string& each : all) taken.at(rank(each, all, key(i))) = true;
        EXPECT_EQ(std::ranges::count(taken, true), 5);
    }
}

TEST(Rendezvous, TheOrderOfTheListDoesNotMatter) {
    const auto all = servers(5);
    const std::vector<std::string> reversed{all.rbegin(), all.rend()};
    for (int i = 0; i < 100; ++i) EXPECT_EQ(preferred(all, key(i)), preferred(reversed, key(i)));
}

TEST(Rendezvous, AServerAloneIsPreferred) {
    EXPECT_EQ(rank("here", {}, key(1)), 0U);
    EXPECT_EQ(rank("here", std::vector<std::string>{"here"}, key(1)), 0U);
}

TEST(Rendezvous, ServersGetAboutTheSameNumberOfKeys) {
    const auto all = servers(8);
    std::map<std::string, int> counts;
    for (int i = 0; i < kKeys; ++i) ++counts[preferred(all, key(i))];
    for (const std::string& each : all) EXPECT_NEAR(counts[each], kKeys / 8, kKeys / 8 / 5) << each;
}

TEST(Rendezvous, AServerThatJoinsGetsItsShareAndNothingElseMoves) {
    const auto before = servers(7);
    const auto after = servers(8);
    int moved = 0;
    for (int i = 0; i < kKeys; ++i) {
        const std::string now = preferred(after, key(i));
        if (now == preferred(before, key(i))) continue;
        EXPECT_EQ(now, after.back());
        ++moved;
    }
    EXPECT_NEAR(moved, kKeys / 8, kKeys / 8 / 5);
}

TEST(Rendezvous, TheSecondTakesOverFromOneThatLeaves) {
    const auto all = servers(8);
    for (int i = 0; i < 100; ++i) {
        auto left = all;
        std::erase(left, preferred(all, key(i)));
        EXPECT_EQ(rank(preferred(left, key(i)), all, key(i)), 1U);
    }
}

}  // namespace
}  // namespace callboard::work
