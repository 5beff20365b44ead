// Definitions of reports: built-in and custom ones, and the list of both.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/report_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using accounts::Role;
using test::Answer;
using test::Client;
using test::content;
using test::each;
using test::keys;
using test::kNoReport;
using test::kReports;
using test::post;
using test::put;
using test::repeated;
using test::ReportFault;
using test::text;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::MatchesRegex;
using testing::Not;
using testing::Pair;
using testing::StartsWith;
using testing::UnorderedElementsAre;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
constexpr int kMostReports = 500;

const std::vector<std::pair<std::string, std::string>> kAreas{
    {"JOB", "Jobs"},
    {"JOB_PROPERTY", "Job properties"},
    {"APPLICATION", "Applications"},
    {"CANDIDATE", "Candidates"},
    {"CANDIDATE_PROPERTY", "Properties of candidates"},
    {"OFFER", "Offers"},
    {"STATUS_HISTORY", "Status history"},
    {"TIME_TO_HIRE", "Time to hire"},
    {"SOURCE", "Source effectiveness"},
    {"WEBHOOK_DELIVERY", "Webhook deliveries"},
    {"API_USE", "API use"}};

class Reports : public test::ReportServer {
  protected:
    std::vector<std::string> listed(Client& caller, int limit = 1000) {
        return walk(caller, kReports, limit, "reportId");
    }
    std::vector<std::string> listed() { return listed(administrator_); }
    Answer create(const json::object& body) { return post(administrator_, kReports, body); }
    static std::string id_in(const std::string& report) { return last_part(report); }

    static json::object daily() {
        return {{"frequency", "DAILY"},
                {"activityPeriod", {{"from", "2024-01-01T00:00:00.000Z"}}},
                {"schedulingTime", {{"from", {{"hour", 9}, {"minute", 0}}}, {"zone", "Europe/Warsaw"}}}};
    }
};

// --- built-in reports

TEST_P(Reports, ThereIsOneOfEveryArea) {
    const json::array all = content(administrator_.get(kReports + "?limit=1000"));

    std::vector<std::pair<std::string, std::string>> found;
    for (const auto& report : all) {
        found.emplace_back(text(report.at("rowEntityTypeId")), text(report.at("name")));
        EXPECT_THAT(keys(report), IsSupersetOf({"reportId", "name", "rowEntityTypeId", "columns", "filters",
                                                "creationDate", "modificationDate", "reportFormats"}));
        for (const std::string absent :
             {"creatorId", "modifierId", "schedule", "accessGroupId", "systemRoleId", "rowEntityInstanceId"})
            EXPECT_FALSE(report.as_object().contains(absent)) << absent;
        EXPECT_EQ(report.at("reportTemplateId"), report.at("reportId")) << "it is one itself";
        EXPECT_THAT(text(report.at("reportId")), MatchesRegex(kUuid));
        EXPECT_EQ(report.at("filters"), json::array{});
        EXPECT_EQ(report.at("reportFormats"), json::array{"CSV"});
        EXPECT_EQ(text(report.at("creationDate")), now());
        EXPECT_EQ(report.at("modificationDate"), report.at("creationDate"));
        EXPECT_EQ(administrator_.get(kReports + "/" + text(report.at("reportId"))).json(), report);
    }
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(kAreas));
}

TEST_P(Reports, ColumnsAreReturnedInFull) {
    for (const auto& [area, title] : kAreas) {
        const json::array columns = built_in(administrator_, area).at("columns").as_array();
        std::set<std::string> ids;
        std::set<std::string> names;
        ASSERT_FALSE(columns.empty()) << area;
        for (const auto& column : columns) {
            EXPECT_THAT(keys(column), UnorderedElementsAre("entityTypeId", "dataPointId", "dataPointName",
                                                           "dataPointType"));
            EXPECT_EQ(text(column.at("entityTypeId")), area);
            EXPECT_THAT(text(column.at("dataPointId")), MatchesRegex("[a-z][A-Za-z0-9]+"));
            EXPECT_THAT(text(column.at("dataPointType")),
                        testing::AnyOf("ID", "DATE", "NUMBER", "TEXT", "ENUM", "BOOLEAN", "DECIMAL"));
            EXPECT_TRUE(ids.insert(text(column.at("dataPointId"))).second) << column;
            EXPECT_TRUE(names.insert(text(column.at("dataPointName"))).second) << column;
        }
    }
}

