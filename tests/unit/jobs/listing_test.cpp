#include "jobs/listing.h"

#include <set>

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

class Listing : public test::EachDatabase {
  protected:
    jobs::JobPage list(const accounts::Actor& actor, const jobs::ListRequest& request) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return jobs::list(snapshot, actor, request); });
    }
    JobId job(const accounts::Actor& creator) {
        clock.advance(std::chrono::milliseconds{1});
        return given::job(*db, company, creator);
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(Listing, ShowsTheNewestFirst) {
    const JobId first = job(admin);
    const JobId second = job(admin);

    const auto page = list(admin, {});

    ASSERT_EQ(page.jobs.size(), 2);
    EXPECT_EQ(page.jobs[0].id, second);
    EXPECT_EQ(page.jobs[1].id, first);
    EXPECT_EQ(page.total, 2);
    EXPECT_FALSE(page.next);
}

TEST_P(Listing, ACursorVisitsEveryJobOnceWhileOthersAreAdded) {
    for (const auto order : {jobs::Order::newest_first, jobs::Order::oldest_first}) {
        std::set<JobId> expected;
        for (int i = 0; i < 5; ++i) expected.insert(job(admin));
        const auto all = list(admin, {.order = order, .limit = 100}).jobs.size();

        std::vector<JobId> seen;
        jobs::ListRequest request{.order = order, .limit = 2};
        do {
            const auto page = list(admin, request);
            for (const auto& line : page.jobs) seen.push_back(line.id);
            request.cursor = page.next;
            job(admin);
        } while (request.cursor && seen.size() < 100);

        const std::set<JobId> distinct{seen.begin(), seen.end()};
        EXPECT_EQ(distinct.size(), seen.size());
        EXPECT_GE(seen.size(), all);
        for (const JobId& id : expected) EXPECT_TRUE(distinct.contains(id));
    }
}

TEST_P(Listing, ACursorOfAnotherOrderOrCompanyIsRefused) {
    for (int i = 0; i < 3; ++i) job(admin);
    const auto cursor = list(admin, {.limit = 1}).next;
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);

    EXPECT_THROW(list(admin, {.order = jobs::Order::oldest_first, .cursor = cursor}), Error);
    EXPECT_THROW(
        db->read(rival,
                 [&](db::Snapshot& snapshot) { return jobs::list(snapshot, spy, {.cursor = cursor}); }),
        Error);
}

TEST_P(Listing, ShowsAndCountsOnlyWhatTheRoleMaySee) {
    const auto standard = given::user(*db, company, accounts::Role::standard);
    const auto employee = given::user(*db, company, accounts::Role::employee);
    job(admin);
    const JobId own = job(standard);

    const auto seen = list(standard, {});

    ASSERT_EQ(seen.jobs.size(), 1);
    EXPECT_EQ(seen.jobs[0].id, own);
    EXPECT_EQ(seen.total, 1);
    EXPECT_EQ(list(employee, {}).total, 0);
    EXPECT_EQ(list(admin, {}).total, 2);
}

RUN_ON_EACH_DATABASE(Listing);

}  // namespace
}  // namespace callboard
