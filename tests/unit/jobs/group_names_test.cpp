#include "jobs/group_names.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "accounts/renaming_store.h"
#include "jobs/job_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

using accounts::store::Renamed;

class GroupNames : public test::EachDatabase {
  protected:
    AccessGroupId given_group(const std::string& name) {
        return db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, name).id; });
    }
    JobId given_job(const std::vector<AccessGroupId>& groups) {
        auto draft = given::draft();
        draft.access_groups.emplace();
        for (const AccessGroupId& group : groups) draft.access_groups->emplace_back(group.text());
        return given::job(*db, company, admin, draft);
    }
    void rename(const AccessGroupId& group, const std::string& name) {
        db->write(company, [&](db::Tx& tx) { accounts::rename_access_group(tx, admin, group, name); });
    }
    bool renew() { return db->write(company, jobs::renew_group_names); }
    int renew_all() {
        int batches = 0;
        while (renew()) ++batches;
        return batches;
    }
    bool has_renamings() {
        return db->read(company, [](db::Snapshot& snapshot) {
            return accounts::store::has_renamings(snapshot, Renamed::access_group);
        });
    }

    std::string shown_details(const JobId& job) {
        return db->read(company,
                        [&](db::Snapshot& s) { return jobs::store::find_record(s, job).value().details; });
    }
    std::string stored_details(const JobId& job) {
        return db->read(company, [&](db::Snapshot& s) { return jobs::store::find_details(s, job).value(); });
    }
    static std::vector<std::string> names_in(const std::string& details) {
        std::vector<std::string> names;
        const auto groups = wire::decode<jobs::Details>(details).access_groups;
        for (const jobs::GroupPart& group : groups.value()) names.push_back(group.name);
        return names;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const AccessGroupId kitchen = given_group("Kitchen");
    const AccessGroupId bar = given_group("Bar");
};

TEST_P(GroupNames, AreShownAtOnceAndStoredAfterAMinute) {
    const JobId job = given_job({kitchen, bar});

    rename(kitchen, "Grill");

    EXPECT_THAT(names_in(shown_details(job)), ElementsAre("Grill", "Bar"));
    EXPECT_THAT(names_in(stored_details(job)), ElementsAre("Kitchen", "Bar"));
    clock.advance(59s);
    EXPECT_FALSE(renew());
    clock.advance(1s);
    EXPECT_EQ(renew_all(), 1);
    EXPECT_THAT(names_in(stored_details(job)), ElementsAre("Grill", "Bar"));
    EXPECT_FALSE(has_renamings());
}

TEST_P(GroupNames, AreStoredInBatches) {
    std::vector<JobId> renamed;
    for (int i = 0; i < 101; ++i) renamed.push_back(given_job({kitchen}));
    const JobId other = given_job({bar});
    const std::string before = stored_details(other);
    rename(kitchen, "Grill");
    clock.advance(1min);

    EXPECT_TRUE(renew());
    EXPECT_THAT(names_in(stored_details(renamed.front())), ElementsAre("Grill"));
    EXPECT_THAT(names_in(stored_details(renamed.back())), ElementsAre("Kitchen"));
    EXPECT_THAT(names_in(shown_details(renamed.back())), ElementsAre("Grill"));
    EXPECT_EQ(renew_all(), 2);

    for (const JobId& job : renamed) EXPECT_THAT(names_in(stored_details(job)), ElementsAre("Grill"));
    EXPECT_EQ(stored_details(other), before);
    EXPECT_FALSE(has_renamings());
}

TEST_P(GroupNames, AreStoredFromTheFirstJobWhenTheGroupIsRenamedAgain) {
    std::vector<JobId> renamed;
    for (int i = 0; i < 51; ++i) renamed.push_back(given_job({kitchen}));
    rename(kitchen, "Grill");
    clock.advance(1min);
    EXPECT_TRUE(renew());

    rename(kitchen, "Smoker");

    EXPECT_TRUE(renew());
    EXPECT_FALSE(renew());
    EXPECT_TRUE(has_renamings());
    EXPECT_THAT(names_in(shown_details(renamed.front())), ElementsAre("Smoker"));
    clock.advance(1min);
    renew_all();
    for (const JobId& job : renamed) EXPECT_THAT(names_in(stored_details(job)), ElementsAre("Smoker"));
    EXPECT_FALSE(has_renamings());
}

TEST_P(GroupNames, AreStoredOnceMoreAfterARenamingByAServerWhoseClockIsBehind) {
    std::vector<JobId> renamed;
    for (int i = 0; i < 51; ++i) renamed.push_back(given_job({kitchen}));
    rename(kitchen, "Grill");
    clock.advance(1min);
    EXPECT_TRUE(renew());

    clock.advance(-5min);
    rename(kitchen, "Smoker");
    clock.advance(5min);

    renew_all();
    for (const JobId& job : renamed) EXPECT_THAT(names_in(stored_details(job)), ElementsAre("Smoker"));
    EXPECT_FALSE(has_renamings());
}

TEST_P(GroupNames, AreNoChangeOfTheJob) {
    const JobId job = given_job({kitchen});
    const auto updated_at = [&] {
        return db->read(company, [&](db::Snapshot& s) {
            return jobs::store::find_record(s, job).value().times.updated_at;
        });
    };
    const auto before = updated_at();
    const auto events = given::events(*db, company);
    rename(kitchen, "Grill");
    clock.advance(1min);

    renew_all();

    EXPECT_EQ(updated_at(), before);
    EXPECT_EQ(given::events(*db, company), events);
}

TEST_P(GroupNames, OfADeletedGroupAreForgotten) {
    rename(kitchen, "Grill");

    db->write(company, [&](db::Tx& tx) { accounts::delete_access_group(tx, admin, kitchen); });

    clock.advance(1min);
    EXPECT_EQ(renew_all(), 1);
    EXPECT_FALSE(has_renamings());
}

TEST_P(GroupNames, OfAnotherCompanyAreNotRenewed) {
    const CompanyId rival = given::company(*db, "rival");
    rename(kitchen, "Grill");
    clock.advance(1min);

    EXPECT_FALSE(db->write(rival, jobs::renew_group_names));
    EXPECT_THAT(db->read(std::nullopt,
                         [](db::Snapshot& snapshot) {
                             return accounts::store::companies_with_due_renamings(snapshot,
                                                                                  Renamed::access_group);
                         }),
                ElementsAre(company));
}

TEST_P(GroupNames, AreFoundInTheDetailsAsStored) {
    EXPECT_TRUE(jobs::has_groups(stored_details(given_job({kitchen}))));
    EXPECT_FALSE(jobs::has_groups(stored_details(given_job({}))));
    auto draft = given::draft();
    draft.access_groups.emplace();
    draft.compensation = jobs::Compensation{.min = 1, .max = 2, .currency = "USD"};
    EXPECT_FALSE(jobs::has_groups(stored_details(given::job(*db, company, admin, draft))));
}

RUN_ON_EACH_DATABASE(GroupNames);

}  // namespace
}  // namespace callboard