TEST_P(Reports, TheBuiltInKeepTheirIdsAndEveryCompanyHasItsOwn) {
    const auto before = listed();
    pass(48h);
    auto other = rival();

    EXPECT_EQ(listed(), before);
    for (const auto& id : listed(other)) EXPECT_THAT(before, Not(Contains(id)));
    EXPECT_EQ(std::set(before.begin(), before.end()).size(), kAreas.size());
    for (const auto& id : before) EXPECT_THAT(id, StartsWith(std::string{company_.text().substr(0, 13)}));
}

TEST_P(Reports, TheBuiltInAreNotChangedOrDeleted) {
    const auto names_before = audit_names();
    for (const auto& [area, title] : kAreas) {
        const std::string report = report_on(area);
        const std::string before = administrator_.get(report).body;
        EXPECT_EQ(refusal(put(administrator_, report, draft(area))), (Refusal{403, "BUILT_IN_REPORT"}));
        EXPECT_EQ(refusal(administrator_.del(report)), (Refusal{403, "BUILT_IN_REPORT"}));
        EXPECT_EQ(administrator_.get(report).body, before);
    }
    EXPECT_EQ(audit_names(), names_before);
}

// --- the list

TEST_P(Reports, AreListedTenAtATime) {
    for (int i = 0; i < 3; ++i) given_report(draft());

    const Answer page = administrator_.get(kReports);

    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(keys(page.json()), UnorderedElementsAre("nextPage", "content"));
    EXPECT_EQ(content(page).size(), 10U);
    EXPECT_TRUE(page.json().at("nextPage").is_string());
    const std::size_t all = kAreas.size() + 3;
    const Answer whole = administrator_.get(kReports + "?limit=" + std::to_string(all));
    EXPECT_EQ(content(whole).size(), all);
    EXPECT_TRUE(whole.json().at("nextPage").is_null());
    EXPECT_EQ(whole.header("link"), "");
}

TEST_P(Reports, NewestChangeFirst) {
    pass(1min);
    const std::string first = given_report(draft("JOB", "First"));
    pass(1min);
    const std::string second = given_report(draft("JOB", "Second"));
    EXPECT_THAT(listed(), testing::SizeIs(kAreas.size() + 2));
    EXPECT_EQ(listed().at(0), id_in(second));
    pass(1min);

    EXPECT_EQ(put(administrator_, first, draft("JOB", "First again")).status, 200);

    const auto after = listed();
    EXPECT_EQ(after.at(0), id_in(first));
    EXPECT_EQ(after.at(1), id_in(second));
    const std::vector<std::string> rest(after.begin() + 2, after.end());
    EXPECT_TRUE(std::ranges::is_sorted(rest, std::greater{})) << "of equals the greater id";
}

TEST_P(Reports, EveryPageSizeShowsTheSameOrder) {
    for (int i = 0; i < 5; ++i) {
        given_report(draft("JOB", "Report " + std::to_string(i)));
        if (i % 2 == 0) pass(1s);
    }
    const auto all = listed();
    EXPECT_EQ(all.size(), kAreas.size() + 5);

    for (const int limit : {1, 2, 3, 7, 13, 14, 15})
        EXPECT_THAT(listed(administrator_, limit), ElementsAreArray(all)) << limit;
}

TEST_P(Reports, APageIsNotMovedByWhatIsNew) {
    pass(1s);
    const auto before = listed();
    const std::string next = next_page(administrator_.get(kReports + "?limit=4"), kReports, 4);
    pass(1s);
    given_report(draft());
    given_report(draft());

    EXPECT_EQ(each(administrator_.get(next), "content", "reportId"),
              std::vector<std::string>(before.begin() + 4, before.begin() + 8));
}

