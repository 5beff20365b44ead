#include "jobs/creator_names.h"

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/renaming_store.h"
#include "accounts/user_change.h"
#include "jobs/job_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr db::Sql kForget{"test_forget_creator",
                          "UPDATE job SET creator = NULL WHERE company_id = $1 AND id = $2"};

class CreatorNames : public test::EachDatabase {
  protected:
    void rename(const accounts::Actor& user, const std::string& first_name) {
        db->write(company, [&](db::Tx& tx) {
            accounts::change_user(tx, admin, user.id(), [&](const accounts::UserRecord& before) {
                return accounts::UserDraft{.email = before.user.email,
                                           .first_name = first_name,
                                           .last_name = before.user.last_name,
                                           .role = before.user.role,
                                           .profile = before.profile};
            });
        });
    }
    int renew_all() {
        int batches = 0;
        while (db->write(company, jobs::renew_creator_names)) ++batches;
        return batches;
    }
    bool has_renamings() {
        return db->read(company, [](db::Snapshot& snapshot) {
            return accounts::store::has_renamings(snapshot, accounts::store::Renamed::job_creator);
        });
    }

    static std::string first_name_in(const std::string& creator) {
        if (creator.empty()) return "";
        const wire::JsonDocument document{creator};
        return std::string{document.root().find("firstName").value().text()};
    }
    std::string shown_name(const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return first_name_in(jobs::store::find_record(snapshot, job).value().creator);
        });
    }
    std::string stored_name(const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            for (const auto& each : jobs::store::creators_after(snapshot, "", 1'000))
                if (each.job == job) return first_name_in(each.stored);
            return std::string{"no such job"};
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor robin = given::user(*db, company);
};

TEST_P(CreatorNames, AreStoredWithTheJob) {
    rename(robin, R"(Ro"b)");
    clock.advance(1min);
    renew_all();

    const JobId job = given::job(*db, company, robin);

    EXPECT_EQ(stored_name(job), R"(Ro"b)");
    EXPECT_EQ(shown_name(job), R"(Ro"b)");
}

TEST_P(CreatorNames, AreShownAtOnceAndStoredAfterAMinute) {
    const JobId job = given::job(*db, company, robin);
    const JobId other = given::job(*db, company, admin);
    const std::string before = stored_name(job);
    const std::string name_of_other = stored_name(other);

    rename(robin, "Rob");

    EXPECT_EQ(shown_name(job), "Rob");
    EXPECT_EQ(stored_name(job), before);
    clock.advance(59s);
    EXPECT_EQ(renew_all(), 0);
    clock.advance(1s);
    EXPECT_EQ(renew_all(), 1);
    EXPECT_EQ(stored_name(job), "Rob");
    EXPECT_EQ(stored_name(other), name_of_other);
    EXPECT_FALSE(has_renamings());
}

TEST_P(CreatorNames, AreStoredInBatchesAndOnceMoreAfterAnotherRenaming) {
    std::vector<JobId> jobs;
    for (int i = 0; i < 201; ++i) jobs.push_back(given::job(*db, company, robin));
    rename(robin, "Rob");
    clock.advance(1min);
    EXPECT_TRUE(db->write(company, jobs::renew_creator_names));
    EXPECT_EQ(stored_name(jobs.front()), "Rob");
    EXPECT_NE(stored_name(jobs.back()), "Rob");

    rename(robin, "Bob");

    EXPECT_EQ(renew_all(), 1);
    EXPECT_TRUE(has_renamings());
    EXPECT_EQ(shown_name(jobs.front()), "Bob");
    clock.advance(1min);
    EXPECT_EQ(renew_all(), 2);
    for (const JobId& job : jobs) EXPECT_EQ(stored_name(job), "Bob");
    EXPECT_FALSE(has_renamings());
}

TEST_P(CreatorNames, AreStoredOnceMoreAfterARenamingByAServerWhoseClockIsBehind) {
    std::vector<JobId> jobs;
    for (int i = 0; i < 201; ++i) jobs.push_back(given::job(*db, company, robin));
    rename(robin, "Rob");
    clock.advance(1min);
    EXPECT_TRUE(db->write(company, jobs::renew_creator_names));

    clock.advance(-5min);
    rename(robin, "Bob");
    clock.advance(5min);

    renew_all();
    for (const JobId& job : jobs) EXPECT_EQ(stored_name(job), "Bob");
    EXPECT_FALSE(has_renamings());
}

TEST_P(CreatorNames, AreNotRenewedForOtherChangesOfAUser) {
    db->write(company, [&](db::Tx& tx) {
        accounts::change_user(tx, admin, robin.id(), [&](const accounts::UserRecord& before) {
            return accounts::UserDraft{.email = "new@example.test",
                                       .first_name = before.user.first_name,
                                       .last_name = before.user.last_name,
                                       .role = before.user.role,
                                       .profile = before.profile};
        });
    });

    EXPECT_FALSE(has_renamings());
}

// Of a server of the previous version.
TEST_P(CreatorNames, AreLookedUpIfTheJobHasNone) {
    const JobId job = given::job(*db, company, robin);
    const std::string name = shown_name(job);

    db->write(company, [&](db::Tx& tx) { tx.execute(kForget, {job}); });

    EXPECT_EQ(shown_name(job), name);
}

RUN_ON_EACH_DATABASE(CreatorNames);

}  // namespace
}  // namespace callboard
