// The audience of a job is the set of users for whom jobs::sees() is true.
#include "jobs/audience.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "jobs/access.h"
#include "jobs/hiring_team.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using enum accounts::Role;

class JobAudience : public test::EachDatabase {
  protected:
    JobId job_of_groups(const std::vector<std::string>& groups) {
        jobs::Draft draft = given::draft();
        draft.access_groups = groups;
        return given::job(*db, company, admin, draft);
    }
    void add_to_team(const JobId& job, const accounts::Actor& user) {
        db->write(company, [&](db::Tx& tx) {
            jobs::join_team(tx, admin, job, {.user = user.id(), .role = "RECRUITER"});
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(JobAudience, IsThatOfTheVisibilityRule) {
    std::vector<accounts::Actor> users{admin};
    for (const auto role : {administrator, extended, standard, restricted, employee})
        for (int i = 0; i < 3; ++i) users.push_back(given::user(*db, company, role));
    const auto [open_group, empty_group] = db->write(company, [&](db::Tx& tx) {
        const auto group = accounts::add_access_group(tx, admin, "Sales");
        std::vector<UserId> members;
        for (std::size_t i = 0; i < users.size(); i += 2) members.push_back(users[i].id());
        accounts::add_to_access_group(tx, admin, group.id, members);
        return std::pair{group.id, accounts::add_access_group(tx, admin, "Nobody").id};
    });
    const std::vector<JobId> jobs{job_of_groups({}), job_of_groups({std::string{open_group.text()}}),
                                  job_of_groups({std::string{empty_group.text()}}),
                                  JobId::from_trusted("01890000-0000-7000-8000-000000000000")};
    for (std::size_t i = 3; i < users.size(); i += 3)  // who creates a job is on its team
        for (std::size_t j = 0; j < 3; ++j) add_to_team(jobs[j], users[i]);

    db->read(company, [&](db::Snapshot& snapshot) {
        jobs::Audiences audiences{snapshot};
        for (const JobId& job : jobs)
            for (const accounts::Actor& user : users)
                EXPECT_EQ(audiences.of(job).includes(user.role, user.id()), jobs::sees(snapshot, user, job))
                    << job.text() << " " << static_cast<int>(user.role);
    });
}

TEST_P(JobAudience, IsReadOnceInASnapshot) {
    const JobId job = given::job(*db, company, admin);
    db->read(company, [&](db::Snapshot& snapshot) {
        jobs::Audiences audiences{snapshot};
        EXPECT_EQ(&audiences.of(job), &audiences.of(job));
    });
}

RUN_ON_EACH_DATABASE(JobAudience);

}  // namespace
}  // namespace callboard
