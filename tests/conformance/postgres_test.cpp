// What only PostgreSQL has to promise.
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "db/db.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, created_at) VALUES ($1, $2, $2, $2, 0))sql"};
constexpr db::Sql kCount{"test_count", "SELECT count(*) FROM department WHERE company_id = $1"};

class Postgres : public testing::Test {
  protected:
    void cut_connections() {
        test::postgres_command(db.postgres->url(),
                               "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                               " WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
    void insert(const std::string& id) {
        db->write(company, [&](db::Tx& tx) { tx.execute(kInsert, {id}); });
    }
    std::int64_t count() {
        return db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    }

    test::TestDatabase db{test::Engine::postgres};
    const CompanyId company = given::company(*db);
};

TEST_F(Postgres, ConnectionsThatWereCutAreMadeAnew) {
    insert("1");
    cut_connections();
    EXPECT_EQ(count(), 1);
    cut_connections();
    insert("2");
    EXPECT_EQ(count(), 2);
}

TEST_F(Postgres, WritesUnderCutConnectionsHappenOnceOrAreReported) {
    std::atomic<int> acknowledged{0};
    std::atomic<int> uncertain{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 50; ++i) {
                try {
                    insert(std::to_string(t * 1000 + i));
                    ++acknowledged;
                } catch (const Error& error) {
                    EXPECT_EQ(error.kind, ErrorKind::unavailable) << error.detail;
                    ++uncertain;
                }
            }
        });
    }
    for (int i = 0; i < 10; ++i) cut_connections();
    for (auto& thread : threads) thread.join();

    EXPECT_GE(count(), acknowledged);
    EXPECT_LE(count(), acknowledged + uncertain);
}

TEST_F(Postgres, AServerThatCannotBeReachedIsUnavailable) {
    const db::Environment environment{.clock = db.clock,
                                      .stopwatch = db.stopwatch,
                                      .workers = db.workers,
                                      .metrics = db.metrics,
                                      .log = db.log};
    const auto nowhere = db::open_postgres(Secret{"postgresql://nobody@127.0.0.1:1/none"}, environment);

    try {
        nowhere->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
    }
}

}  // namespace
}  // namespace callboard
