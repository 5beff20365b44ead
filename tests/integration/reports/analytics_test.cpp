// The Analytics API: six tables, each in one response, as JSON or CSV, with their own limits.
#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

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
using test::csv;
using test::eventually;
using test::gunzip;
using test::keys;
using test::post;
using test::request_text;
using test::text;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::MatchesRegex;

using Names = std::vector<std::string>;

// The documented fields of each table.
const std::map<std::string, Names> kFields{
    {"applications",
     {"applicationId",
      "applicationCreateDate",
      "applicationLastUpdate",
      "applicationStage",
      "applicationStep",
      "applicationReasonOfRejection",
      "applicationReasonOfWithdrawal",
      "applicationRejectedAfter",
      "applicationWithdrawnAfter",
      "jobId",
      "jobTitle",
      "source",
      "sourceType",
      "candidateProfileId",
      "candidateFirstName",
      "candidateLastName",
      "candidateEmail",
      "candidatePhone",
      "candidateLocation",
      "candidateLocationLatitude",
      "candidateLocationLongitude",
      "candidateInternal",
      "candidateGender",
      "candidateEthnicity",
      "appliedVia",
      "positionId",
      "candidateProperties"}},
    {"hiring-team", {"employeeId", "employeeFirstName", "employeeLastName", "jobId", "jobTitle", "role"}},
    {"interviews",
     {"interviewId",
      "applicationId",
      "applicationStage",
      "applicationStep",
      "candidateProfileId",
      "candidateStatus",
      "jobId",
      "interviewType",
      "interviewLocation",
      "interviewCreateDate",
      "interviewUpdateDate",
      "interviewStartDate",
      "interviewTimeZone",
      "interviewDuration",
      "interviewCanceled",
      "creatorEmployeeId",
      "creatorFirstName",
      "creatorLastName",
      "interviewerEmployeeId",
      "interviewerFirstName",
      "interviewerLastName",
      "interviewerStatus",
      "interviewerReview",
      "interviewerRating",
      "startTime",
      "endTime",
      "duration",
      "room",
      "interviewers",
      "timeToProvideFeedback"}},
    {"job-fields", {"jobId", "jobFieldName", "jobFieldValue"}},
    {"jobs",
     {"jobId", "jobRefId", "jobTitle", "jobCreateDate", "jobDepartment", "jobStatus", "jobOpenPositions",
      "candidatesRejected", "candidatesWithdrawn", "candidatesInReview", "candidatesInterview",
      "candidatesOffer", "candidatesTotal", "candidatesHired", "locationCountry", "locationState",
      "locationCity", "locationLatitude", "locationLongitude"}},
    {"positions",
     {"positionId", "jobId", "jobRefId", "jobTitle", "jobCreateDate", "positionCreateDate",
      "positionOpenDate", "positionTargetStartDate", "positionHireDate", "positionActualStartDate",
      "positionType", "positionIncumbentName"}}};

class Analytics : public test::ReportServer {
  protected:
    using ReportServer::ReportServer;

