#include "jobs/approval.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using jobs::Compensation;

class JobApproval : public test::EachDatabase {
  protected:
    std::string headcount(const accounts::Actor& actor, const std::optional<Compensation>& range = {}) {
        return test::error_code([&] {
            db->read(company,
                     [&](db::Snapshot& snapshot) { jobs::change_headcount(snapshot, actor, job, range); });
        });
    }
    std::string latest(const accounts::Actor& actor, const JobId& id) {
        return test::error_code([&] {
            db->read(company, [&](db::Snapshot& snapshot) { jobs::latest_approval(snapshot, actor, id); });
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor employee = given::user(*db, company, accounts::Role::employee);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(JobApproval, OfAHeadcountIsNotEnabled) {
    EXPECT_EQ(headcount(admin), "APPROVAL_PROCESS_NOT_ENABLED");
    EXPECT_EQ(headcount(admin, Compensation{.min = 40'000, .max = 50'000, .currency = "USD"}),
              "APPROVAL_PROCESS_NOT_ENABLED");
}

TEST_P(JobApproval, OfAHeadcountIsRefusedFirstToWhoMayNotAskAndThenForItsRange) {
    const Compensation reversed{.min = 50'000, .max = 40'000, .currency = "USD"};

    EXPECT_EQ(headcount(employee, reversed), "PERMISSION_DENIED");
    EXPECT_EQ(headcount(admin, reversed), "INVALID_SALARY_RANGE");
}

TEST_P(JobApproval, IsNeverFoundAndOnlyWhoSeesTheJobLearnsThat) {
    const JobId unknown = JobId::from_trusted("00000000-0000-4000-8000-000000000000");

    EXPECT_EQ(latest(admin, job), "APPROVALS_NOT_FOUND");
    EXPECT_EQ(latest(employee, job), "UNAUTHORIZED_TO_ACCESS_JOB");
    EXPECT_EQ(latest(admin, unknown), "JOB_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(JobApproval);

}  // namespace
}  // namespace callboard
