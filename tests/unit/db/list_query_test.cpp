#include "db/list_query.h"

#include <gtest/gtest.h>

namespace callboard::db {
namespace {

constexpr ListSql kInside{"test_inside", "q.id", "FROM (SELECT id FROM department WHERE company_id = $1",
                          "ORDER BY q.id"};

TEST(ListQueryTest, AllPagesOfAListInsideAnotherOneAreOneStatement) {
    ListQuery first{kInside};
    ListQuery later{kInside};

    first.close_page("ORDER BY id", 100, 0, ") q").whole();
    later.close_page("ORDER BY id", 50, 4711, ") q").whole();

    EXPECT_EQ(
        first.text(),
        "SELECT q.id FROM (SELECT id FROM department WHERE company_id = $1 ORDER BY id LIMIT $2 OFFSET $3) q "
        "ORDER BY q.id");
    EXPECT_EQ(later.text(), first.text());
    EXPECT_EQ(later.values().front().integer(), 50);
    EXPECT_EQ(later.values().back().integer(), 4711);
}

}  // namespace
}  // namespace callboard::db
