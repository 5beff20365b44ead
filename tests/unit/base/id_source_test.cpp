#include "base/id_source.h"

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr Timestamp kNow{1'700'000'000'000};

std::string uuid(IdSource& ids, Timestamp now) {
    return std::string{ids.make<JobId>(now).text()};
}

TEST(IdSource, MakesAUuidOfVersionSevenThatTellsItsMillisecond) {
    IdSource ids;

    const std::string id = uuid(ids, kNow);

    EXPECT_TRUE(JobId::parse(id)) << id;
    EXPECT_EQ(id.substr(0, 13), "018bcfe5-6800");
    EXPECT_EQ(id[14], '7');
    EXPECT_NE(std::string_view{"89ab"}.find(id[19]), std::string_view::npos) << id;
}

TEST(IdSource, UuidsOfOneMillisecondIncreaseStrictlyBeyondTheirCounter) {
    IdSource ids;
    std::string previous = uuid(ids, kNow);

    for (int i = 0; i < 10'000; ++i) {
        const std::string next = uuid(ids, kNow);
        ASSERT_LT(previous, next);
        ASSERT_EQ(next[14], '7');
        previous = next;
    }
}

TEST(IdSource, UuidsIncreaseWhenTheClockStepsBack) {
    IdSource ids;
    const std::string before = uuid(ids, kNow);

    const std::string after = uuid(ids, kNow - 1h);
    const std::string much_later = uuid(ids, kNow + 1ms);

    EXPECT_LT(before, after);
    EXPECT_LT(after, much_later);
}

TEST(IdSource, UuidsFollowTheClockAgainWhenItGoesOn) {
    IdSource ids;
    uuid(ids, kNow);

    EXPECT_EQ(uuid(ids, kNow + 1ms).substr(0, 13), "018bcfe5-6801");
}

TEST(IdSource, TheFirstUuidOfAMomentSortsBeforeThoseOfItAndAfterOlderOnes) {
    IdSource ids;
    const std::string older = uuid(ids, kNow);
    const std::string newer = uuid(ids, kNow + 1ms);

    EXPECT_LT(older, first_uuid_of(kNow + 1ms));
    EXPECT_LT(first_uuid_of(kNow + 1ms), newer);
}

TEST(IdSource, AUuidTellsWhenItWasMade) {
    IdSource ids;

    EXPECT_EQ(time_of_uuid(uuid(ids, kNow)), kNow);
    EXPECT_EQ(time_of_uuid(first_uuid_of(kNow)), kNow);
}

TEST(IdSource, TwoSourcesDoNotMakeTheSameUuid) {
    IdSource one;
    IdSource other;

    EXPECT_NE(uuid(one, kNow), uuid(other, kNow));
}

TEST(IdSource, ThreadsNeverGetTheSameUuidAndEachSeesItsOwnIncrease) {
    constexpr std::size_t kThreads = 4;
    constexpr std::size_t kEach = 5'000;
    IdSource ids;
    std::vector<std::vector<std::string>> made(kThreads);

    {
        std::vector<std::jthread> threads;
        for (auto& mine : made) {
            threads.emplace_back([&ids, &mine] {
                for (std::size_t i = 0; i < kEach; ++i) mine.push_back(uuid(ids, kNow));
            });
        }
    }

    std::set<std::string> without_random_part;
    for (const auto& mine : made) {
        EXPECT_TRUE(std::ranges::is_sorted(mine));
        for (const std::string& id : mine) without_random_part.insert(id.substr(0, 18));
    }
    EXPECT_EQ(without_random_part.size(), kThreads * kEach);
}

TEST(IdSource, AHex24IdBeginsWithItsSecond) {
    IdSource ids;

    const UserId id = ids.make<UserId>(kNow);

    EXPECT_TRUE(UserId::parse(id.text()));
    EXPECT_EQ(id.text().substr(0, 8), "6553f100");
}

TEST(IdSource, Hex24IdsOfOneSecondDiffer) {
    IdSource ids;
    std::set<UserId> made;

    for (int i = 0; i < 10'000; ++i) made.insert(ids.make<UserId>(kNow));

    EXPECT_EQ(made.size(), 10'000U);
}

TEST(IdSource, DigitIdsDifferAndStayExactInJavaScript) {
    IdSource ids;
    std::set<DepartmentId> made;

    for (int i = 0; i < 10'000; ++i) {
        const DepartmentId id = ids.make<DepartmentId>(kNow);
        ASSERT_TRUE(DepartmentId::parse(id.text()));
        ASSERT_EQ(id.text().size(), 15U);
        ASSERT_NE(id.text().front(), '0');
        made.insert(id);
    }

    EXPECT_EQ(made.size(), 10'000U);
}

}  // namespace
}  // namespace callboard
