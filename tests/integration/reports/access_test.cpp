// What each role gets in a report, and access to report files.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/report_company.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using accounts::Role;
using test::Answer;
using test::Client;
using test::content;
using test::kReportFiles;
using test::kReports;
using test::post;
using test::put;
using test::text;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

using Names = std::vector<std::string>;

// Three jobs with one applicant each, and a candidate without a job.
class ReportRights : public test::ReportServer {
  protected:
    using ReportServer::ReportServer;

    void given_work() {
        for (const auto& [job, name] : {std::pair{harbour_job_, "Harbour"}, std::pair{hill_job_, "Hill"},
                                        std::pair{open_job_, "Open"}}) {
            const std::string application = applied(job, name);
            given_offer(application);
            pass(24h);
            move(application, "HIRED");
        }
        in_pool(somebody("Ada", "Pool"));
    }
    std::vector<std::string> listed(Client& caller) { return walk(caller, kReports, 1000, "reportId"); }
    static std::vector<std::string> files(Client& caller, const std::string& report) {
        return test::each(caller.get(report + "/files?limit=1000"), "content", "reportFileId");
    }
    // As if the file did not exist.
    void expect_hidden(Client& caller, const std::string& report, const std::string& file) {
        EXPECT_EQ(refusal(caller.get(file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
        EXPECT_EQ(refusal(download(caller, file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
        EXPECT_THAT(files(caller, report), Not(Contains(last_part(file))));
        EXPECT_EQ(refusal(caller.get(report + "/files/recent")), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
        EXPECT_EQ(refusal(caller.get(report + "/files/recent/data")),
                  (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
    }
    void expect_visible(Client& caller, const std::string& report, const std::string& file) {
        EXPECT_EQ(caller.get(file).status, 200);
        EXPECT_EQ(download(caller, file).status, 200);
        EXPECT_THAT(files(caller, report), Contains(last_part(file)));
        EXPECT_EQ(caller.get(report + "/files/recent").status, 200);
        EXPECT_EQ(caller.get(report + "/files/recent/data").status, 200);
    }
    static json::object every_day() {
        return {{"frequency", "DAILY"},
                {"activityPeriod", {{"from", "2023-11-01T00:00:00.000Z"}}},
                {"schedulingTime", {{"from", "09:00"}}}};
    }
    // The first scheduled file of the report.
    json::value scheduled(const std::string& report) {
        EXPECT_TRUE(test::eventually([&] { return !files(administrator_, report).empty(); }));
        return outcome(administrator_, kReportFiles + "/" + files(administrator_, report).at(0));
    }

    const std::string harbour_ = given_group();
    const std::string hill_ = given_group();
    const std::string harbour_job_ = job_called("Harbour", {harbour_});
    const std::string hill_job_ = job_called("Hill", {hill_});
    const std::string open_job_ = job_called("Open");
};
class RightsWhileWaiting : public ReportRights {
  protected:
    RightsWhileWaiting() : ReportRights(making_nothing()) {}
};

// --- contents

TEST_P(ReportRights, EveryRoleFindsWhatItSees) {
    given_work();
    auto extended = colleague(Role::extended);
    join_group(harbour_, extended.id);
    auto standard = colleague(Role::standard);
    join_team(hill_job_, standard.id);
    auto restricted = colleague(Role::restricted);
    join_team(open_job_, restricted.id);
    auto without_jobs = colleague(Role::standard);
    const std::vector<std::tuple<Client*, Names, Names>> cases{
        {&administrator_, {"Harbour", "Hill", "Open"}, {"Harbour", "Hill", "Open", "Pool"}},
        {&extended.client, {"Harbour", "Open"}, {"Harbour", "Open", "Pool"}},
        {&standard.client, {"Hill"}, {"Hill"}},
        {&restricted.client, {"Open"}, {"Open"}},
        {&without_jobs.client, {}, {}}};
    for (const auto& [caller, jobs, people] : cases) {
        EXPECT_EQ(values(*caller, "JOB", "title"), jobs);
        EXPECT_EQ(values(*caller, "CANDIDATE", "lastName"), people);
        EXPECT_EQ(values(*caller, "APPLICATION", "jobTitle"), jobs);
        EXPECT_EQ(values(*caller, "OFFER", "jobTitle"), jobs);
        EXPECT_EQ(values(*caller, "TIME_TO_HIRE", "jobTitle"), jobs);
        auto moved = values(*caller, "STATUS_HISTORY", "jobId");
        moved.erase(std::ranges::unique(moved).begin(), moved.end());
        EXPECT_EQ(moved.size(), jobs.size());
    }
}

TEST_P(ReportRights, PropertiesForFewAreNotInReportsOfOthers) {
    const std::string application = applied(open_job_, "Open");
    for (const std::string property : {"targetBonus", "yearsOfExperience"})
        EXPECT_EQ(put(administrator_, application + "/properties/" + property, {{"value", 42}}).status, 204);
    auto standard = colleague(Role::standard);
    join_team(open_job_, standard.id);
    const std::string for_all = "Years of experience: 42";
    const std::string with_those_for_few = for_all + ", Target bonus: 42";

    for (const std::string area : {"APPLICATION", "CANDIDATE"}) {
        EXPECT_THAT(values(area, "properties"), ElementsAre(with_those_for_few)) << area;
        EXPECT_THAT(values(standard.client, area, "properties"), ElementsAre(for_all)) << area;
    }
    EXPECT_THAT(values("CANDIDATE_PROPERTY", "property"), ElementsAre("Target bonus", "Years of experience"));
    EXPECT_THAT(values(standard.client, "CANDIDATE_PROPERTY", "property"),
                ElementsAre("Years of experience"));
    const auto analytics = [](Client& caller) {
        return text(content(caller.get("/analytics/applications")).at(0).at("candidateProperties"));
    };
    EXPECT_EQ(analytics(administrator_), with_those_for_few);
    EXPECT_EQ(analytics(standard.client), for_all);
}

TEST_P(ReportRights, SourcesAreCountedAmongWhatOneSees) {
    given_work();
    auto standard = colleague(Role::standard);
    join_team(hill_job_, standard.id);

    const auto all = table(report_on("SOURCE"));
    const auto own = table(standard.client, report_on("SOURCE"));

    ASSERT_EQ(all.rows.size(), 1U);
    ASSERT_EQ(own.rows.size(), 1U);
    EXPECT_THAT(all.rows.at(0), Contains("3"));
    EXPECT_THAT(own.rows.at(0), Contains("1"));
    EXPECT_THAT(own.rows.at(0), Not(Contains("3")));
}

TEST_P(ReportRights, WhoIsInSeveralGroupsSeesTheJobsOfAll) {
    auto extended = colleague(Role::extended);
    join_group(harbour_, extended.id);
    join_group(hill_, extended.id);

    EXPECT_EQ(values(extended.client, "JOB", "title"), (Names{"Harbour", "Hill", "Open"}));
}

TEST_P(ReportRights, TheGroupIsReturnedWhenThereIsOne) {
    auto none = colleague(Role::extended);
    auto one = colleague(Role::extended);
    join_group(harbour_, one.id);
    auto two = colleague(Role::extended);
    join_group(harbour_, two.id);
    join_group(hill_, two.id);
    const std::string report = report_on("JOB");

    EXPECT_FALSE(none.client.get(generate(none.client, report)).json().as_object().contains("accessGroupId"));
    EXPECT_EQ(text(one.client.get(generate(one.client, report)).json().at("accessGroupId")), harbour_);
    EXPECT_FALSE(two.client.get(generate(two.client, report)).json().as_object().contains("accessGroupId"));
}

TEST_P(ReportRights, NothingIsOfAnotherCompany) {
    given_work();
    auto other = rival();
    for (const std::string area : {"JOB", "APPLICATION", "CANDIDATE", "OFFER", "STATUS_HISTORY",
                                   "TIME_TO_HIRE", "SOURCE", "WEBHOOK_DELIVERY"}) {
        const auto made = table(other, kReports + "/" + text(built_in(other, area).at("reportId")));
        EXPECT_THAT(made.rows, IsEmpty()) << area;
    }
}

// --- visible reports

TEST_P(ReportRights, EmployeesSeeNoReports) {
    auto employee = colleague(Role::employee);
    const std::string report = report_on("JOB");
    const std::string file = generate(report);
    const std::string granted =
        given_report(changed(draft(), "grantees", json::array{json::value(employee.id)}));
    for (const std::string& path : {kReports, report, granted, report + "/files", report + "/files/recent",
                                    report + "/files/recent/data", file, file + "/data"})
        EXPECT_EQ(refusal(employee.client.get(path)), (Refusal{403, "PERMISSION_DENIED"})) << path;
    EXPECT_EQ(refusal(employee.client.request("POST", report + "/files")),
              (Refusal{403, "PERMISSION_DENIED"}));
    EXPECT_EQ(refusal(post(employee.client, kReports, draft())), (Refusal{403, "PERMISSION_DENIED"}));
}

TEST_P(ReportRights, SomeAreasAreForAdministratorsAlone) {
    const auto all = listed(administrator_);
    for (const Role role : {Role::extended, Role::standard, Role::restricted}) {
        auto person = colleague(role);
        EXPECT_EQ(listed(person.client).size(), all.size() - 2);
        for (const std::string area : {"WEBHOOK_DELIVERY", "API_USE"}) {
            const std::string granted =
                given_report(changed(draft(area), "grantees", json::array{json::value(person.id)}));
            for (const std::string& report : {report_on(area), granted}) {
                EXPECT_EQ(refusal(person.client.get(report)), (Refusal{404, "REPORT_NOT_FOUND"})) << area;
                EXPECT_EQ(refusal(person.client.get(report + "/files")), (Refusal{404, "REPORT_NOT_FOUND"}));
                EXPECT_EQ(refusal(person.client.request("POST", report + "/files")),
                          (Refusal{404, "REPORT_NOT_FOUND"}));
            }
            EXPECT_EQ(administrator_.del(granted).status, 204);
        }
    }
}

TEST_P(ReportRights, OwnReportsAreForThoseTheyWereGivenTo) {
    auto reader = colleague(Role::standard);
    auto stranger = colleague(Role::extended);
    auto administrator = colleague(Role::administrator);
    const std::string mine = given_report(changed(draft(), "grantees", json::array{json::value(reader.id)}));

    EXPECT_EQ(reader.client.get(mine).status, 200);
    EXPECT_THAT(listed(reader.client), Contains(last_part(mine)));
    EXPECT_EQ(administrator.client.get(mine).status, 200);
    EXPECT_EQ(refusal(stranger.client.get(mine)), (Refusal{404, "REPORT_NOT_FOUND"}));
    EXPECT_THAT(listed(stranger.client), Not(Contains(last_part(mine))));
    EXPECT_EQ(refusal(stranger.client.request("POST", mine + "/files")), (Refusal{404, "REPORT_NOT_FOUND"}));
    generate(reader.client, mine);
    EXPECT_EQ(put(administrator_, mine, draft()).status, 200);
    EXPECT_EQ(refusal(reader.client.get(mine)), (Refusal{404, "REPORT_NOT_FOUND"})) << "no longer";
}

// --- access to files

TEST_P(ReportRights, AFileIsForWhoAskedForItAndForAdministrators) {
    const std::string report = report_on("JOB");
    auto asking = colleague(Role::extended);
    join_group(harbour_, asking.id);
    auto alike = colleague(Role::extended);
    join_group(harbour_, alike.id);
    auto administrator = colleague(Role::administrator);

    const std::string file = generate(asking.client, report);

    expect_visible(asking.client, report, file);
    expect_visible(administrator.client, report, file);
    expect_hidden(alike.client, report, file);
    EXPECT_EQ(download(file).body, download(asking.client, file).body) << "it shows what the asking one saw";
    EXPECT_THAT(download(file).body, Not(testing::HasSubstr("Hill")));
}

TEST_P(ReportRights, WhatAnAdministratorSawOthersDoNotSee) {
    const std::string report = report_on("JOB");
    const std::string file = generate(report);
    for (const Role role : {Role::extended, Role::standard, Role::restricted}) {
        auto person = colleague(role);
        expect_hidden(person.client, report, file);
    }
}

TEST_P(ReportRights, AFileIsHiddenFromWhoSeesLessThanBefore) {
    const std::string report = report_on("JOB");
    auto person = colleague(Role::extended);
    join_group(harbour_, person.id);
    const std::string file = generate(person.client, report);

    leave_group(harbour_, person.id);
    expect_hidden(person.client, report, file);
    join_group(harbour_, person.id);
    expect_visible(person.client, report, file);
    join_group(hill_, person.id);
    expect_hidden(person.client, report, file);
    leave_group(hill_, person.id);
    change_role(person.id, "STANDARD");
    expect_hidden(person.client, report, file);
    change_role(person.id, "EXTENDED");
    expect_visible(person.client, report, file);
    EXPECT_EQ(administrator_.get(file).status, 200);
}

TEST_P(ReportRights, AFileOfAFormerAdministratorIsHiddenFromThem) {
    const std::string report = report_on("JOB");
    auto person = colleague(Role::administrator);
    const std::string file = generate(person.client, report);

    change_role(person.id, "RESTRICTED");

    expect_hidden(person.client, report, file);
    expect_visible(administrator_, report, file);
}

TEST_P(RightsWhileWaiting, WhatIsNotMadeYetIsForTheSame) {
    const std::string report = report_on("JOB");
    auto asking = colleague(Role::standard);
    auto other = colleague(Role::extended);

    const std::string file = ask(asking.client, report);

    EXPECT_EQ(asking.client.get(file).status, 200);
    EXPECT_EQ(administrator_.get(file).status, 200);
    EXPECT_EQ(refusal(other.client.get(file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
    EXPECT_THAT(files(other.client, report), IsEmpty());
}

// --- changes of the requester

TEST_P(RightsWhileWaiting, WhoHasAnotherRoleGetsNothing) {
    auto person = colleague(Role::administrator);
    const std::string file = ask(person.client, report_on("JOB"));
    change_role(person.id, "STANDARD");

    generate_from_now_on();

    const auto failed = outcome(administrator_, file);
    EXPECT_EQ(failed.at("reportFileStatus"), "FAILED");
    EXPECT_EQ(failed.at("errorReason"), "SYSTEM_ROLE_MISMATCH");
    EXPECT_EQ(failed.at("systemRoleId"), "ADMINISTRATOR");
    EXPECT_EQ(text(failed.at("generationDate")), now());
    EXPECT_EQ(refusal(download(file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
    EXPECT_TRUE(bytes_of(file).empty());
}

TEST_P(RightsWhileWaiting, WhoIsGoneGetsNothing) {
    auto person = colleague(Role::extended);
    const std::string file = ask(person.client, report_on("JOB"));
    deactivate(person.id);

    generate_from_now_on();

    const auto failed = outcome(administrator_, file);
    EXPECT_EQ(failed.at("reportFileStatus"), "FAILED");
    EXPECT_EQ(failed.at("errorReason"), "MISSING_REPORT_CREATOR_EMPLOYEE");
}

TEST_P(RightsWhileWaiting, AFailureDoesNotBlockTheReport) {
    auto person = colleague(Role::extended);
    const std::string report = report_on("JOB");
    const std::string file = ask(person.client, report);
    deactivate(person.id);
    generate_from_now_on();
    outcome(administrator_, file);

    generate(report);

    EXPECT_EQ(administrator_.get(report + "/files").json().at("content").as_array().size(), 2U);
    EXPECT_EQ(administrator_.get(report + "/files/recent").json().at("reportFileStatus"), "COMPLETED");
}

TEST_P(RightsWhileWaiting, TheRightsAreThoseOfTheMomentWhenItIsMade) {
    auto person = colleague(Role::extended);
    const std::string file = ask(person.client, report_on("JOB"));
    join_group(hill_, person.id);

    generate_from_now_on();

    EXPECT_EQ(text(outcome(administrator_, file).at("accessGroupId")), hill_);
    auto titles = test::csv(download(person.client, file).body).column(column_name("JOB", "title"));
    EXPECT_THAT(titles, UnorderedElementsAre("Hill", "Open"));
}

TEST_P(ReportRights, AScheduleStopsBringingWhatItsMakerMayNotSee) {
    auto maker = colleague(Role::administrator);
    const Answer made = post(maker.client, kReports, changed(draft("API_USE"), "schedule", every_day()));
    ASSERT_EQ(made.status, 201) << made.body;
    change_role(maker.id, "EXTENDED");

    go_to("2023-11-15T09:00:00.000Z");

    const auto failed = scheduled(kReports + "/" + text(made.json().at("reportId")));
    EXPECT_EQ(failed.at("reportFileStatus"), "FAILED");
    EXPECT_EQ(failed.at("errorReason"), "REPORTING_AREA_RESTRICTED");
    EXPECT_EQ(failed.at("scheduleType"), "SCHEDULED");
}

TEST_P(ReportRights, AScheduleOfSomebodyWhoLeftBringsNothing) {
    auto maker = colleague(Role::administrator);
    const Answer made = post(maker.client, kReports, changed(draft("JOB"), "schedule", every_day()));
    ASSERT_EQ(made.status, 201) << made.body;
    deactivate(maker.id);

    go_to("2023-11-15T09:00:00.000Z");

    const auto failed = scheduled(kReports + "/" + text(made.json().at("reportId")));
    EXPECT_EQ(failed.at("reportFileStatus"), "FAILED");
    EXPECT_EQ(failed.at("errorReason"), "MISSING_REPORT_CREATOR_EMPLOYEE");
    EXPECT_EQ(text(failed.at("requestorId")), maker.id);
}

RUN_ON_EACH_DATABASE(ReportRights);
RUN_ON_EACH_DATABASE(RightsWhileWaiting);

}  // namespace
}  // namespace callboard
