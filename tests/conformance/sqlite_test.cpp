// What only SQLite has to promise.
#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "db/db.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

constexpr db::Sql kInsert{"test_insert", R"sql(
    INSERT INTO department (company_id, id, label, label_key, description, created_at)
    VALUES ($1, $2, $2, $2, $3, 0))sql"};
constexpr db::Sql kCount{"test_count", "SELECT count(*) FROM department WHERE company_id = $1"};

class Sqlite : public testing::Test {
  protected:
    test::TestDatabase db{test::Engine::sqlite};
    const CompanyId company = given::company(*db);
};

TEST_F(Sqlite, ManyWhoWaitShareOneTransaction) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 16; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 50; ++i) {
                const std::string id = std::to_string(t * 1000 + i);
                db->write(company, [&](db::Tx& tx) { tx.execute(kInsert, {id, "d"}); });
            }
        });
    }
    for (auto& thread : threads) thread.join();

    const std::string page = db.metrics.page();
    const auto value = [&](const std::string& name) {
        return std::stoi(page.substr(page.find("\n" + name + " ") + name.size() + 2));
    };
    EXPECT_GE(value("callboard_store_writes_total"), 800);
    EXPECT_LT(value("callboard_store_commits_total"), value("callboard_store_writes_total") / 2);
}

TEST_F(Sqlite, TheLogDoesNotGrowWithoutEndWhileReadersAreBusy) {
    std::atomic<bool> stop{false};
    std::thread reader{[&] {
        while (!stop) db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCount); });
    }};
    const std::string large(100'000, 'x');

    for (int i = 0; i < 800; ++i) {
        const std::string id = std::to_string(i);
        db->write(company, [&](db::Tx& tx) { tx.execute(kInsert, {id, large}); });
    }
    stop = true;
    reader.join();

    EXPECT_LT(std::filesystem::file_size(db.folder.path() / "test.db-wal"), 48'000'000);
}

}  // namespace
}  // namespace callboard
