#include "db/sized_sql.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"

namespace callboard::db {
namespace {

TEST(SizedSqlTest, ChoosesALengthWithRoomOrOneThatIsFilled) {
    EXPECT_EQ(SizedSql::length_with_room_for(1), 1U);
    EXPECT_EQ(SizedSql::length_with_room_for(2), 8U);
    EXPECT_EQ(SizedSql::length_with_room_for(8), 8U);
    EXPECT_EQ(SizedSql::length_with_room_for(9), 32U);
    EXPECT_EQ(SizedSql::length_with_room_for(1000), 32U);
    EXPECT_EQ(SizedSql::length_filled_by(1), 1U);
    EXPECT_EQ(SizedSql::length_filled_by(7), 1U);
    EXPECT_EQ(SizedSql::length_filled_by(8), 8U);
    EXPECT_EQ(SizedSql::length_filled_by(31), 8U);
    EXPECT_EQ(SizedSql::length_filled_by(1000), 32U);
}

class SizedSqlOnDatabase : public test::EachDatabase {};

TEST_P(SizedSqlOnDatabase, EachLengthIsAStatementOfItsOwn) {
    const SizedSql counting{"test_counting", [](std::size_t length) {
                                return "SELECT count(*) FROM schema_file WHERE number IN (" +
                                       parameter_list(2, length) + ") AND number > $1";
                            }};
    std::set<std::string_view> names;
    for (const std::size_t length : SizedSql::kLengths) {
        const GlobalSql sql = counting.of(length);
        names.insert(sql.name);
        std::vector<Value> args{2};
        for (std::size_t i = 0; i < length; ++i) args.emplace_back(i + 1);
        const auto expected = static_cast<std::int64_t>(length > 2 ? length - 2 : 0);
        for (int again = 0; again < 2; ++again)
            EXPECT_EQ(db->read(std::nullopt, [&](Snapshot& snapshot) { return snapshot.number(sql, args); }),
                      expected);
    }
    EXPECT_EQ(names.size(), SizedSql::kLengths.size());
}

RUN_ON_EACH_DATABASE(SizedSqlOnDatabase);

}  // namespace
}  // namespace callboard::db
