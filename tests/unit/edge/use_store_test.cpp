#include "edge/use_store.h"

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard::edge {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr db::GlobalSql kAll{"test_api_use", R"sql(
    SELECT company_id, day, user_id, application_id, operation, calls, refused, faulty, failed, bytes
    FROM api_use ORDER BY day, company_id, user_id, application_id, operation)sql"};

constexpr std::int64_t kDay = 86'400'000;
const UserId kAda = UserId::from_trusted("5f0000000000000000000001");
const UserId kBob = UserId::from_trusted("5f0000000000000000000002");
const ApplicationId kApplication = ApplicationId::from_trusted("0123456789abcdef0123456789abcdef");

class UseStore : public test::EachDatabase {
  protected:
    Use use(std::string_view operation = "listJobs") const {
        return {.company = company,
                .user = kAda,
                .application = std::nullopt,
                .operation = operation,
                .calls = 5,
                .refused = 1,
                .faulty = 2,
                .failed = 1,
                .bytes = 3'000'000'000};
    }
    void add(const std::vector<Use>& uses) {
        db->write(std::nullopt, [&](db::Tx& tx) { store::add_use(tx, uses); });
    }
    // Day, user, application, operation and the five counts of each row.
    std::vector<std::string> rows() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return snapshot.all(kAll, {}, [](const db::Row& row) {
                std::string line = std::to_string(row.integer(1) / kDay) + " " +
                                   std::string{row.text(2).substr(23)} + " " + row.string(3) + " " +
                                   row.string(4);
                for (int column = 5; column < 10; ++column) line += " " + std::to_string(row.integer(column));
                EXPECT_EQ(row.integer(1) % kDay, 0);
                return line;
            });
        });
    }
    std::vector<CompanyId> with_old_use(const CompanyId& first, const CompanyId& last) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::companies_with_old_use(snapshot, first, last);
        });
    }
    bool delete_old(const CompanyId& of) { return db->write(of, store::delete_old_use); }

    const CompanyId company = given::company(*db);
    const std::string today = std::to_string(clock.now().ms / kDay);
    const std::string tomorrow = std::to_string(clock.now().ms / kDay + 1);
};

TEST_P(UseStore, AddsUpADay) {
    add({use()});
    add({use(), use("getJob")});
    Use by_application = use();
    by_application.application = kApplication;
    by_application.calls = 1;
    add({by_application, use()});

    EXPECT_EQ(rows(), (std::vector<std::string>{
                          today + " 1  getJob 5 1 2 1 3000000000", today + " 1  listJobs 15 3 6 3 9000000000",
                          today + " 1 0123456789abcdef0123456789abcdef listJobs 1 1 2 1 3000000000"}));
}

TEST_P(UseStore, BeginsADayAtMidnightUtc) {
    const std::int64_t left = kDay - clock.now().ms % kDay;
    clock.advance(std::chrono::milliseconds{left - 1});
    add({use()});
    clock.advance(1ms);
    add({use()});
    clock.advance(std::chrono::milliseconds{kDay - 1});
    add({use()});

    EXPECT_EQ(rows(), (std::vector<std::string>{today + " 1  listJobs 5 1 2 1 3000000000",
                                                tomorrow + " 1  listJobs 10 2 4 2 6000000000"}));
}

TEST_P(UseStore, KeepsCompaniesAndUsersApart) {
    const CompanyId other = given::company(*db, "other");
    Use elsewhere = use();
    elsewhere.company = other;
    Use of_bob = use();
    of_bob.user = kBob;
    add({use(), elsewhere, of_bob});

    EXPECT_EQ(rows().size(), 3U);
    for (const std::string& row : rows()) EXPECT_TRUE(row.ends_with(" listJobs 5 1 2 1 3000000000")) << row;
}

TEST_P(UseStore, LosesNothingWhenSeveralAddAtTheSameTime) {
    constexpr int kTimes = 40;
    {
        std::vector<std::jthread> servers;
        for (int i = 0; i < 4; ++i)
            servers.emplace_back([this] {
                for (int n = 0; n < kTimes; ++n) add({use("a"), use("b"), use("c")});
            });
    }

    const std::string sums = std::to_string(4 * kTimes * 5) + " " + std::to_string(4 * kTimes);
    for (const std::string& row : rows()) EXPECT_THAT(row, testing::HasSubstr(sums));
    EXPECT_EQ(rows().size(), 3U);
}

TEST_P(UseStore, TakesMoreThanFitsIntoOneMessage) {
    std::vector<std::string> operations;
    for (int i = 0; i < 5'000; ++i) operations.push_back("operation" + std::to_string(i));
    std::vector<Use> uses;
    for (const std::string& operation : operations) uses.push_back(use(operation));

    add(uses);

    EXPECT_EQ(rows().size(), operations.size());
}

TEST_P(UseStore, ForgetsADayAfterFourHundred) {
    add({use("oldest")});
    clock.advance(24h);
    add({use("newer")});
    const CompanyId other = given::company(*db, "other");
    Use elsewhere = use("elsewhere");
    elsewhere.company = other;
    add({elsewhere});

    clock.advance(std::chrono::days{399});
    EXPECT_THAT(with_old_use(company, other), IsEmpty());
    EXPECT_FALSE(delete_old(company));
    EXPECT_EQ(rows().size(), 3U) << "400 days have passed, not more";

    clock.advance(24h);
    EXPECT_THAT(with_old_use(company, other), ElementsAre(company));
    EXPECT_FALSE(delete_old(company));
    EXPECT_EQ(rows().size(), 2U);
    EXPECT_THAT(rows(), testing::Each(testing::Not(testing::HasSubstr("oldest"))));

    clock.advance(24h);
    EXPECT_THAT(with_old_use(company, other), ElementsAre(company, other));
    EXPECT_THAT(with_old_use(company, company), ElementsAre(company));
    EXPECT_THAT(with_old_use(other, other), ElementsAre(other));
    EXPECT_FALSE(delete_old(other));
    EXPECT_EQ(rows().size(), 1U);
    EXPECT_FALSE(delete_old(company));
    EXPECT_TRUE(rows().empty());
}

TEST_P(UseStore, ForgetsSomeAtATime) {
    std::vector<std::string> operations;
    for (int i = 0; i < 1'100; ++i) operations.push_back("operation" + std::to_string(i));
    std::vector<Use> uses;
    for (const std::string& operation : operations) uses.push_back(use(operation));
    add(uses);
    clock.advance(std::chrono::days{401});

    EXPECT_TRUE(delete_old(company));
    EXPECT_EQ(rows().size(), 600U);
    EXPECT_TRUE(delete_old(company));
    EXPECT_FALSE(delete_old(company));
    EXPECT_TRUE(rows().empty());
}

RUN_ON_EACH_DATABASE(UseStore);

}  // namespace
}  // namespace callboard::edge
