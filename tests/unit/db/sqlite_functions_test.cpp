#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"

namespace callboard {
namespace {

// SQLite has it from db/sqlite_functions.cpp.
class StringAgg : public test::EachDatabase {
  protected:
    std::optional<std::string> joined(const db::GlobalSql& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return snapshot.first(sql, {}, [](const db::Row& row) { return row.optional_string(0); }).value();
        });
    }
};

TEST_P(StringAgg, JoinsTextsAndLeavesOutWhatIsAbsent) {
    static constexpr db::GlobalSql kSome{
        "test_string_agg_some",
        "SELECT string_agg(x.t, ', ') FROM (SELECT 'a' AS t UNION ALL SELECT NULL UNION ALL SELECT '' "
        "UNION ALL SELECT 'ż') x"};
    static constexpr db::GlobalSql kNone{
        "test_string_agg_none", "SELECT string_agg(x.t, ',') FROM (SELECT 'a' AS t) x WHERE x.t = 'b'"};
    static constexpr db::GlobalSql kAbsent{
        "test_string_agg_absent", "SELECT string_agg(x.t, ',') FROM (SELECT CAST(NULL AS TEXT) AS t) x"};

    EXPECT_EQ(joined(kSome), "a, , ż");
    EXPECT_EQ(joined(kNone), std::nullopt);
    EXPECT_EQ(joined(kAbsent), std::nullopt);
}

TEST_P(StringAgg, JoinsEachGroup) {
    static constexpr db::GlobalSql kGroups{
        "test_string_agg_groups",
        "SELECT string_agg(y.t, ';') FROM (SELECT x.g, string_agg(x.t, ',') AS t FROM (SELECT 1 AS g, 'a' AS "
        "t "
        "UNION ALL SELECT 1, 'b' UNION ALL SELECT 2, 'c') x GROUP BY x.g ORDER BY x.g) y"};

    EXPECT_EQ(joined(kGroups), "a,b;c");
}

RUN_ON_EACH_DATABASE(StringAgg);

}  // namespace
}  // namespace callboard