TEST_P(Reports, ABadPageIsRefused) {
    for (const std::string limit : {"0", "-1", "1001", "ten", "1.5", "99999999999999999999"})
        EXPECT_EQ(refusal(administrator_.get(kReports + "?limit=" + limit)),
                  (Refusal{400, "INVALID_PARAMETER"}))
            << limit;
    const std::string files = report_on("JOB");
    for (int i = 0; i < 2; ++i) generate(files);
    const std::string of_files = text(administrator_.get(files + "/files?limit=1").json().at("nextPage"));
    for (const std::string& page : {std::string{"nonsense"}, std::string{"Ow%3D%3D"},
                                    std::string{"MjAyMy0xMS0xNFQyMjoxMzoyMC4wMDBaOw=="}, escaped(of_files),
                                    escaped(of_files.substr(1))})
        EXPECT_EQ(refusal(administrator_.get(kReports + "?limit=1&page=" + page)),
                  (Refusal{400, "INVALID_PAGE_ID"}))
            << page;
    EXPECT_EQ(administrator_.get(kReports + "?page=&limit=").body, administrator_.get(kReports).body);
}

TEST_P(Reports, OfAnUnknownOneAndOfAnothersOneTheErrorIsTheSame) {
    auto other = rival();
    const std::string theirs = kReports + "/" + listed(other).at(0);
    const std::string unknown = administrator_.get(kNoReport).body;

    for (const std::string& report : {kNoReport, kReports + "/nonsense", kReports + "/%ff", theirs,
                                      theirs + "0", kReports + "/65a0f3c2b1d4e5f60718293a"}) {
        const Answer shown = administrator_.get(report);
        EXPECT_EQ(refusal(shown), (Refusal{404, "REPORT_NOT_FOUND"})) << report;
        EXPECT_EQ(shown.body, unknown) << report;
        EXPECT_EQ(refusal(put(administrator_, report, draft())), (Refusal{404, "REPORT_NOT_FOUND"}))
            << report;
        EXPECT_EQ(refusal(administrator_.del(report)), (Refusal{404, "REPORT_NOT_FOUND"})) << report;
    }
}

// --- custom reports

TEST_P(Reports, AreMadeOfANameAndAnArea) {
    const Answer made = create(draft("CANDIDATE", "Everybody"));

    ASSERT_EQ(made.status, 201) << made.body;
    const auto report = made.json();
    const std::string path = kReports + "/" + text(report.at("reportId"));
    EXPECT_EQ(made.header("location"), public_url() + path);
    EXPECT_THAT(text(report.at("reportId")), MatchesRegex(kUuid));
    EXPECT_EQ(report.at("name"), "Everybody");
    EXPECT_EQ(report.at("rowEntityTypeId"), "CANDIDATE");
    EXPECT_EQ(report.at("columns"), built_in(administrator_, "CANDIDATE").at("columns"));
    EXPECT_EQ(report.at("filters"), json::array{});
    EXPECT_EQ(report.at("reportFormats"), json::array{"CSV"});
    EXPECT_EQ(text(report.at("creatorId")), user_id_);
    EXPECT_EQ(text(report.at("modifierId")), user_id_);
    EXPECT_EQ(text(report.at("creationDate")), now());
    EXPECT_EQ(text(report.at("modificationDate")), now());
    EXPECT_FALSE(report.as_object().contains("schedule"));
    EXPECT_EQ(report.at("reportTemplateId"), built_in(administrator_, "CANDIDATE").at("reportId"));
    EXPECT_EQ(report.at("systemRoleId"), "ADMINISTRATOR");
    EXPECT_FALSE(report.as_object().contains("accessGroupId")) << "the creator is in none";
    EXPECT_EQ(administrator_.get(path).body, made.body);
}

TEST_P(Reports, TellTheAccessGroupOfACreatorWhoIsInExactlyOne) {
    const std::string groups = "/configuration/access-groups";
    const auto join = [&](const std::string& name) {
        const std::string id =
            text(post(administrator_, groups, json::object{{"name", name}}).json().at("id"));
        const std::string members = "/user-api/v201804/access-groups/" + id + "/users";
        EXPECT_EQ(administrator_.post(members, json::serialize(json::array{user_id_})).status, 201);
        return id;
    };
    const std::string group = join("Kitchens");
    const Answer made = create(draft());
    const std::string path = kReports + "/" + text(made.json().at("reportId"));

    EXPECT_EQ(text(made.json().at("accessGroupId")), group);
    EXPECT_EQ(administrator_.get(path).body, made.body);
    join("Bars");
    EXPECT_FALSE(administrator_.get(path).json().as_object().contains("accessGroupId"));
}

