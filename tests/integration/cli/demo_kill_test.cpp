// kill -9 while 'callboard demo' fills the database: the next run starts again and leaves no rows of the
// first.
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/history_company.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/rows.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Arguments;
using test::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kTimeout = 120s;

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

// A database with the schema and without rows.
class EmptyDatabase {
  public:
    explicit EmptyDatabase(test::Engine engine)
        : postgres_(engine == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr) {
        EXPECT_EQ(run({"migrate"}).code, 0);
    }

    Arguments where() const {
        const Arguments folder{"--data-dir", folder_.path() / "data"};
        return postgres_ ? joined(folder, {"--database", postgres_->url()}) : folder;
    }
    Outcome run(const Arguments& arguments) const {
        return test::run(joined(joined(arguments, {"--json"}), where()));
    }
    std::vector<std::string> select(const std::string& sql) const {
        return test::Rows{folder_.path() / "data/callboard.db", postgres_.get()}.select(sql);
    }
    int count(const std::string& table) const {
        return std::stoi(select("SELECT count(*) FROM " + table).front());
    }

    // Tables with company_id.
    std::vector<std::string> tables() const {
        return select(
            postgres_ ? "SELECT table_name FROM information_schema.columns WHERE column_name = 'company_id'"
                      : "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
                        " WHERE m.type = 'table' AND c.name = 'company_id'");
    }

  private:
    const test::TemporaryFolder folder_;
    const std::unique_ptr<test::PostgresDatabase> postgres_;
};

class DemoKill : public testing::TestWithParam<test::Engine> {
  protected:
    // Kills it after that many rows; false if it finished before.
    static bool kill_when(const EmptyDatabase& database, const std::string& table, int rows) {
        test::BackgroundCommand demo{joined({"demo"}, database.where())};
        EXPECT_TRUE(test::eventually([&] { return database.count(table) >= rows; }, kTimeout))
            << demo.output();
        demo.stop(SIGKILL);
        return database.count("unfinished_demo") == 1;
    }

    static void expect_one_whole_company(const EmptyDatabase& database, const Outcome& demo) {
        EXPECT_THAT(database.select("SELECT id FROM company"), ElementsAre(demo.text("company_id")));
        EXPECT_EQ(database.count("job"), 20);
        EXPECT_EQ(database.count("candidate"), 500);
        EXPECT_EQ(database.count("application"), 1);
        EXPECT_EQ(database.count("credential"), 1);
        EXPECT_EQ(database.count("unfinished_demo"), 0);
        for (const std::string& table : database.tables())
            EXPECT_THAT(database.select("SELECT DISTINCT company_id FROM " + table +
                                        " WHERE company_id <> '" + demo.text("company_id") + "'"),
                        IsEmpty())
                << table;
    }
};

TEST_P(DemoKill, IsBegunAnewAndLeavesNothingOfTheFirst) {
    struct Point {
        std::string table;
        int rows;
        Arguments again;
    };
    int in_the_middle = 0;
    for (const auto& [table, rows, again] :
         {Point{"company", 1, {"demo"}}, Point{"job", 5, {"demo", "--if-empty"}},
          Point{"candidate", 60, {"demo"}}, Point{"candidate", 400, {"demo", "--if-empty"}}}) {
        const EmptyDatabase database{GetParam()};
        if (!kill_when(database, table, rows)) continue;
        ++in_the_middle;
        const std::string half = database.select("SELECT id FROM company").front();

        const Outcome demo = database.run(again);

        ASSERT_EQ(demo.code, 0) << table << rows << demo.err;
        EXPECT_TRUE(demo.json().at("created").as_bool());
        EXPECT_NE(demo.text("company_id"), half);
        expect_one_whole_company(database, demo);
        const Outcome once_more = database.run({"demo", "--if-empty"});
        EXPECT_EQ(once_more.code, 0) << once_more.err;
        EXPECT_FALSE(once_more.json().at("created").as_bool());
        test::expect_failure(database.run({"demo"}), 1, "not empty");
    }
    EXPECT_GE(in_the_middle, 3) << "otherwise it is killed too late";
}

TEST_P(DemoKill, KilledTwiceIsBegunAnewAsWell) {
    const EmptyDatabase database{GetParam()};
    ASSERT_TRUE(kill_when(database, "candidate", 30));
    const std::string half = database.select("SELECT id FROM company").front();
    {
        test::BackgroundCommand demo{joined({"demo"}, database.where())};
        const std::string others = "company WHERE id <> '" + half + "'";
        ASSERT_TRUE(test::eventually([&] { return database.count(others) == 1; }, kTimeout)) << demo.output();
        demo.stop(SIGKILL);
    }

    const Outcome demo = database.run({"demo"});

    ASSERT_EQ(demo.code, 0) << demo.err;
    expect_one_whole_company(database, demo);
}

// Data that others added meanwhile is not deleted.
TEST_P(DemoKill, LeavesOtherCompaniesAlone) {
    const EmptyDatabase database{GetParam()};
    ASSERT_TRUE(kill_when(database, "candidate", 30));
    const auto tenant = test::add_tenant(database.where(), "acme");

    const Outcome demo = database.run({"demo"});

    ASSERT_EQ(demo.code, 0) << demo.err;
    EXPECT_EQ(database.count("company"), 2);
    EXPECT_EQ(database.count("candidate"), 500);
    EXPECT_EQ(database.count("credential"), 2);
    EXPECT_EQ(database.count("user_account WHERE email = '" + tenant.email + "'"), 1);
}

// As if several containers start at the same time.
TEST_P(DemoKill, OneThatIsAtWorkIsWaitedForAndNotDisturbed) {
    const EmptyDatabase database{GetParam()};
    test::BackgroundCommand first{joined({"demo", "--json"}, database.where())};
    ASSERT_TRUE(test::eventually([&] { return database.count("company") == 1; }, kTimeout)) << first.output();

    const Outcome second = database.run({"demo", "--if-empty"});

    EXPECT_EQ(first.stop(SIGCONT), 0) << first.output();
    EXPECT_EQ(second.code, 0) << second.err;
    EXPECT_FALSE(second.json().at("created").as_bool());
    EXPECT_EQ(database.count("candidate"), 500);
}

RUN_ON_EACH_DATABASE(DemoKill);

}  // namespace
}  // namespace callboard
