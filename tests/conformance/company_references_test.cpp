// Foreign keys to `company`: on PostgreSQL, each would lock the row of the company for every write. On
// SQLite, the tests check with them that companies exist.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr db::GlobalSql kSqlite{"test_references_sqlite", R"sql(
    SELECT DISTINCT t.name FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f
    WHERE t.schema = 'main' AND t.type = 'table' AND f."table" = 'company' ORDER BY t.name)sql"};
constexpr db::GlobalSql kPostgres{"test_references_postgres", R"sql(
    SELECT CAST(CAST(conrelid AS regclass) AS TEXT) FROM pg_constraint
    WHERE contype = 'f' AND confrelid = to_regclass('company'))sql"};

constexpr db::GlobalSql kLockedCompanies{"test_locked_companies", R"sql(
    SELECT count(*) FROM company WHERE xmax <> 0)sql"};

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, created_at) VALUES ($1, 'd', 'd', 'd', 0))sql"};

class CompanyReferences : public test::EachDatabase {
  protected:
    std::vector<std::string> referring(const db::GlobalSql& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return snapshot.all(sql, {}, [](const db::Row& row) { return row.string(0); });
        });
    }
};

TEST_P(CompanyReferences, AreOnlyInSqlite) {
    if (GetParam() == test::Engine::postgres) {
        EXPECT_THAT(referring(kPostgres), IsEmpty());
        return;
    }
    EXPECT_THAT(referring(kSqlite),
                ElementsAre("access_group", "api_use", "audit_record", "candidate", "client_credential",
                            "credential", "department", "event", "idempotent_answer", "job", "report",
                            "report_file", "unfinished_demo", "user_account", "webhook_subscription"));
}

TEST_P(CompanyReferences, AreCheckedInSqliteAndLockNothingInPostgres) {
    if (GetParam() == test::Engine::sqlite) {
        const auto unknown = CompanyId::from_trusted("0189cb00-0000-7000-8000-000000000009");
        EXPECT_THROW(db->write(unknown, [](db::Tx& tx) { tx.execute(kInsert, {}); }), Error);
        return;
    }
    const CompanyId company = given::company(*db);
    db->write(company, [](db::Tx& tx) { tx.execute(kInsert, {}); });
    EXPECT_EQ(
        db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kLockedCompanies); }), 0);
}

RUN_ON_EACH_DATABASE(CompanyReferences);

}  // namespace
}  // namespace callboard