TEST_P(Reports, KeepAllThatIsSaid) {
    const auto reader = colleague(Role::standard);
    const std::string title = column_id("JOB", "title");
    const std::string status = column_id("JOB", "status");
    const std::string created = column_id("JOB", "createdOn");
    json::object input = with_columns(draft("JOB", "Zażółć 日本"), {created, title});
    input["filters"] = {
        filter(status, "rowValues", {{"values", {"SOURCING", "OFFER"}}, {"noneValue", true}}),
        filter(created, "dateRange", {{"from", "2023-01-01T00:00:00.000Z"}}),
        filter(created, "datePeriod", {{"period", 3}, {"unit", "MONTHS"}, {"fullPeriod", true}})};
    input["reportFormats"] = {"EXCEL", "CSV"};
    input["grantees"] = {reader.id, user_id_};
    input["schedule"] = daily();

    const Answer made = create(input);

    ASSERT_EQ(made.status, 201) << made.body;
    const auto report = made.json();
    EXPECT_EQ(report.at("name"), "Zażółć 日本");
    EXPECT_EQ(report.at("columns"), (json::array{column("JOB", created), column("JOB", title)}));
    ASSERT_EQ(report.at("filters").as_array().size(), 3U);
    EXPECT_EQ(report.at("filters").at(0).at("column").at("dataPointId").as_string(), status);
    EXPECT_EQ(report.at("filters").at(0).at("rowValues"), input.at("filters").at(0).at("rowValues"));
    EXPECT_EQ(report.at("filters").at(1).at("dateRange"), input.at("filters").at(1).at("dateRange"));
    EXPECT_EQ(report.at("filters").at(2).at("datePeriod"), input.at("filters").at(2).at("datePeriod"));
    EXPECT_THAT(report.at("reportFormats").as_array(), UnorderedElementsAre("CSV", "EXCEL"));
    EXPECT_THAT(report.at("grantees").as_array(),
                UnorderedElementsAre(json::value(reader.id), json::value(user_id_)));
    EXPECT_EQ(report.at("schedule"), input.at("schedule"));
}

TEST_P(Reports, IgnoreWhatIsNotForClientsToSay) {
    json::object input = draft();
    input["reportId"] = "01890000-0000-7000-8000-000000000000";
    input["creatorId"] = "65a0f3c2b1d4e5f60718293a";
    input["creationDate"] = "2001-01-01T00:00:00.000Z";
    input["planet"] = "Mars";

    const Answer made = create(input);

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_NE(made.json().at("reportId"), input.at("reportId"));
    EXPECT_EQ(text(made.json().at("creatorId")), user_id_);
    EXPECT_EQ(text(made.json().at("creationDate")), now());
    EXPECT_FALSE(made.json().as_object().contains("planet"));
}

TEST_P(Reports, AColumnIsTakenBackAsItWasShown) {
    json::object input = draft();
    input["columns"] = built_in(administrator_, "JOB").at("columns");

    EXPECT_EQ(create(input).json().at("columns"), input.at("columns"));
}

