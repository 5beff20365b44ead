#include "app/store.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "settings/settings.h"
#include "support/each_database.h"

namespace callboard {
namespace {

constexpr db::GlobalSql kStatementTimeout{"test_statement_timeout", "SHOW statement_timeout"};

class StoreOnPostgres : public testing::Test {
  protected:
    StoreOnPostgres() = default;
    ~StoreOnPostgres() override { umask(umask_); }  // a store makes files private

    app::Store store_with_request_timeout(const std::string& seconds) {
        settings::Settings loaded =
            settings::load({{.name = "database", .values = {postgres_.url()}, .origin = "test"},
                            {.name = "database-replica", .values = {postgres_.url()}, .origin = "test"},
                            {.name = "request-timeout", .values = {seconds}, .origin = "test"}},
                           std::nullopt, {});
        loaded.log_level = "warn";
        return app::Store{loaded, 1};
    }
    static std::string statement_timeout(db::Db& db) {
        return db.read(std::nullopt, [](db::Snapshot& snapshot) {
            return snapshot.first(kStatementTimeout, {}, [](const db::Row& row) { return row.string(0); })
                .value();
        });
    }

  private:
    const mode_t umask_ = umask(077);
    const test::PostgresDatabase postgres_;
};

TEST_F(StoreOnPostgres, CancelsStatementsOnceTheirRequestsHaveTimedOut) {
    app::Store store = store_with_request_timeout("301");

    EXPECT_EQ(statement_timeout(store.db()), "303s");
    EXPECT_EQ(statement_timeout(store.large_reads()), "303s");
}

TEST_F(StoreOnPostgres, LeavesTimeToBackgroundWorkIfRequestsHaveLittle) {
    app::Store store = store_with_request_timeout("5");

    EXPECT_EQ(statement_timeout(store.db()), "130s");
}

TEST_F(StoreOnPostgres, CancelsNoStatementsIfRequestsHaveNoTimeLimit) {
    app::Store store = store_with_request_timeout("0");

    EXPECT_EQ(statement_timeout(store.db()), "0");
    EXPECT_EQ(statement_timeout(store.large_reads()), "0");
}

}  // namespace
}  // namespace callboard
