// The list of applications and the pipeline of a job over HTTP: fields, parameters, pages, rights.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::CandidateServer;
using test::Client;
using test::content;
using test::encoded;
using test::given_job;
using test::id_in;
using test::ids;
using test::job_of_groups;
using test::keys;
using test::kNoId;
using test::kNoJob;
using test::last_part;
using test::of_errors;
using test::person;
using test::text;
using test::with;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;

const std::string kList = "/applications";

class ApplicationLists : public CandidateServer {
  protected:
    std::vector<std::string> names(Client& caller, const std::string& parameters = "") {
        const auto page = caller.get(kList + "?limit=100&" + parameters);
        EXPECT_EQ(page.status, 200) << parameters << ": " << page.body;
        if (page.status != 200) return {"refused"};
        std::vector<std::string> all;
        for (const auto& line : content(page)) all.push_back(text(line.at("candidate").at("lastName")));
        EXPECT_EQ(page.json().at("totalFound"), std::ssize(all)) << parameters;
        return all;
    }
    std::vector<std::string> names(const std::string& parameters = "") {
        return names(administrator_, parameters);
    }
    // The ids of all pages.
    std::vector<std::string> walked(const std::string& parameters) {
        std::vector<std::string> all;
        std::string cursor;
        do {
            const auto page = administrator_.get(kList + "?" + parameters +
                                                 (cursor.empty() ? "" : "&pageId=") + encoded(cursor));
            EXPECT_EQ(page.status, 200) << page.body;
            if (page.status != 200) break;
            for (const auto& id : ids(page)) all.push_back(id);
            const auto next = page.json().at("nextPageId");
            cursor = next.is_null() ? "" : text(next);
        } while (!cursor.empty() && all.size() < 1'000);
        return all;
    }
    std::string code(Client& caller, const std::string& path, int status) {
        const auto refused = caller.get(path);
        EXPECT_EQ(refused.status, status) << refused.body;
        return text(refused.json().at("errors").at(0).at("code"));
    }

    const std::string job_ = given_job(administrator_);
};

TEST_P(ApplicationLists, HaveWhatACardShows) {
    const std::string candidate = applicant(job_, with(person(), "sourceDetails", linkedin()));
    const std::string path = application(candidate, job_);
    move(path, status("IN_REVIEW", "Phone Screen"));

    const auto page = administrator_.get(kList);

    EXPECT_EQ(page.json().at("totalFound"), 1);
    EXPECT_TRUE(page.json().at("nextPageId").is_null());
    const auto line = content(page).at(0);
    EXPECT_EQ(text(line.at("id")), application_id(candidate, job_));
    EXPECT_EQ(line.at("candidate"),
              (json::value{{"id", last_part(candidate)}, {"firstName", "Ada"}, {"lastName", "Lovelace"}}));
    EXPECT_EQ(line.at("job"), (json::value{{"id", id_in(job_)}, {"title", "Cook"}}));
    EXPECT_EQ(line.at("status"), "IN_REVIEW");
    EXPECT_EQ(line.at("subStatus"), "Phone Screen");
    EXPECT_EQ(line.at("source"), "LinkedIn");
    EXPECT_THAT(text(line.at("createdOn")), MatchesRegex(test::kTimeForm));
    EXPECT_GE(text(line.at("movedOn")), text(line.at("createdOn")));
    EXPECT_FALSE(line.as_object().contains("rating"));
}

TEST_P(ApplicationLists, LeaveOutWhatIsNotSet) {
    applicant(job_);

    const auto line = content(administrator_.get(kList)).at(0);

    EXPECT_FALSE(line.as_object().contains("subStatus"));
    EXPECT_EQ(line.at("createdOn"), line.at("movedOn"));
}

TEST_P(ApplicationLists, AreFilteredAndSorted) {
    const std::string other_job = given_job(administrator_);
    const std::string first = application(applicant(job_, person("First")), job_);
    const std::string created = text(content(administrator_.get(kList)).at(0).at("createdOn"));
    later_than(created);
    applicant(job_, person("Second"));
    applicant(other_job, person("Third"));
    later_than(text(content(administrator_.get(kList)).at(0).at("createdOn")));
    move(first, status("INTERVIEW"));
    const std::string moved = text(content(administrator_.get(kList)).at(0).at("movedOn"));

    EXPECT_THAT(names().front(), "First");
    EXPECT_THAT(names("sort=oldestMove").back(), "First");
    EXPECT_THAT(names("sort=newestMove"), SizeIs(3));
    EXPECT_THAT(names("jobId=" + id_in(other_job)), ElementsAre("Third"));
    EXPECT_THAT(names("status=INTERVIEW"), ElementsAre("First"));
    EXPECT_THAT(names("status=INTERVIEW,HIRED&jobId=" + id_in(job_)), ElementsAre("First"));
    EXPECT_THAT(names("status=INTERVIEW&subStatus=Team%20Interview"), IsEmpty());
    EXPECT_THAT(names("movedBefore=" + encoded(moved)), SizeIs(2));
    EXPECT_THAT(names("movedAfter=" + encoded(moved)), IsEmpty());
    EXPECT_THAT(names("createdAfter=" + encoded(created)), SizeIs(2));
    EXPECT_THAT(names("jobId=nonsense"), IsEmpty());
    EXPECT_THAT(names(std::string{"jobId="} + kNoId), IsEmpty());
}

TEST_P(ApplicationLists, CanLeaveOutSubStatuses) {
    move(application(applicant(job_, person("First")), job_), status("IN_REVIEW", "Resume Review"));
    move(application(applicant(job_, person("Second")), job_), status("IN_REVIEW"));

    EXPECT_THAT(names("status=IN_REVIEW&hasSubStatus=false"), ElementsAre("Second"));
    EXPECT_THAT(names("status=IN_REVIEW&hasSubStatus=true"), ElementsAre("First"));
    EXPECT_THAT(names("status=IN_REVIEW"), SizeIs(2));
}

TEST_P(ApplicationLists, PagesHaveEveryApplicationOnce) {
    for (int i = 0; i < 7; ++i) applicant(job_, person("Name" + std::to_string(i)));

    for (const std::string order : {"newestMove", "oldestMove"}) {
        const auto all = ids(administrator_.get(kList + "?limit=100&sort=" + order));
        EXPECT_THAT(all, SizeIs(7));
        EXPECT_EQ(walked("limit=2&sort=" + order), all);
        EXPECT_EQ(walked("limit=7&sort=" + order), all);
        EXPECT_EQ(walked("limit=3&status=NEW&jobId=" + id_in(job_) + "&sort=" + order), all);
    }
    const auto first = administrator_.get(kList + "?limit=2");
    EXPECT_THAT(first.header("link"), HasSubstr("rel=\"next\""));
}

TEST_P(ApplicationLists, RefuseBadParametersByTheirNames) {
    const auto refused =
        administrator_.get(kList + "?status=DANCING&movedBefore=soon&sort=upwards&limit=101");

    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(of_errors(refused, "code"), testing::Each("INVALID_PARAMETER"));
    EXPECT_THAT(refused.body,
                AllOf(HasSubstr("status"), HasSubstr("movedBefore"), HasSubstr("sort"), HasSubstr("limit")));
    EXPECT_EQ(code(administrator_, kList + "?pageId=nonsense", 400), "INVALID_PAGE_ID");
}

TEST_P(ApplicationLists, ShowWhatTheCallerMaySee) {
    const std::string group = given_group("Harbour");
    const std::string closed_job = given_job(administrator_, job_of_groups({group}));
    applicant(job_, person("Open"));
    applicant(closed_job, person("Closed"));
    const auto standard = colleague("STANDARD");
    const auto extended = colleague("EXTENDED");
    const auto employee = colleague("EMPLOYEE");
    auto standard_user = client(standard.key);
    auto extended_user = client(extended.key);
    auto employee_user = client(employee.key);
    auto stranger = client(company().api_key);

    EXPECT_THAT(names(standard_user), IsEmpty());
    EXPECT_THAT(names(standard_user, "jobId=" + id_in(job_)), IsEmpty());
    EXPECT_THAT(names(extended_user), ElementsAre("Open"));
    EXPECT_THAT(names(employee_user), IsEmpty());
    EXPECT_THAT(names(stranger, "jobId=" + id_in(job_)), IsEmpty());

    join_team(closed_job, standard.id);
    join_group(group, extended.id);
    EXPECT_THAT(names(standard_user), ElementsAre("Closed"));
    EXPECT_THAT(names(extended_user), SizeIs(2));
}

TEST_P(ApplicationLists, ThePipelineOfAnEmptyJobHasAllColumns) {
    const auto pipeline = administrator_.get(job_ + "/pipeline");

    EXPECT_EQ(pipeline.status, 200) << pipeline.body;
    EXPECT_EQ(text(pipeline.json().at("jobId")), id_in(job_));
    const auto columns = pipeline.json().at("columns").as_array();
    EXPECT_EQ(columns.size(), 16U);
    EXPECT_EQ(columns.at(0), (json::value{{"status", "LEAD"}, {"count", 0}}));
    EXPECT_EQ(columns.at(3),
              (json::value{{"status", "IN_REVIEW"}, {"subStatus", "Resume Review"}, {"count", 0}}));
}

TEST_P(ApplicationLists, ThePipelineCountsApplications) {
    applicant(job_, person("First"));
    move(application(applicant(job_, person("Second")), job_), status("IN_REVIEW", "Resume Review"));

    const auto columns = administrator_.get(job_ + "/pipeline").json().at("columns").as_array();

    EXPECT_EQ(columns.at(1), (json::value{{"status", "NEW"}, {"count", 1}}));
    EXPECT_EQ(columns.at(2), (json::value{{"status", "IN_REVIEW"}, {"count", 0}}));
    EXPECT_EQ(columns.at(3),
              (json::value{{"status", "IN_REVIEW"}, {"subStatus", "Resume Review"}, {"count", 1}}));
}

TEST_P(ApplicationLists, ThePipelineIsRefusedLikeTheJob) {
    auto hidden = client(colleague("STANDARD").key);
    auto stranger = client(company().api_key);

    EXPECT_EQ(code(hidden, job_ + "/pipeline", 401), "UNAUTHORIZED_TO_ACCESS_JOB");
    EXPECT_EQ(code(stranger, job_ + "/pipeline", 404), "JOB_NOT_FOUND");
    EXPECT_EQ(code(administrator_, kNoJob + "/pipeline", 404), "JOB_NOT_FOUND");
    EXPECT_EQ(code(administrator_, "/jobs/nonsense/pipeline", 404), "JOB_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(ApplicationLists);

}  // namespace
}  // namespace callboard
