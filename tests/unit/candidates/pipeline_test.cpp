#include "candidates/pipeline.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "candidates/registration.h"
#include "candidates/status.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using candidates::Status;
using testing::ElementsAre;

constexpr db::Sql kLeaveProcess{"test_leave_process", R"sql(
    UPDATE job_application SET sub_status = 'Former step' WHERE company_id = $1 AND status = 'INTERVIEW')sql"};

class Pipeline : public test::EachDatabase {
  protected:
    CandidateId apply(const std::string& name) {
        return db->write(company, [&](db::Tx& tx) {
            return candidates::register_for_job(
                tx, admin, job,
                {.profile = {.first_name = {"Ada"}, .last_name = {name}, .email = {name + "@example.com"}}});
        });
    }
    void move(const CandidateId& candidate, Status status, std::optional<std::string> step = std::nullopt) {
        db->write(company, [&](db::Tx& tx) {
            candidates::set_status(
                tx, admin, candidate, job,
                {.status = status, .sub_status = std::move(step), .reason = {}, .starts_at = {}});
        });
    }
    // "NEW 2", "IN_REVIEW/Phone Screen 0"
    std::vector<std::string> columns(const JobId& of, const accounts::Actor& reader) {
        std::vector<std::string> all;
        const auto found = db->read(
            company, [&](db::Snapshot& snapshot) { return candidates::pipeline(snapshot, reader, of); });
        for (const auto& each : found)
            all.push_back(std::string{name_of(each.status)} +
                          (each.sub_status ? "/" + *each.sub_status : "") + " " + std::to_string(each.count));
        return all;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(Pipeline, OfAnEmptyJobHasAllColumns) {
    EXPECT_THAT(
        columns(job, admin),
        ElementsAre("LEAD 0", "NEW 0", "IN_REVIEW 0", "IN_REVIEW/Resume Review 0", "IN_REVIEW/Phone Screen 0",
                    "INTERVIEW 0", "INTERVIEW/Hiring Manager Interview 0", "INTERVIEW/Team Interview 0",
                    "INTERVIEW/Final Interview 0", "OFFERED 0", "OFFERED/Offer Extended 0",
                    "OFFERED/Offer Accepted 0", "HIRED 0", "REJECTED 0", "WITHDRAWN 0", "TRANSFERRED 0"));
}

TEST_P(Pipeline, CountsEveryApplicationInOneColumn) {
    apply("A");
    apply("B");
    move(apply("C"), Status::in_review);
    move(apply("D"), Status::in_review, "Phone Screen");
    move(apply("E"), Status::rejected);

    EXPECT_THAT(
        columns(job, admin),
        ElementsAre("LEAD 0", "NEW 2", "IN_REVIEW 1", "IN_REVIEW/Resume Review 0", "IN_REVIEW/Phone Screen 1",
                    "INTERVIEW 0", "INTERVIEW/Hiring Manager Interview 0", "INTERVIEW/Team Interview 0",
                    "INTERVIEW/Final Interview 0", "OFFERED 0", "OFFERED/Offer Extended 0",
                    "OFFERED/Offer Accepted 0", "HIRED 0", "REJECTED 1", "WITHDRAWN 0", "TRANSFERRED 0"));
}

TEST_P(Pipeline, AStepThatIsNoLongerInTheProcessFollowsTheOthers) {
    move(apply("A"), Status::interview);
    db->write(company, [](db::Tx& tx) { tx.execute(kLeaveProcess, {}); });

    const auto all = columns(job, admin);

    ASSERT_EQ(all.size(), 17U);
    EXPECT_EQ(all[8], "INTERVIEW/Final Interview 0");
    EXPECT_EQ(all[9], "INTERVIEW/Former step 1");
    EXPECT_EQ(all[10], "OFFERED 0");
}

TEST_P(Pipeline, IsForThoseWhoSeeTheJob) {
    const auto stranger = given::user(*db, company, accounts::Role::standard);
    const JobId unknown = JobId::from_trusted("00000000-0000-7000-8000-000000000000");

    EXPECT_EQ(test::error_code([&] { columns(job, stranger); }), "UNAUTHORIZED_TO_ACCESS_JOB");
    EXPECT_EQ(test::error_code([&] { columns(unknown, stranger); }), "JOB_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(Pipeline);

}  // namespace
}  // namespace callboard
