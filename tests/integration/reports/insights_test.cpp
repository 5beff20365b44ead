// Insights over HTTP: fields, parameters, rights. The figures are tested in unit/reports/insights_test.cpp.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"
#include "support/given.h"
#include "support/limits.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::CandidateServer;
using test::Client;
using test::given_job;
using test::id_in;
using test::kNoId;
using test::of_errors;
using test::person;
using test::text;
using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;

const std::string kInsights = "/insights";

class InsightsServer : public CandidateServer {
  protected:
    std::string code(Client& caller, const std::string& parameters, int status) {
        const auto refused = caller.get(kInsights + "?" + parameters);
        EXPECT_EQ(refused.status, status) << refused.body;
        return text(refused.json().at("errors").at(0).at("code"));
    }
    static std::int64_t applied(Client& caller, const std::string& parameters = "") {
        const auto figures = caller.get(kInsights + "?" + parameters);
        EXPECT_EQ(figures.status, 200) << figures.body;
        return figures.json().at("funnel").at(0).at("count").as_int64();
    }

    const std::string job_ = given_job(administrator_);
};

TEST_P(InsightsServer, HaveFiguresOfTheLastTwelveWeeks) {
    applicant(job_, person("First"));
    move(application(applicant(job_, person("Second")), job_), status("HIRED"));

    const auto figures = administrator_.get(kInsights);

    ASSERT_EQ(figures.status, 200) << figures.body;
    const auto body = figures.json();
    EXPECT_THAT(text(body.at("from")), MatchesRegex("[0-9-]+T00:00:00\\.000Z"));
    const auto weeks = body.at("applicationsByWeek").as_array();
    ASSERT_EQ(weeks.size(), 1U);
    EXPECT_THAT(text(weeks.at(0).at("week")), MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}"));
    EXPECT_EQ(weeks.at(0).at("count"), 2);
    EXPECT_EQ(body.at("funnel").as_array().size(), 5U);
    EXPECT_EQ(body.at("funnel").at(0), (json::value{{"status", "NEW"}, {"count", 2}}));
    EXPECT_EQ(body.at("funnel").at(4), (json::value{{"status", "HIRED"}, {"count", 1}}));
    EXPECT_EQ(body.at("timeInStatus").at(0).at("status"), "NEW");
    EXPECT_EQ(body.at("timeInStatus").at(0).at("count"), 1);
    EXPECT_EQ(body.at("timeToHire").at("count"), 1);
    EXPECT_EQ(body.at("timeToHire").at("byMonth").as_array().size(), 1U);
}

TEST_P(InsightsServer, AreEmptyForAPeriodWithoutApplications) {
    applicant(job_);

    const auto body = administrator_.get(kInsights + "?from=2020-01-01&to=2020-02-01").json();

    EXPECT_EQ(text(body.at("from")), "2020-01-01T00:00:00.000Z");
    EXPECT_TRUE(body.at("applicationsByWeek").as_array().empty());
    EXPECT_TRUE(body.at("timeInStatus").as_array().empty());
    EXPECT_EQ(body.at("timeToHire"), (json::value{{"count", 0}, {"byMonth", json::array{}}}));
}

TEST_P(InsightsServer, RefuseBadParametersByTheirNames) {
    const auto refused = administrator_.get(kInsights + "?from=soon&to=later");
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.body, AllOf(HasSubstr("from"), HasSubstr("to")));

    EXPECT_EQ(code(administrator_, "from=2020-01-02&to=2020-01-01", 400), "INVALID_PARAMETER");
    EXPECT_EQ(code(administrator_, "from=2020-01-01&to=2021-01-02", 400), "INVALID_PARAMETER");
    EXPECT_EQ(administrator_.get(kInsights + "?from=2020-01-01&to=2021-01-01").status, 200);
    EXPECT_EQ(code(administrator_, "jobId=nonsense", 404), "JOB_NOT_FOUND");
    EXPECT_EQ(code(administrator_, std::string{"jobId="} + kNoId, 404), "JOB_NOT_FOUND");
}

TEST_P(InsightsServer, AreOfWhatTheCallerMaySee) {
    const std::string other_job = given_job(administrator_);
    applicant(job_, person("First"));
    applicant(other_job, person("Second"));
    const auto member = colleague("STANDARD");
    auto member_user = client(member.key);
    auto hidden = client(colleague("STANDARD").key);
    auto employee = client(colleague("EMPLOYEE").key);
    auto stranger = client(company().api_key);
    join_team(other_job, member.id);

    EXPECT_EQ(applied(administrator_), 2);
    EXPECT_EQ(applied(administrator_, "jobId=" + id_in(job_)), 1);
    EXPECT_EQ(applied(member_user), 1);
    EXPECT_EQ(applied(hidden), 0);
    EXPECT_EQ(applied(stranger), 0);
    EXPECT_EQ(code(hidden, "jobId=" + id_in(job_), 401), "UNAUTHORIZED_TO_ACCESS_JOB");
    EXPECT_EQ(code(stranger, "jobId=" + id_in(job_), 404), "JOB_NOT_FOUND");
    EXPECT_EQ(code(employee, "", 403), "PERMISSION_DENIED");
}

RUN_ON_EACH_DATABASE(InsightsServer);

// --- limit

class LimitOfInsights : public testing::TestWithParam<test::Engine> {
  protected:
    test::TestServer server{{.engine = GetParam(), .limits = test::promised_limits()}};
    const CompanyId company = given::company(*server.db);
    const std::string key = given::api_key(*server.db, company, given::user(*server.db, company));
};

TEST_P(LimitOfInsights, IsOneAtATime) {
    auto administrator = server.client_with_key(key);

    const auto figures = administrator.get(kInsights);

    EXPECT_EQ(figures.status, 200) << figures.body;
    EXPECT_EQ(figures.header("x-ratelimit-concurrent-limit"), "1");
    EXPECT_EQ(figures.header("x-ratelimit-concurrent-remaining"), "0");
}

RUN_ON_EACH_DATABASE(LimitOfInsights);

}  // namespace
}  // namespace callboard