TEST_P(Reports, ABodyThatIsNoReportIsRefusedWithItsPlace) {
    const std::string title = column_id("JOB", "title");
    const std::string long_name = repeated("x", 257);
    const json::array many(51, filter(title, "rowValues", {{"values", {"Cook"}}}));
    json::array users;
    for (int i = 0; i < 101; ++i)
        users.push_back(json::value(std::to_string(100'000'000'000 + i) + "000000000000"));
    const std::vector<std::pair<json::object, std::string>> cases{
        {{{"rowEntityTypeId", "JOB"}}, "/name"},
        {{{"name", "Mine"}}, "/rowEntityTypeId"},
        {changed(draft(), "name", nullptr), "/name"},
        {changed(draft(), "name", ""), "/name"},
        {changed(draft(), "name", 7), "/name"},
        {changed(draft(), "name", json::value(long_name)), "/name"},
        {changed(draft(), "name", "two\nlines"), "/name"},
        {changed(draft(), "rowEntityTypeId", 1), "/rowEntityTypeId"},
        {changed(draft(), "columns", json::array{}), "/columns"},
        {changed(draft(), "columns", "all"), "/columns"},
        {changed(draft(), "columns", {json::object{}}), "/columns/0/dataPointId"},
        {changed(draft(), "columns", {{{"dataPointId", 1}}}), "/columns/0/dataPointId"},
        {changed(draft(), "filters", many), "/filters"},
        {changed(draft(), "filters", {json::object{{"rowValues", {{"values", {"x"}}}}}}),
         "/filters/0/column"},
        {changed(draft(), "filters", {filter(title, "rowValues", {{"values", {""}}})}),
         "/filters/0/rowValues/values/0"},
        {changed(draft(), "filters", {filter(title, "rowValues", {{"values", {json::value(long_name)}}})}),
         "/filters/0/rowValues/values/0"},
        {changed(draft(), "filters", {filter(title, "rowValues", {{"values", json::array(101, "x")}})}),
         "/filters/0/rowValues/values"},
        {changed(draft(), "filters", {filter(title, "booleanValue", json::object{})}),
         "/filters/0/booleanValue/value"},
        {changed(draft(), "filters", {filter(title, "dateRange", {{"from", "yesterday"}})}),
         "/filters/0/dateRange/from"},
        {changed(draft(), "filters", {filter(title, "datePeriod", {{"period", 0}, {"unit", "DAYS"}})}),
         "/filters/0/datePeriod/period"},
        {changed(draft(), "filters", {filter(title, "datePeriod", {{"period", 1}, {"unit", "HOURS"}})}),
         "/filters/0/datePeriod/unit"},
        {changed(draft(), "filters", {filter(title, "datePeriod", {{"period", 1}})}),
         "/filters/0/datePeriod/unit"},
        {changed(draft(), "reportFormats", json::array{}), "/reportFormats"},
        {changed(draft(), "reportFormats", json::array{"PDF"}), "/reportFormats/0"},
        {changed(draft(), "reportFormats", {"CSV", "EXCEL", "CSV"}), "/reportFormats"},
        {changed(draft(), "grantees", users), "/grantees"},
        {changed(draft(), "schedule", changed(daily(), "frequency", "HOURLY")), "/schedule/frequency"},
        {changed(draft(), "schedule", changed(daily(), "activityPeriod", json::object{})),
         "/schedule/activityPeriod/from"},
        {changed(draft(), "schedule", changed(daily(), "schedulingTime", {{"from", "9"}})),
         "/schedule/schedulingTime/from"},
        {changed(draft(), "schedule", changed(daily(), "schedulingTime", {{"from", "09:60"}})),
         "/schedule/schedulingTime/from"},
        {changed(draft(), "schedule",
                 changed(daily(), "schedulingTime", {{"from", {{"hour", 24}, {"minute", 0}}}})),
         "/schedule/schedulingTime/from/hour"},
        {changed(draft(), "schedule",
                 changed(daily(), "schedulingTime",
                         {{"from", {{"hour", 9}, {"minute", 0}}}, {"to", {{"hour", 9}}}})),
         "/schedule/schedulingTime/to/minute"}};
    const std::string mine = given_report(draft());
    const std::string before = administrator_.get(mine).body;
    const auto count = listed().size();
    for (const auto& [body, place] : cases) {
        for (const Answer& refused : {create(body), put(administrator_, mine, body)}) {
            EXPECT_THAT(faults(refused), Contains(Pair(testing::_, StartsWith(place)))) << body;
            EXPECT_THAT(faults(refused), Each(Pair(Not(IsEmpty()), StartsWith(place)))) << body;
        }
    }
    EXPECT_EQ(refusal(administrator_.post(kReports, "{")), (Refusal{400, "INVALID_JSON"}));
    EXPECT_EQ(administrator_.get(mine).body, before);
    EXPECT_EQ(listed().size(), count);
}

TEST_P(Reports, NothingIsSaidTwice) {
    const std::string title = column_id("JOB", "title");
    for (const json::object& body :
         {with_columns(draft(), {title, title}), changed(draft(), "reportFormats", {"CSV", "CSV"}),
          changed(draft(), "grantees", {json::value(user_id_), json::value(user_id_)})})
        EXPECT_EQ(create(body).status, 422) << body;
}

TEST_P(Reports, WhatTheyReferToIsThere) {
    const std::string title = column_id("JOB", "title");
    const std::string status = column_id("JOB", "status");
    const std::string created = column_id("JOB", "createdOn");
    auto other = rival();
    const std::string stranger = text(other.get("/user-api/v201804/users/me").json().at("id"));
    const json::value words{{"values", {"Cook"}}};
    const json::value range{{"from", "2023-01-01T00:00:00.000Z"}};
    const json::value period{{"period", 1}, {"unit", "DAYS"}};
    const json::value truth{{"value", true}};
    const auto filtered = [](const json::object& by) { return changed(draft(), "filters", {by}); };
    const auto scheduled = [](const json::object& by) { return changed(draft(), "schedule", by); };
    json::object two = filter(status, "rowValues", words);
    two["booleanValue"] = truth;
    const std::vector<std::pair<json::object, ReportFault>> cases{
        {draft("PLANET"), {"AREA_NOT_FOUND", "/rowEntityTypeId"}},
        {draft("job"), {"AREA_NOT_FOUND", "/rowEntityTypeId"}},
        {with_columns(draft(), {title, "planet"}), {"COLUMN_NOT_FOUND", "/columns/1/dataPointId"}},
        {with_columns(draft("OFFER"), {column_id("API_USE", "refused")}),
         {"COLUMN_NOT_FOUND", "/columns/0/dataPointId"}},
        {filtered(filter("planet", "rowValues", words)),
         {"COLUMN_NOT_FOUND", "/filters/0/column/dataPointId"}},
        {filtered({{"column", chosen(title)}}), {"INVALID_FILTER", "/filters/0"}},
        {filtered(two), {"INVALID_FILTER", "/filters/0"}},
        {filtered(filter(title, "dateRange", range)), {"INVALID_FILTER", "/filters/0"}},
        {filtered(filter(status, "datePeriod", period)), {"INVALID_FILTER", "/filters/0"}},
        {filtered(filter(title, "booleanValue", truth)), {"INVALID_FILTER", "/filters/0"}},
        {filtered(filter(created, "rowValues", words)), {"INVALID_FILTER", "/filters/0"}},
        {filtered(filter(created, "booleanValue", truth)), {"INVALID_FILTER", "/filters/0"}},
        {changed(draft(), "grantees", json::array{"00000000000000000000000f"}),
         {"USER_NOT_FOUND", "/grantees/0"}},
        {changed(draft(), "grantees", {json::value(user_id_), json::value(stranger)}),
         {"USER_NOT_FOUND", "/grantees/1"}}};
    for (const auto& [body, fault] : cases) EXPECT_THAT(faults(create(body)), ElementsAre(fault)) << body;
    const std::vector<std::pair<json::object, std::string>> schedules{
        {changed(daily(), "schedulingTime", {{"from", "09:00"}, {"zone", "Mars/Olympus"}}), "/schedule"},
        {changed(daily(), "schedulingTime", {{"from", "09:00"}, {"zone", "../etc/passwd"}}), "/schedule"},
        {changed(daily(), "activityPeriod",
                 {{"from", "2024-01-02T00:00:00.000Z"}, {"to", "2024-01-01T00:00:00.000Z"}}),
         "/schedule"}};
    for (const auto& [schedule, place] : schedules)
        EXPECT_THAT(faults(create(scheduled(schedule))),
                    ElementsAre(Pair("INVALID_SCHEDULE", StartsWith(place))))
            << schedule;
}

TEST_P(Reports, EveryFaultIsReportedAtOnce) {
    json::object body = with_columns(draft(), {"planet", column_id("JOB", "title"), "moon"});
    body["filters"] = json::array{filter("sun", "rowValues", {{"values", {"x"}}})};
    body["grantees"] = json::array{"00000000000000000000000f"};
    body["schedule"] = changed(daily(), "schedulingTime", {{"from", "09:00"}, {"zone", "Mars/Olympus"}});

    EXPECT_THAT(faults(create(body)),
                UnorderedElementsAre(Pair("COLUMN_NOT_FOUND", "/columns/0/dataPointId"),
                                     Pair("COLUMN_NOT_FOUND", "/columns/2/dataPointId"),
                                     Pair("COLUMN_NOT_FOUND", "/filters/0/column/dataPointId"),
                                     Pair("USER_NOT_FOUND", "/grantees/0"),
                                     Pair("INVALID_SCHEDULE", StartsWith("/schedule"))));
}

// Computed columns cannot be filtered by the database.
TEST_P(Reports, SomeColumnsAreOnlyShown) {
    const std::string phone = column_id("CANDIDATE", "phoneNumber");

    EXPECT_THAT(faults(create(changed(draft("CANDIDATE"), "filters",
                                      {filter(phone, "rowValues", {{"values", {"+48"}}})}))),
                ElementsAre(ReportFault{"INVALID_FILTER", "/filters/0"}));
    EXPECT_EQ(create(with_columns(draft("CANDIDATE"), {phone})).status, 201);
}

TEST_P(Reports, AreReplacedAsAWhole) {
    auto other = colleague(Role::administrator);
    json::object input = with_columns(draft("JOB", "Before"), {column_id("JOB", "title")});
    input["filters"] =
        json::array{filter(column_id("JOB", "status"), "rowValues", {{"values", {"SOURCING"}}})};
    input["reportFormats"] = json::array{"EXCEL"};
    input["schedule"] = daily();
    const std::string report = given_report(input);
    const auto before = administrator_.get(report).json();
    pass(1h);

    const Answer replaced = put(other.client, report, draft("OFFER", "After"));

    ASSERT_EQ(replaced.status, 200) << replaced.body;
    const auto after = replaced.json();
    EXPECT_EQ(after.at("reportId"), before.at("reportId"));
    EXPECT_EQ(after.at("name"), "After");
    EXPECT_EQ(after.at("rowEntityTypeId"), "OFFER");
    EXPECT_EQ(after.at("columns"), built_in(administrator_, "OFFER").at("columns"));
    EXPECT_EQ(after.at("filters"), json::array{});
    EXPECT_EQ(after.at("reportFormats"), json::array{"CSV"});
    EXPECT_FALSE(after.as_object().contains("schedule"));
    EXPECT_EQ(after.at("creationDate"), before.at("creationDate"));
    EXPECT_EQ(text(after.at("modificationDate")), now());
    EXPECT_EQ(text(after.at("creatorId")), user_id_);
    EXPECT_EQ(text(after.at("modifierId")), other.id);
    EXPECT_EQ(administrator_.get(report).body, replaced.body);
}

TEST_P(Reports, AreDeletedWithTheirFiles) {
    const std::string report = given_report(draft());
    const std::string file = generate(report);
    ASSERT_EQ(download(file).status, 200);

    const Answer gone = administrator_.del(report);

    EXPECT_EQ(gone.status, 204);
    EXPECT_THAT(gone.body, IsEmpty());
    EXPECT_EQ(refusal(administrator_.get(report)), (Refusal{404, "REPORT_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.del(report)), (Refusal{404, "REPORT_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(file)), (Refusal{404, "REPORT_FILE_NOT_FOUND"}));
    EXPECT_EQ(download(file).status, 404);
    EXPECT_THAT(listed(), Not(Contains(id_in(report))));
}

TEST_P(Reports, ThereAreNotMoreThanFiveHundred) {
    std::vector<std::string> made;
    for (int i = 0; i < kMostReports; ++i) {
        const Answer answer = create(draft("JOB", "Report " + std::to_string(i)));
        ASSERT_EQ(answer.status, 201) << i << answer.body;
        made.push_back(kReports + "/" + text(answer.json().at("reportId")));
    }

    EXPECT_EQ(refusal(create(draft())), (Refusal{409, "REPORTS_LIMIT_EXCEEDED"}));

    auto other = rival();
    EXPECT_EQ(post(other, kReports, draft()).status, 201) << "another company";
    EXPECT_EQ(administrator_.del(made.front()).status, 204);
    EXPECT_EQ(create(draft()).status, 201);
    EXPECT_EQ(refusal(create(draft())), (Refusal{409, "REPORTS_LIMIT_EXCEEDED"}));
}

TEST_P(Reports, TheSameRequestTwiceMakesOneReport) {
    const std::string body = json::serialize(draft());
    const test::Headers key{{"Idempotency-Key", "report-1"}};

    const Answer first = administrator_.post(kReports, body, key);
    const Answer again = administrator_.post(kReports, body, key);

    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(listed().size(), kAreas.size() + 1);
}

// --- permissions

TEST_P(Reports, NeedTheirScopes) {
    auto reader = program("reporting_read");
    auto writer = program("reporting_write");
    auto stranger = program("jobs_read candidates_read");
    const std::string mine = given_report(draft());

    EXPECT_EQ(reader.get(kReports).status, 200);
    EXPECT_EQ(reader.get(mine).status, 200);
    EXPECT_EQ(refusal(post(reader, kReports, draft())), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(refusal(put(reader, mine, draft())), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(refusal(reader.del(mine)), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(refusal(reader.request("POST", mine + "/files")), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(refusal(writer.get(mine)), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(post(writer, kReports, draft()).status, 201);
    EXPECT_EQ(put(writer, mine, draft()).status, 200);
    EXPECT_EQ(refusal(stranger.get(kReports)), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(refusal(stranger.get(mine)), (Refusal{403, "INSUFFICIENT_SCOPE"}));
    EXPECT_EQ(writer.del(mine).status, 204);
    EXPECT_EQ(server.client().get(kReports).status, 401);
}

TEST_P(Reports, AreMadeByAdministratorsAlone) {
    for (const Role role : {Role::extended, Role::standard, Role::restricted, Role::employee}) {
        auto person = colleague(role);
        const std::string mine =
            given_report(changed(draft(), "grantees", json::array{json::value(person.id)}));
        EXPECT_EQ(refusal(post(person.client, kReports, draft())), (Refusal{403, "PERMISSION_DENIED"}));
        EXPECT_EQ(refusal(put(person.client, mine, draft())), (Refusal{403, "PERMISSION_DENIED"}));
        EXPECT_EQ(refusal(person.client.del(mine)), (Refusal{403, "PERMISSION_DENIED"}));
        EXPECT_EQ(administrator_.get(mine).status, 200);
    }
    EXPECT_THAT(audit_names(), Not(Contains("REPORT_CHANGED")));
    EXPECT_THAT(audit_names(), Not(Contains("REPORT_DELETED")));
}

// --- audit records

TEST_P(Reports, AreRecorded) {
    const std::string report = given_report(draft("JOB", "Mine"));
    put(administrator_, report, draft("JOB", "Still mine"));
    administrator_.del(report);

    for (const std::string name : {"REPORT_CREATED", "REPORT_CHANGED", "REPORT_DELETED"}) {
        const auto found = records(name);
        ASSERT_EQ(found.size(), 1U) << name;
        EXPECT_EQ(found.at(0).at("entityType"), "REPORT");
        EXPECT_EQ(text(found.at(0).at("entityId")), id_in(report));
        EXPECT_EQ(text(found.at(0).at("authorId")), user_id_);
        EXPECT_EQ(found.at(0).at("context").at("clientAddress"), "127.0.0.1");
    }
}

TEST_P(Reports, WhatIsRefusedIsNotRecorded) {
    const std::string mine = given_report(draft());
    const auto before = audit_names();

    create(draft("PLANET"));
    create({});
    put(administrator_, mine, draft("PLANET"));
    put(administrator_, kNoReport, draft());
    administrator_.del(kNoReport);
    administrator_.del(report_on("JOB"));

    EXPECT_EQ(audit_names(), before);
}

RUN_ON_EACH_DATABASE(Reports);

}  // namespace
}  // namespace callboard
