#include "accounts/dummy_write_store.h"

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"

namespace callboard::accounts::store {
namespace {

using testing::Each;
using testing::SizeIs;
using testing::UnorderedElementsAre;

constexpr db::GlobalSql kContents{"test_dummy_contents", "SELECT contents FROM dummy_write"};
constexpr db::GlobalSql kHighest{"test_dummy_highest", "SELECT max(slot) FROM dummy_write"};

class DummyWriteStore : public test::EachDatabase {
  protected:
    void write(int times) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            DummyWrites writes{tx};
            for (int i = 0; i < times; ++i) writes.write(300);
        });
    }
    std::vector<std::string> contents() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return snapshot.all(kContents, {}, [](const db::Row& row) { return row.string(0); });
        });
    }
};

TEST_P(DummyWriteStore, EachWriteIsARow) {
    write(4);

    EXPECT_THAT(contents(), SizeIs(4));
    EXPECT_THAT(contents(), Each(std::string(300, '.')));
}

TEST_P(DummyWriteStore, RowsAreReplacedSoThatThereIsALimit) {
    for (int i = 0; i < 200; ++i) write(4);
    const auto highest =
        db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kHighest); });

    EXPECT_LT(highest, DummyWrites::kSlots);
    EXPECT_LE(contents().size(), 800U);
}

TEST_P(DummyWriteStore, MoreRowsThanUsualAreAnnounced) {
    for (const std::int64_t most : {std::int64_t{100}, DummyWrites::kSlots})
        db->write(std::nullopt, [&](db::Tx& tx) {
            DummyWrites writes{tx, most};
            for (std::int64_t i = 0; i < most; ++i) writes.write(30);
        });

    EXPECT_THAT(contents(), SizeIs(DummyWrites::kSlots));
}

TEST_P(DummyWriteStore, ChunksAreRowsOfTheirOwn) {
    constexpr std::size_t kSize = 100'000;
    db->write(std::nullopt, [](db::Tx& tx) {
        DummyWrites writes{tx};
        writes.write(300);
        for (const std::size_t size : {kSize, kSize, std::size_t{7}}) writes.write_chunk(size);
    });

    EXPECT_THAT(contents(), UnorderedElementsAre(SizeIs(300), SizeIs(kSize), SizeIs(kSize), SizeIs(7)));
}

TEST_P(DummyWriteStore, ChunksAreLimited) {
    for (int i = 0; i < 2; ++i)
        db->write(std::nullopt, [](db::Tx& tx) {
            DummyWrites writes{tx};
            for (std::int64_t chunk = 0; chunk <= DummyWrites::kMostChunks; ++chunk) writes.write_chunk(7);
        });
    const auto highest =
        db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kHighest); });

    EXPECT_LE(contents().size(), static_cast<std::size_t>(2 * DummyWrites::kMostChunks));
    EXPECT_LT(highest, DummyWrites::kSlots + DummyWrites::kChunkRanges * DummyWrites::kMostChunks);
}

TEST_P(DummyWriteStore, ManyAtTheSameTimeDoNotDisturbEachOther) {
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([this] {
                for (int n = 0; n < 100; ++n) write(4);
            });
    }

    EXPECT_FALSE(contents().empty());
}

RUN_ON_EACH_DATABASE(DummyWriteStore);

}  // namespace
}  // namespace callboard::accounts::store
