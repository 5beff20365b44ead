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
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

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

TEST_P(DummyWriteStore, FewRowsAreLarge) {
    constexpr std::size_t kSize = 100'000;
    for (int i = 0; i < 100; ++i)
        db->write(std::nullopt, [](db::Tx& tx) {
            DummyWrites writes{tx};
            writes.write(300);
            writes.write_large(kSize);
        });

    std::vector<std::string> large = contents();
    std::erase_if(large, [](const std::string& each) { return each.size() == 300; });
    EXPECT_THAT(large, Each(SizeIs(kSize)));
    EXPECT_THAT(large, Not(IsEmpty()));
    EXPECT_LE(large.size(), static_cast<std::size_t>(DummyWrites::kLargeSlots));
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