    Answer read(const std::string& feed, const test::Headers& headers = {}) {
        return administrator_.get("/analytics/" + feed, headers);
    }
    json::array rows_of(const std::string& feed) { return rows_of(administrator_, feed); }
    static json::array rows_of(Client& caller, const std::string& feed) {
        const Answer answer = caller.get("/analytics/" + feed);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return content(answer);
    }
    static Names each_of(const json::array& rows, const std::string& field) {
        Names all;
        for (const auto& row : rows) all.push_back(text(row.at(field)));
        std::ranges::sort(all);
        return all;
    }
    std::string given_position(const std::string& job, const json::object& input) {
        const auto made = post(administrator_, job + "/positions", input);
        EXPECT_EQ(made.status, 201) << made.body;
        return test::id_of(made);
    }
    static json::object replacement() {
        return {{"positionId", "P-104"},
                {"incumbentName", "Max Ferber"},
                {"type", "REPLACEMENT"},
                {"positionOpenDate", "2031-01-02T03:04:05.678Z"},
                {"targetStartDate", "2031-03-01T00:00:00.000Z"}};
    }
    // At least one row of everything except interviews.
    std::string given_work() {
        std::string job = job_called("Cook, \"Grill\"\n=1+1");
        applied(job, "Zażółć 日本");
        given_position(job, replacement());
        return job;
    }
    // A response of more than a megabyte.
    void given_large_table() { given_applicants(job_called(test::repeated("Wide ", 50)), 2'000); }
};

// --- format

TEST_P(Analytics, AreJsonWithTheKnownFields) {
    given_work();
    for (const auto& [feed, fields] : kFields) {
        const Answer answer = read(feed);
        ASSERT_EQ(answer.status, 200) << feed << answer.body;
        EXPECT_THAT(answer.header("content-type"), MatchesRegex("application/json(; charset=utf-8)?"))
            << feed;
        EXPECT_THAT(keys(answer.json()), ElementsAre("content")) << feed;
        if (feed == "interviews") continue;
        ASSERT_FALSE(content(answer).empty()) << feed;
        for (const auto& row : content(answer)) {
            EXPECT_THAT(keys(row), IsSubsetOf(fields)) << feed;
            for (const auto& field : row.as_object()) EXPECT_FALSE(field.value().is_null()) << field.key();
        }
    }
}

TEST_P(Analytics, AreCsvForThoseWhoLikeItBetter) {
    given_work();
    for (const auto& [feed, fields] : kFields) {
        const json::array rows = rows_of(feed);
        const Answer answer = read(feed, {{"Accept", "text/csv"}});
        ASSERT_EQ(answer.status, 200) << feed << answer.body;
        EXPECT_EQ(answer.header("content-type"), "text/csv; charset=utf-8") << feed;
        const auto table = csv(answer.body);
        EXPECT_THAT(table.header, ElementsAreArray(fields)) << feed;
        ASSERT_EQ(table.rows.size(), rows.size()) << feed;
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (const auto& field : rows.at(i).as_object()) {
                const std::string shown = table.column(std::string{field.key()}).at(i);
                if (field.value().is_string()) EXPECT_EQ(shown, text(field.value())) << feed << field.key();
                if (field.value().is_bool())
                    EXPECT_EQ(shown, field.value().as_bool() ? "true" : "false") << feed << field.key();
                if (field.value().is_int64())
                    EXPECT_EQ(shown, std::to_string(field.value().as_int64())) << feed << field.key();
            }
    }
}

TEST_P(Analytics, FormulasAreDefusedInCsvOnly) {
    job_called("=1+1");

    EXPECT_EQ(rows_of("jobs").at(0).at("jobTitle"), "=1+1");
    EXPECT_THAT(csv(read("jobs", {{"Accept", "text/csv"}}).body).column("jobTitle"), ElementsAre("'=1+1"));
}

TEST_P(Analytics, TheClientChooses) {
    const auto type = [&](const std::string& accept) {
        return read("jobs", {{"Accept", accept}}).header("content-type").substr(0, 8);
    };
    for (const std::string accept : {"*/*", "application/*", "application/json", "application/json, text/csv",
                                     "text/csv;q=0.4, application/json;q=0.5", "text/csv;q=0, */*"})
        EXPECT_EQ(type(accept), "applicat") << accept;
    for (const std::string accept : {"text/*", "text/csv", "text/csv; charset=utf-8",
                                     "text/csv, application/json;q=0.9", "application/json;q=0, */*"})
        EXPECT_EQ(type(accept), "text/csv") << accept;
    for (const auto& [feed, fields] : kFields)
        for (const std::string accept : {"text/html", "image/png, application/xml"})
            EXPECT_EQ(read(feed, {{"Accept", accept}}).status, 406) << feed << accept;
}

TEST_P(Analytics, AreChunkedDeprecatedAndCompressed) {
    given_work();
    for (const auto& [feed, fields] : kFields) {
        for (const std::string accept : {"application/json", "text/csv"}) {
            const Answer plain = read(feed, {{"Accept", accept}});
            EXPECT_EQ(plain.header("transfer-encoding"), "chunked") << feed;
            EXPECT_EQ(plain.header("content-length"), "") << feed;
            EXPECT_EQ(plain.header("content-encoding"), "") << feed;
            EXPECT_THAT(plain.header("deprecation"), MatchesRegex("@[0-9]+")) << feed;
            EXPECT_THAT(plain.header("sunset"), MatchesRegex("[A-Z][a-z]{2}, .* GMT")) << feed;
            const Answer packed = read(feed, {{"Accept", accept}, {"Accept-Encoding", "gzip"}});
            EXPECT_EQ(packed.header("transfer-encoding"), "chunked") << feed;
            EXPECT_EQ(packed.header("content-encoding"), "gzip") << feed;
            EXPECT_EQ(gunzip(packed.body), plain.body) << feed;
        }
    }
}

TEST_P(Analytics, LargeAnswersComeWhole) {
    given_large_table();

    const Answer plain = read("applications");

    EXPECT_GT(plain.body.size(), 1'000'000U);
    EXPECT_EQ(content(plain).size(), 2'000U);
    EXPECT_EQ(gunzip(read("applications", {{"Accept-Encoding", "gzip"}}).body), plain.body);
    EXPECT_EQ(csv(read("applications", {{"Accept", "text/csv"}}).body).rows.size(), 2'000U);
}

TEST_P(Analytics, WithoutRowsThereIsStillAForm) {
    for (const auto& [feed, fields] : kFields) {
        EXPECT_EQ(read(feed).json(), (json::value{{"content", json::array{}}})) << feed;
        const auto table = csv(read(feed, {{"Accept", "text/csv"}}).body);
        EXPECT_THAT(table.header, ElementsAreArray(fields)) << feed;
        EXPECT_THAT(table.rows, IsEmpty()) << feed;
    }
}

// --- values

TEST_P(Analytics, TellOfApplications) {
    const std::string job = job_called("Cook");
    const std::string application = applied(job, {{"firstName", "Grace"},
                                                  {"lastName", "Hopper"},
                                                  {"email", "grace@example.com"},
                                                  {"phoneNumber", "+1 (212) 555-0100"},
                                                  {"internal", true},
                                                  {"location",
                                                   {{"country", "United States"},
                                                    {"countryCode", "us"},
                                                    {"region", "New York"},
                                                    {"city", "Brooklyn"},
                                                    {"lat", 40.5},
                                                    {"lng", -73.25}}}});
    pass(1h);
    move(application, {{"status", "INTERVIEW"}, {"subStatus", "Team Interview"}});

    const auto row = rows_of("applications").at(0);

    const auto shown = administrator_.get(application).json();
    EXPECT_EQ(row.at("applicationId"), shown.at("applicationId"));
    EXPECT_EQ(row.at("applicationCreateDate"), "2023-11-14T22:13:20");
    EXPECT_EQ(row.at("applicationLastUpdate"), "2023-11-14T23:13:20");
    EXPECT_EQ(row.at("applicationStage"), "INTERVIEW");
    EXPECT_EQ(row.at("applicationStep"), "Team Interview");
    EXPECT_EQ(text(row.at("jobId")), last_part(job));
    EXPECT_EQ(row.at("jobTitle"), "Cook");
    EXPECT_EQ(row.at("source"), shown.at("source"));
    EXPECT_EQ(row.at("sourceType"), "API");
    EXPECT_EQ("/candidates/" + text(row.at("candidateProfileId")) + job, application);
    EXPECT_EQ(row.at("candidateFirstName"), "Grace");
    EXPECT_EQ(row.at("candidateLastName"), "Hopper");
    EXPECT_EQ(row.at("candidateEmail"), "grace@example.com");
    EXPECT_EQ(row.at("candidatePhone"), "+1 (212) 555-0100");
    EXPECT_THAT(text(row.at("candidateLocation")), HasSubstr("Brooklyn"));
    EXPECT_EQ(row.at("candidateLocationLatitude").to_number<double>(), 40.5);
    EXPECT_EQ(row.at("candidateLocationLongitude").to_number<double>(), -73.25);
    EXPECT_EQ(row.at("candidateInternal"), true);
    for (const std::string absent :
         {"applicationReasonOfRejection", "applicationReasonOfWithdrawal", "applicationRejectedAfter",
          "applicationWithdrawnAfter", "appliedVia", "candidateGender", "candidateEthnicity", "positionId",
          "candidateProperties"})
        EXPECT_FALSE(row.as_object().contains(absent)) << absent;
}

TEST_P(Analytics, TellWhyAnApplicationEnded) {
    const std::string job = job_called("Cook");
    for (const auto& [status, kind, after, reason] :
         {std::tuple{"REJECTED", "rejection", "applicationRejectedAfter", "applicationReasonOfRejection"},
          std::tuple{"WITHDRAWN", "withdrawal", "applicationWithdrawnAfter",
                     "applicationReasonOfWithdrawal"}}) {
        const auto known =
            content(administrator_.get(std::string{"/configuration/"} + kind + "-reasons")).at(0);
        const std::string application = applied(job, status);
        pass(1s);
        move(application, "IN_REVIEW");
        pass(1s);
        move(application, {{"status", status}, {"reason", known.at("id")}});

        const json::array rows = rows_of("applications");
        const auto row = *std::ranges::find_if(
            rows, [&](const json::value& each) { return each.at("candidateLastName") == status; });

        EXPECT_EQ(row.at("applicationStage"), status);
        EXPECT_EQ(row.at(reason), known.at("label"));
        EXPECT_EQ(row.at(after), "IN_REVIEW");
        EXPECT_FALSE(row.as_object().contains("applicationStep"));
        EXPECT_EQ(row.as_object().contains("applicationReasonOfRejection"),
                  std::string_view{"REJECTED"} == status);
        EXPECT_EQ(row.as_object().contains("applicationRejectedAfter"),
                  std::string_view{"REJECTED"} == status);
    }
}

TEST_P(Analytics, TellOfJobs) {
    const auto department = post(administrator_, "/configuration/departments", {{"label", "Kitchen"}});
    ASSERT_EQ(department.status, 201) << department.body;
    auto input = test::job_input();
    input["refNumber"] = "R-1";
    input["department"] = {{"id", department.json().at("id")}};
    input["location"] = {{"countryCode", "us"},
                         {"region", "Georgia"},
                         {"city", "Atlanta"},
                         {"latitude", "33.75"},
                         {"longitude", "-84.5"}};
    const auto made = test::create(administrator_, input);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string job = "/jobs/" + test::id_of(made);
    given_position(job, replacement());
    given_position(job, replacement());
    for (const std::string status :
         {"NEW", "LEAD", "REJECTED", "REJECTED", "WITHDRAWN", "IN_REVIEW", "INTERVIEW", "OFFERED", "HIRED"}) {
        static int number = 0;
        const std::string application = applied(job, "Person" + std::to_string(++number));
        if (status != "NEW") move(application, status);
    }

    const json::array rows = rows_of("jobs");

    ASSERT_EQ(rows.size(), 1U);
    const auto& row = rows.at(0);
    EXPECT_EQ(text(row.at("jobId")), last_part(job));
    EXPECT_EQ(row.at("jobRefId"), "R-1");
    EXPECT_EQ(row.at("jobTitle"), "Cook");
    EXPECT_EQ(row.at("jobCreateDate"), "2023-11-14T22:13:20");
    EXPECT_EQ(row.at("jobDepartment"), "Kitchen");
    EXPECT_EQ(row.at("jobStatus"), administrator_.get(job).json().at("status"));
    EXPECT_EQ(row.at("jobOpenPositions"), 1) << "somebody was hired for the other one";
    EXPECT_EQ(row.at("candidatesRejected"), 2);
    EXPECT_EQ(row.at("candidatesWithdrawn"), 1);
    EXPECT_EQ(row.at("candidatesInReview"), 1);
    EXPECT_EQ(row.at("candidatesInterview"), 1);
    EXPECT_EQ(row.at("candidatesOffer"), 1);
    EXPECT_EQ(row.at("candidatesHired"), 1);
    EXPECT_EQ(row.at("candidatesTotal"), 9);
    EXPECT_FALSE(text(row.at("locationCountry")).empty());
    EXPECT_EQ(row.at("locationState"), "Georgia");
    EXPECT_EQ(row.at("locationCity"), "Atlanta");
    EXPECT_EQ(row.at("locationLatitude").to_number<double>(), 33.75);
    EXPECT_EQ(row.at("locationLongitude").to_number<double>(), -84.5);
}

TEST_P(Analytics, AJobWithoutAnybodyHasNoughts) {
    job_called("Cook");

    const auto row = rows_of("jobs").at(0);

    for (const std::string count :
         {"jobOpenPositions", "candidatesRejected", "candidatesWithdrawn", "candidatesInReview",
          "candidatesInterview", "candidatesOffer", "candidatesTotal", "candidatesHired"})
        EXPECT_EQ(row.at(count), 0) << count;
    EXPECT_FALSE(row.as_object().contains("jobDepartment"));
}

TEST_P(Analytics, TellOfTeams) {
    const std::string job = job_called("Cook");
    const auto member = colleague(Role::standard);
    join_team(job, member.id, "HIRING_MANAGER");

    const json::array rows = rows_of("hiring-team");

    EXPECT_EQ(each_of(rows, "employeeId").size(), 2U) << "its creator and the member";
    const auto row = *std::ranges::find_if(
        rows, [&](const json::value& each) { return text(each.at("employeeId")) == member.id; });
    EXPECT_EQ(row, (json::value{{"employeeId", member.id},
                                {"employeeFirstName", "Robin"},
                                {"employeeLastName", "Tester"},
                                {"jobId", last_part(job)},
                                {"jobTitle", "Cook"},
                                {"role", "HIRING_MANAGER"}}));
}

TEST_P(Analytics, TellOfFields) {
    const std::string job = job_called("Cook");
    const auto shown = administrator_.get(job).json();

    std::map<std::string, std::string> fields;
    for (const auto& row : rows_of("job-fields")) {
        EXPECT_EQ(text(row.at("jobId")), last_part(job));
        fields[text(row.at("jobFieldName"))] = text(row.at("jobFieldValue"));
    }

    EXPECT_EQ(fields, (std::map<std::string, std::string>{
                          {"Industry", text(shown.at("industry").at("label"))},
                          {"Function", text(shown.at("function").at("label"))},
                          {"Experience level", text(shown.at("experienceLevel").at("label"))}}));
}

TEST_P(Analytics, TellOfPositions) {
    const std::string job = job_called("Cook");
    pass(24h);
    const std::string position = given_position(job, replacement());

    const auto row = rows_of("positions").at(0);

    EXPECT_EQ(text(row.at("positionId")), position);
    EXPECT_EQ(text(row.at("jobId")), last_part(job));
    EXPECT_EQ(row.at("jobRefId"), administrator_.get(job).json().at("refNumber"));
    EXPECT_EQ(row.at("jobTitle"), "Cook");
    EXPECT_EQ(row.at("jobCreateDate"), "2023-11-14T22:13:20");
    EXPECT_EQ(row.at("positionOpenDate"), "2031-01-02T03:04:05");
    EXPECT_EQ(row.at("positionTargetStartDate"), "2031-03-01T00:00:00");
    EXPECT_EQ(row.at("positionType"), "REPLACEMENT");
    EXPECT_EQ(row.at("positionIncumbentName"), "Max Ferber");
    EXPECT_EQ(row.at("positionCreateDate"), "2023-11-15T22:13:20");
    EXPECT_FALSE(row.as_object().contains("positionHireDate"));
    EXPECT_FALSE(row.as_object().contains("positionActualStartDate"));
}

TEST_P(Analytics, TellOfInterviewsOnceThereAreAny) {
    static constexpr db::Sql kInsert{
        "test_interview",
        "INSERT INTO interview (company_id, id, candidate_id, job_id, kind, place, creator_id, created_at, "
        "updated_at, starts_at, time_zone, minutes) VALUES ($1, '01990000-0000-7000-8000-000000000001', $2, "
        "$3, 'VIDEO', 'Room 5', $4, 1700000000000, 1700000000000, 1700003600000, 'Europe/Warsaw', 45)"};
    const std::string job = job_called("Cook");
    const std::string application = applied(job, "Lovelace");
    const std::string candidate = application.substr(12, 36);
    execute(kInsert, {candidate, last_part(job), user_id_});

    ASSERT_TRUE(eventually([&] { return !rows_of("interviews").empty(); }));
    const auto row = rows_of("interviews").at(0);

    EXPECT_EQ(row.at("interviewId"), "01990000-0000-7000-8000-000000000001");
    EXPECT_EQ(text(row.at("candidateProfileId")), candidate);
    EXPECT_EQ(text(row.at("jobId")), last_part(job));
    EXPECT_EQ(row.at("applicationStage"), "NEW");
    EXPECT_EQ(row.at("interviewType"), "VIDEO");
    EXPECT_EQ(row.at("interviewLocation"), "Room 5");
    EXPECT_EQ(row.at("interviewStartDate"), "2023-11-14T23:13:20");
    EXPECT_EQ(row.at("interviewTimeZone"), "Europe/Warsaw");
    EXPECT_EQ(text(row.at("creatorEmployeeId")), user_id_);
}

TEST_P(Analytics, TemplatesAreNoJobs) {
    auto input = test::job_input();
    input["template"] = true;
    test::given_job(administrator_, input);

    for (const auto& [feed, fields] : kFields) EXPECT_THAT(rows_of(feed), IsEmpty()) << feed;
}

// --- dates

TEST_P(Analytics, DatesAreWrittenAsAskedFor) {
    job_called("Cook");
    const std::vector<std::pair<std::string, std::string>> cases{
        {"yyyy-MM-dd", "2023-11-14"},
        {"dd/MM/yy HH:mm:ss.SSS", "14/11/23 22:13:20.000"},
        {"EEE, d MMM yyyy hh:mm a", "Tue, 14 Nov 2023 10:13 PM"},
        {"EEEE MMMM", "Tuesday November"},
        {"'o''clock' H", "o'clock 22"},
        {"yyyy-MM-dd'T'HH:mm:ssZ", "2023-11-14T22:13:20+0000"},
        {"", "2023-11-14T22:13:20"}};
    for (const auto& [pattern, shown] : cases) {
        const Answer answer = read("jobs?dateFormat=" + escaped(pattern));
        ASSERT_EQ(answer.status, 200) << pattern << answer.body;
        EXPECT_EQ(text(content(answer).at(0).at("jobCreateDate")), shown) << pattern;
    }
    EXPECT_THAT(csv(read("jobs?dateFormat=d%2CM", {{"Accept", "text/csv"}}).body).lines,
                ElementsAre(HasSubstr("\"14,11\"")));
}

TEST_P(Analytics, WhatIsNoPatternIsRefused) {
    for (const std::string feed : {"applications", "interviews", "jobs", "positions"})
        for (const std::string& pattern : {std::string{"'''"}, std::string{"yyyy'"}, std::string{"bbb"},
                                           std::string{"yyyy-QQ"}, test::repeated("y", 101)})
            EXPECT_EQ(refusal(read(feed + "?dateFormat=" + escaped(pattern))),
                      (Refusal{400, "INVALID_PARAMETER"}))
                << feed << pattern;
    for (const std::string feed : {"hiring-team", "job-fields"})
        EXPECT_EQ(read(feed + "?dateFormat=bbb").status, 200) << "it has no dates";
}

// --- visibility

TEST_P(Analytics, EveryRoleFindsWhatItSees) {
    const std::string group = given_group();
    const std::string hidden_group = given_group();
    const std::string ours = job_called("Ours", {group});
    const std::string theirs = job_called("Theirs", {hidden_group});
    const std::string open = job_called("Open");
    for (const auto& job : {ours, theirs, open}) {
        applied(job, "Person" + last_part(job));
        given_position(job, replacement());
    }
    auto extended = colleague(Role::extended);
    join_group(group, extended.id);
    auto standard = colleague(Role::standard);
    join_team(theirs, standard.id);
    auto restricted = colleague(Role::restricted);
    join_team(open, restricted.id);
    auto employee = colleague(Role::employee);
    const std::vector<std::pair<Client*, Names>> cases{{&administrator_, {"Open", "Ours", "Theirs"}},
                                                       {&extended.client, {"Open", "Ours"}},
                                                       {&standard.client, {"Theirs"}},
                                                       {&restricted.client, {"Open"}},
                                                       {&employee.client, {}}};
    for (const auto& [caller, titles] : cases) {
        for (const std::string feed : {"jobs", "applications", "positions", "hiring-team"}) {
            Names found = each_of(rows_of(*caller, feed), "jobTitle");
            found.erase(std::ranges::unique(found).begin(), found.end());
            EXPECT_EQ(found, titles) << feed;
        }
        Names fields = each_of(rows_of(*caller, "job-fields"), "jobId");
        fields.erase(std::ranges::unique(fields).begin(), fields.end());
        EXPECT_EQ(fields.size(), titles.size());
        EXPECT_THAT(rows_of(*caller, "interviews"), IsEmpty());
    }
}

TEST_P(Analytics, NeedAScope) {
    given_work();
    const std::map<std::string, std::string> own{
        {"applications", "candidates_read"}, {"hiring-team", "jobs_read"}, {"interviews", "interviews_read"},
        {"job-fields", "jobs_read"},         {"jobs", "jobs_read"},        {"positions", "jobs_read"}};
    for (const std::string scope : {"reporting_read", "candidates_read", "jobs_read", "interviews_read",
                                    "reporting_write", "users_read"}) {
        auto caller = program(scope);
        for (const auto& [feed, needed] : own) {
            const Answer answer = caller.get("/analytics/" + feed);
            if (scope == "reporting_read" || scope == needed) {
                EXPECT_EQ(answer.status, 200) << scope << feed;
            } else {
                EXPECT_EQ(refusal(answer), (Refusal{403, "INSUFFICIENT_SCOPE"})) << scope << feed;
            }
        }
    }
    for (const auto& [feed, needed] : own)
        EXPECT_EQ(server.client().get("/analytics/" + feed).status, 401) << feed;
}

TEST_P(Analytics, NothingIsOfAnotherCompany) {
    given_work();
    auto other = rival();
    for (const auto& [feed, fields] : kFields) EXPECT_THAT(rows_of(other, feed), IsEmpty()) << feed;
}

// --- limits

class AnalyticsBytes : public Analytics {
  protected:
    AnalyticsBytes() : Analytics(limited({.concurrent = 1, .drained = 100'000, .bucket = 100'000})) {}
    explicit AnalyticsBytes(const throttle::Limit& limit) : Analytics(limited(limit)) {}

    static test::TestServerOptions limited(const throttle::Limit& limit) {
        auto options = unlimited();
        options.limits.of(throttle::Policy::analytics) = limit;
        return options;
    }
    // The wait after a response of this size.
    static int wait_after(std::size_t bytes) {
        if (bytes <= 100'000) return 0;
        return static_cast<int>((bytes - 1) / 100'000);
    }
};
class AnalyticsSlots : public AnalyticsBytes {
  protected:
    AnalyticsSlots() : AnalyticsBytes(throttle::Limit{.concurrent = 1}) {}
};

TEST_P(AnalyticsBytes, ALargeAnswerIsPaidForWithTime) {
    given_large_table();
    const Answer first = read("applications");
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(first.header("retry-after"), "");
    ASSERT_GT(first.body.size(), 1'000'000U);

    const Answer second = read("applications");

    EXPECT_EQ(refusal(second), (Refusal{429, "TOO_MANY_REQUESTS"}));
    EXPECT_THAT(second.body, HasSubstr("analytics"));
    const int wait = wait_after(first.body.size());
    EXPECT_EQ(second.header("retry-after"), std::to_string(wait));
    EXPECT_EQ(read("hiring-team").status, 200) << "another endpoint";
    auto other = another_key();
    EXPECT_EQ(other.get("/analytics/applications").status, 200) << "another user";
    server.stopwatch.advance(std::chrono::seconds{wait - 1});
    EXPECT_EQ(read("applications").header("retry-after"), "1");
    server.stopwatch.advance(1s);
    EXPECT_EQ(read("applications").status, 200);
}

TEST_P(AnalyticsBytes, WhoWaitsIsNeverRefusedTwice) {
    given_large_table();
    for (int i = 0; i < 10; ++i) {
        const std::string feed = i % 2 == 0 ? "applications" : "applications?dateFormat=yyyy";
        ASSERT_EQ(read(feed).status, 200) << i;
        server.stopwatch.advance(std::chrono::milliseconds{i * 137});
        const Answer refused = read(feed);
        ASSERT_EQ(refused.status, 429) << i;
        server.stopwatch.advance(std::chrono::seconds{std::stoi(refused.header("retry-after"))});
    }
}

TEST_P(AnalyticsBytes, BytesCountAsTheyAreSent) {
    given_large_table();
    const Answer packed = read("applications", {{"Accept-Encoding", "gzip"}});
    ASSERT_EQ(packed.status, 200);
    const int wait = wait_after(packed.body.size());

    const Answer second = read("applications", {{"Accept-Encoding", "gzip"}});

    EXPECT_EQ(second.status, wait == 0 ? 200 : 429) << packed.body.size();
    EXPECT_EQ(second.header("retry-after"), wait == 0 ? "" : std::to_string(wait));
}

TEST_P(AnalyticsBytes, SmallAnswersInARowAreLetThrough) {
    given_work();
    for (int i = 0; i < 20; ++i) ASSERT_EQ(read("hiring-team").status, 200) << i;
}

TEST_P(AnalyticsSlots, ThereIsOneForEachEndpoint) {
    given_applicants(job_called(test::repeated("Wide ", 50)), 50'000);  // more than the sockets hold
    job_called("Cook");
    test::Connection slow = server.connect();
    slow.send(request_text("GET", "/analytics/applications", {{"X-SmartToken", key_}}));
    char first = 0;
    ASSERT_EQ(recv(slow.native_handle(), &first, 1, MSG_PEEK), 1);

    const Answer second = read("applications");

    EXPECT_EQ(refusal(second), (Refusal{429, "TOO_MANY_REQUESTS"}));
    EXPECT_EQ(second.header("retry-after"), "1");
    EXPECT_EQ(second.header("x-ratelimit-concurrent-limit"), "1");
    EXPECT_EQ(second.header("x-ratelimit-concurrent-remaining"), "0");
    for (const std::string feed : {"hiring-team", "jobs", "positions", "job-fields", "interviews"})
        EXPECT_EQ(read(feed).status, 200) << feed;
    auto other = another_key();
    EXPECT_EQ(other.request("HEAD", "/analytics/jobs").status, 200) << "another user";
    EXPECT_EQ(administrator_.get("/users/me").status, 200) << "a slow reader holds nobody up";

    slow.reset();

    EXPECT_TRUE(eventually([&] {
        return administrator_.request("HEAD", "/analytics/applications").status == 200;
    })) << "a slot is given back by who goes away";
}

RUN_ON_EACH_DATABASE(Analytics);
RUN_ON_EACH_DATABASE(AnalyticsBytes);
RUN_ON_EACH_DATABASE(AnalyticsSlots);

}  // namespace
}  // namespace callboard
