#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/recorded_company.h"

namespace callboard {
namespace {

using test::Answer;
using test::Client;
using test::given_job;
using test::of_errors;
using test::RecordedCompany;
using testing::AnyOf;
using testing::UnorderedElementsAreArray;

constexpr auto kRange = R"({"salaryRange":{"min":40000,"max":50000.5,"currency":"USD"}})";

// Approvals are not available: requests for one are refused, and there is never a latest approval.
class JobHeadcount : public RecordedCompany {
  protected:
    const std::string job_ = given_job(administrator_);

    static Answer change(Client& caller, const std::string& job, const std::string& body = kRange) {
        return caller.request("PATCH", job + "/headcount", body, {{"Content-Type", "application/json"}});
    }
};

TEST_P(JobHeadcount, IsNotChangedWithoutApprovals) {
    const std::string before = administrator_.get(job_).body;

    expect_nothing_written([&] {
        for (const std::string body : {kRange, R"({"salaryRange":{"min":1}})", R"({"salaryRange":{}})",
                                       R"({"salaryRange":null})", "{}"})
            EXPECT_EQ(refusal(change(administrator_, job_, body)),
                      (Refusal{403, "APPROVAL_PROCESS_NOT_ENABLED"}))
                << body;
    });

    EXPECT_EQ(administrator_.get(job_).body, before);
}

TEST_P(JobHeadcount, IsPlainJson) {
    EXPECT_EQ(
        administrator_.request("PATCH", job_ + "/headcount", kRange, {{"Content-Type", "text/plain"}}).status,
        415);
    EXPECT_EQ(refusal(change(administrator_, job_, "{")), (Refusal{400, "INVALID_JSON"}));
    EXPECT_EQ(
        change(administrator_, job_, R"([{"op":"replace","path":"/salaryRange/min","value":1}])").status,
        422);
}

TEST_P(JobHeadcount, ReportsEveryFaultAtOnce) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
        {R"({"salaryRange":7})", {"/salaryRange"}},
        {R"({"salaryRange":[]})", {"/salaryRange"}},
        {R"({"salaryRange":{"min":"much","max":true,"currency":7}})",
         {"/salaryRange/min", "/salaryRange/max", "/salaryRange/currency"}}};
    expect_nothing_written([&] {
        for (const auto& [body, places] : cases) {
            const auto refused = change(administrator_, job_, body);
            EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body;
            EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
        }
    });
}

TEST_P(JobHeadcount, HasARangeThatBeginsBeforeItEnds) {
    const auto refused =
        change(administrator_, job_, R"({"salaryRange":{"min":2,"max":1,"currency":"USD"}})");

    EXPECT_THAT(refusal(refused),
                AnyOf(Refusal{400, "INVALID_SALARY_RANGE"}, Refusal{403, "APPROVAL_PROCESS_NOT_ENABLED"}));
}

TEST_P(JobHeadcount, IsNotForRestrictedMembersOfTheTeam) {
    auto restricted = restricted_member(job_);

    EXPECT_EQ(refusal(change(restricted, job_)), (Refusal{401, "PERMISSION_DENIED"}));
}

TEST_P(JobHeadcount, OfAHiddenJobIsHidden) {
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        auto outsider = client(colleague(role).key);
        EXPECT_EQ(refusal(change(outsider, job_)), (Refusal{401, "PERMISSION_DENIED"})) << role;
    }
}

TEST_P(JobHeadcount, OfAnUnknownJobIsUnknown) {
    expect_unknown([&](const std::string& job) { return change(administrator_, job); });
}

TEST_P(JobHeadcount, HasNoLatestApproval) {
    change(administrator_, job_);

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(administrator_.get(job_ + "/approvals/latest")),
                  (Refusal{404, "APPROVALS_NOT_FOUND"}));
    });
}

TEST_P(JobHeadcount, ApprovalOfAHiddenJobIsHidden) {
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        auto outsider = client(colleague(role).key);
        EXPECT_EQ(refusal(outsider.get(job_ + "/approvals/latest")),
                  (Refusal{401, "UNAUTHORIZED_TO_ACCESS_JOB"}))
            << role;
    }
}

TEST_P(JobHeadcount, ApprovalOfAnUnknownJobIsUnknown) {
    expect_unknown([&](const std::string& job) { return administrator_.get(job + "/approvals/latest"); });
}

RUN_ON_EACH_DATABASE(JobHeadcount);

}  // namespace
}  // namespace callboard
