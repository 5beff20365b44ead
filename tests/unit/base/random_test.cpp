#include "base/random.h"

#include <array>
#include <limits>
#include <map>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace callboard {
namespace {

std::string random_bytes(std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    fill_random(bytes);
    return {bytes.begin(), bytes.end()};
}

TEST(Random, NeverRepeatsItself) {
    std::set<std::string> seen;

    for (int i = 0; i < 10'000; ++i) seen.insert(random_bytes(16));

    EXPECT_EQ(seen.size(), 10'000U);
}

TEST(Random, FillsRequestsOfAnySize) {
    for (const std::size_t size : {1'024U, 2'047U, 2'048U, 2'049U, 10'000U}) {
        const std::string bytes = random_bytes(size);
        const std::set<char> kinds{bytes.begin(), bytes.end()};
        EXPECT_GT(kinds.size(), 200U) << size;
        EXPECT_NE(bytes.substr(size - 16), std::string(16, '\0')) << size;
    }
}

TEST(Random, DiffersFromThreadToThread) {
    std::array<std::string, 4> made;

    {
        std::vector<std::jthread> threads;
        for (std::string& mine : made) threads.emplace_back([&mine] { mine = random_bytes(32); });
    }

    EXPECT_EQ((std::set<std::string>{made.begin(), made.end()}.size()), made.size());
}

TEST(RandomBelow, StaysBelowItsLimit) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t limit :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{256}, std::uint64_t{1} << 63,
          (std::uint64_t{1} << 63) + 1, kMost}) {
        for (int i = 0; i < 1'000; ++i) ASSERT_LT(random_below(limit), limit);
    }
    EXPECT_EQ(random_below(1), 0U);
}

TEST(RandomBelow, GivesEveryValueAboutAsOften) {
    constexpr int kEach = 10'000;
    std::map<std::uint64_t, int> times;

    for (int i = 0; i < 6 * kEach; ++i) ++times[random_below(6)];

    ASSERT_EQ(times.size(), 6U);
    for (const auto& [value, count] : times) EXPECT_NEAR(count, kEach, kEach / 10) << value;
}

TEST(RandomBelow, IsFairAlsoWhereARemainderWouldNotBe) {
    constexpr std::uint64_t kLimit = 3 * (std::uint64_t{1} << 62);
    constexpr int kDraws = 30'000;
    int in_first_third = 0;

    for (int i = 0; i < kDraws; ++i)
        if (random_below(kLimit) < kLimit / 3) ++in_first_third;

    EXPECT_NEAR(in_first_third, kDraws / 3, kDraws / 30);
}

TEST(RandomSecret, HasTwoHundredAndFiftySixBitsInCharactersThatNeedNoEscape) {
    const std::string secret = random_secret();

    EXPECT_EQ(from_base64url(secret).value().size(), 32U);
    EXPECT_NE(random_secret(), secret);
}

TEST(RandomText, HasItsLengthAndOnlyLettersOfTheAlphabet) {
    const std::string text = random_text(10'000, "abc\xff");

    EXPECT_EQ(text.size(), 10'000U);
    EXPECT_EQ((std::set<char>{text.begin(), text.end()}), (std::set<char>{'a', 'b', 'c', '\xff'}));
    EXPECT_EQ(random_text(0, "abc"), "");
    EXPECT_EQ(random_text(3, "x"), "xxx");
}

}  // namespace
}  // namespace callboard
