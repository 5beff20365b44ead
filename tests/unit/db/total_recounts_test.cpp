#include "db/total_recounts.h"

#include <chrono>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"

namespace callboard::db {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMany = 12'000;

constexpr ListSql kDepartments{"test_departments", "d.id", "FROM department d WHERE d.company_id = $1",
                               "ORDER BY d.id"};
constexpr Sql kFill{"test_fill", R"sql(
    INSERT INTO department (company_id, id, label, label_key, description, created_at)
    WITH RECURSIVE numbers (n) AS (
        SELECT CAST($2 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST($3 AS BIGINT))
    SELECT CAST($1 AS TEXT), 'd' || n, 'x', 'd' || n, '', 0 FROM numbers)sql"};

class TotalRecounts : public test::EachDatabase {
  protected:
    TotalRecounts() { add(kMany); }

    void add(std::int64_t number) {
        const std::int64_t from = added_ + 1;
        added_ += number;
        db->write(company, [&](Tx& tx) { tx.execute(kFill, {from, added_}); });
    }
    std::int64_t total() { return total(*db); }
    // The value of the filter is another one afterwards.
    std::int64_t total(Db& from) const {
        std::string first = "d";
        const std::int64_t found = from.read(company, [&](Snapshot& snapshot) {
            ListQuery list{kDepartments};
            list.where("d.id >=", first);
            return snapshot.total(list);
        });
        first = "e";
        return found;
    }

    const CompanyId company = given::company(*db);

  private:
    std::int64_t added_ = 0;
};

TEST_P(TotalRecounts, RequestsForAListInUseDoNotCountIt) {
    EXPECT_EQ(total(), kMany);
    for (std::int64_t page = 1; page <= 4; ++page) {
        add(1);
        clock.advance(6s);

        EXPECT_EQ(total(), kMany + page - 1);  // as the thread counted it for the page before
        EXPECT_TRUE(test::eventually([&] { return total() == kMany + page; }));
    }
}

TEST_P(TotalRecounts, ARequestForAListThatWasNotInUseCountsIt) {
    EXPECT_EQ(total(), kMany);
    add(1);
    clock.advance(4s);
    EXPECT_EQ(total(), kMany);
    clock.advance(6s);
    EXPECT_EQ(total(), kMany + 1);
}

TEST_P(TotalRecounts, EndWithTheDatabase) {
    const auto again = db.open_again();
    EXPECT_EQ(total(*again), kMany);
    clock.advance(6s);
    EXPECT_EQ(total(*again), kMany);
}

RUN_ON_EACH_DATABASE(TotalRecounts);

}  // namespace
}  // namespace callboard::db
