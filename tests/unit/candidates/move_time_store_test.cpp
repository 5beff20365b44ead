#include "candidates/move_time_store.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "candidates/application_listing.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr db::GlobalSql kForget{"test_forget_moves", "UPDATE job_application SET moved_at = 0"};
constexpr db::GlobalSql kForgetHistory{"test_forget_history", "DELETE FROM job_application_status_change"};

class MoveTimes : public test::EachDatabase {
  protected:
    CandidateId apply(const std::string& name) {
        return db->write(company, [&](db::Tx& tx) {
            return candidates::register_for_job(
                tx, admin, job,
                {.profile = {.first_name = {"Ada"}, .last_name = {name}, .email = {name + "@example.com"}}});
        });
    }
    bool fill(std::int64_t most) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return candidates::store::fill_move_times(tx, most); });
    }
    std::vector<Timestamp> moves() {
        const auto page = db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::list_applications(snapshot, admin,
                                                 {.order = candidates::MoveOrder::oldest_first});
        });
        std::vector<Timestamp> all;
        for (const auto& line : page.applications) all.push_back(line.moved_at);
        return all;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(MoveTimes, ComeFromTheHistory) {
    const Timestamp start = clock.now();
    const auto first = apply("First");
    clock.advance(1h);
    apply("Second");
    clock.advance(1h);
    db->write(company, [&](db::Tx& tx) {
        candidates::set_status(
            tx, admin, first, job,
            {.status = candidates::Status::in_review, .sub_status = {}, .reason = {}, .starts_at = {}});
    });
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kForget, {}); });
    EXPECT_EQ(moves(), (std::vector<Timestamp>{{0}, {0}}));

    EXPECT_TRUE(fill(1));
    EXPECT_TRUE(fill(1));
    EXPECT_FALSE(fill(1));

    EXPECT_EQ(moves(), (std::vector{start + 1h, start + 2h}));
}

TEST_P(MoveTimes, WithoutHistoryAreThatOfTheApplication) {
    apply("First");
    db->write(std::nullopt, [](db::Tx& tx) {
        tx.execute(kForget, {});
        tx.execute(kForgetHistory, {});
    });

    EXPECT_FALSE(fill(10));

    EXPECT_EQ(moves(), std::vector{clock.now()});
}

RUN_ON_EACH_DATABASE(MoveTimes);

}  // namespace
}  // namespace callboard
