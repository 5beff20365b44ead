#include "cli/feed.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/id.h"

namespace callboard::cli {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

struct Row {
    EventId id;
};

constexpr Timestamp kStart{1'700'000'000'000};

struct AFeed : testing::Test {
    EventId id_at(Timestamp time) { return ids.make<EventId>(time); }
    std::vector<EventId> new_rows() {
        std::vector<EventId> found;
        for (const Row& row : feed.new_rows(read())) found.push_back(row.id);
        return found;
    }
    std::vector<Row> read() {
        return rows_after(feed.from(),
                          [&](const EventId& after, std::int64_t limit) { return page(after, limit); });
    }
    std::vector<Row> page(const EventId& after, std::int64_t limit) {
        std::ranges::sort(table);
        std::vector<Row> found;
        for (const EventId& id : table)
            if (id > after && std::ssize(found) < limit) found.push_back({id});
        rows_read += found.size();
        return found;
    }

    IdSource ids;
    std::vector<EventId> table;
    std::size_t rows_read = 0;
    Feed<EventId> feed{kStart, 10s};
};

TEST_F(AFeed, GivesEachRowOnce) {
    EXPECT_THAT(new_rows(), IsEmpty());
    table = {id_at(kStart), id_at(kStart + 1ms)};

    EXPECT_THAT(new_rows(), ElementsAre(table[0], table[1]));
    EXPECT_THAT(new_rows(), IsEmpty());
}

TEST_F(AFeed, GivesARowThatWasMadeBeforeAndCommittedLater) {
    const EventId slow = id_at(kStart + 1s);
    const EventId quick = id_at(kStart + 9s);
    table = {quick};
    EXPECT_THAT(new_rows(), ElementsAre(quick));

    table.push_back(slow);

    EXPECT_THAT(new_rows(), ElementsAre(slow));
    EXPECT_THAT(new_rows(), IsEmpty());
}

TEST_F(AFeed, LooksBackAsFarAsItIsTold) {
    feed = Feed<EventId>{kStart, 30s};
    const EventId slow = id_at(kStart + 1s);
    const EventId quick = id_at(kStart + 29s);
    table = {quick};
    EXPECT_THAT(new_rows(), ElementsAre(quick));

    table.push_back(slow);

    EXPECT_THAT(new_rows(), ElementsAre(slow));
    EXPECT_THAT(new_rows(), IsEmpty());
}

TEST_F(AFeed, HasNotGivenWhatWasOnlyRead) {
    table = {id_at(kStart)};

    EXPECT_THAT(read(), SizeIs(1));

    EXPECT_THAT(new_rows(), ElementsAre(table[0])) << "a database may have to read again";
}

TEST_F(AFeed, LooksNoFurtherBackThanItMust) {
    for (int i = 0; i < 100; ++i) table.push_back(id_at(kStart + i * 1s));
    EXPECT_THAT(new_rows(), SizeIs(100));
    rows_read = 0;

    EXPECT_THAT(new_rows(), IsEmpty());

    EXPECT_LE(rows_read, 11U);
}

TEST_F(AFeed, GivesMoreThanOnePage) {
    for (int i = 0; i < 1'203; ++i) table.push_back(id_at(kStart));

    EXPECT_THAT(new_rows(), SizeIs(1'203));
    EXPECT_THAT(new_rows(), IsEmpty());
}

TEST_F(AFeed, FollowsAClockThatIsMoved) {
    table = {id_at(kStart + 24h * 28)};
    EXPECT_THAT(new_rows(), SizeIs(1));

    table.push_back(id_at(kStart + 24h * 28 + 1ms));

    EXPECT_THAT(new_rows(), ElementsAre(table.back()));
}

}  // namespace
}  // namespace callboard::cli
