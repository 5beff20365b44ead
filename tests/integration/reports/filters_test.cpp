// Filters and schedules of reports, with a manual clock.
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
using test::content;
using test::each;
using test::kReportFiles;
using test::kReports;
using test::post;
using test::put;
using test::text;
using testing::IsEmpty;

using Names = std::vector<std::string>;

class ReportFilters : public test::ReportServer {
  protected:
    // The values of a column with these filters, in order.
    Names left(const std::string& area, const std::string& shown, const json::array& filters) {
        json::object input = with_columns(draft(area, "Filtered"), {shown});
        input["filters"] = filters;
        Names all;
        for (const auto& row : table(given_report(input)).rows) all.push_back(row.at(0));
        std::ranges::sort(all);
        return all;
    }
    std::string job_title() { return column_id("JOB", "title"); }
    std::string job_created() { return column_id("JOB", "createdOn"); }
    Names jobs(const json::object& by) { return left("JOB", job_title(), json::array{by}); }
    Names jobs_of(const json::value& period) { return jobs(filter(job_created(), "datePeriod", period)); }
    static json::value one_of(const json::array& values) { return {{"values", values}}; }
    static json::value last(int period, const std::string& unit, bool whole = false) {
        return {{"period", period}, {"unit", unit}, {"fullPeriod", whole}};
    }
};

// --- texts

TEST_P(ReportFilters, KeepRowsWithOneOfTheWords) {
    for (const std::string title : {"Cook", "cook", "Cook ", "Waiter", "O\"Neil, \n=1"}) job_called(title);
    const std::string title = job_title();

    EXPECT_EQ(jobs(filter(title, "rowValues", one_of({"Cook"}))), Names{"Cook"}) << "exactly";
    EXPECT_EQ(jobs(filter(title, "rowValues", one_of({"Waiter", "Cook", "nobody"}))),
              (Names{"Cook", "Waiter"}));
    EXPECT_EQ(jobs(filter(title, "rowValues", one_of({"O\"Neil, \n=1"}))), Names{"O\"Neil, \n=1"});
    for (const std::string none : {"' OR '1'='1", "%", "Coo_", "*", "C", "$1"})
        EXPECT_THAT(jobs(filter(title, "rowValues", one_of({json::value(none)}))), IsEmpty()) << none;
    EXPECT_THAT(jobs(filter(title, "rowValues", one_of({}))), IsEmpty());
    EXPECT_THAT(jobs(filter(title, "rowValues", json::object{})), IsEmpty());
}

TEST_P(ReportFilters, KeepRowsInOneOfTheStates) {
    const std::string job = job_called("Cook");
    for (const auto& [name, status] :
         {std::pair{"Rejected", "REJECTED"}, std::pair{"Hired", "HIRED"}, std::pair{"Waiting", "IN_REVIEW"}})
        move(applied(job, name), std::string{status});
    const std::string status = column_id("APPLICATION", "status");
    const std::string last_name = column_id("APPLICATION", "lastName");

    EXPECT_EQ(left("APPLICATION", last_name, {filter(status, "rowValues", one_of({"REJECTED", "HIRED"}))}),
              (Names{"Hired", "Rejected"}));
    EXPECT_EQ(left("APPLICATION", last_name, {filter(status, "rowValues", one_of({"IN_REVIEW"}))}),
              Names{"Waiting"});
}

TEST_P(ReportFilters, KeepRowsWithoutAValueWhenAsked) {
    const auto department = post(administrator_, "/configuration/departments", {{"label", "Kitchen"}});
    ASSERT_EQ(department.status, 201) << department.body;
    auto input = test::job_input();
    input["title"] = "Cook";
    input["department"] = {{"id", department.json().at("id")}};
    test::given_job(administrator_, input);
    job_called("Waiter");
    const std::string column = column_id("JOB", "department");

    EXPECT_EQ(jobs(filter(column, "rowValues", {{"noneValue", true}})), Names{"Waiter"});
    EXPECT_EQ(jobs(filter(column, "rowValues", {{"noneValue", true}, {"values", {"Kitchen"}}})),
              (Names{"Cook", "Waiter"}));
    EXPECT_EQ(jobs(filter(column, "rowValues", one_of({"Kitchen"}))), Names{"Cook"});
    EXPECT_EQ(jobs(filter(column, "rowValues", {{"noneValue", false}, {"values", {"Kitchen"}}})),
              Names{"Cook"});
}

TEST_P(ReportFilters, KeepRowsById) {
    const std::string cook = job_called("Cook");
    job_called("Waiter");

    EXPECT_EQ(jobs(filter(column_id("JOB", "jobId"), "rowValues", one_of({json::value(last_part(cook))}))),
              Names{"Cook"});
}

TEST_P(ReportFilters, KeepWhatIsTrue) {
    auto own = somebody("Ada", "Own");
    own["internal"] = true;
    in_pool(own);
    in_pool(somebody("Ada", "Stranger"));
    const std::string last_name = column_id("CANDIDATE", "lastName");
    const std::string internal = column_id("CANDIDATE", "internal");

    EXPECT_EQ(left("CANDIDATE", last_name, {filter(internal, "booleanValue", {{"value", true}})}),
              Names{"Own"});
    EXPECT_EQ(left("CANDIDATE", last_name, {filter(internal, "booleanValue", {{"value", false}})}),
              Names{"Stranger"});
}

TEST_P(ReportFilters, HoldTogether) {
    for (const std::string title : {"Cook", "Waiter"}) job_called(title);
    pass(24h);
    for (const std::string title : {"Cook", "Waiter"}) job_called(title);
    const json::object cooks = filter(job_title(), "rowValues", one_of({"Cook"}));
    const json::object new_ones = filter(job_created(), "dateRange", {{"from", json::value(now())}});
    const json::object waiters = filter(job_title(), "rowValues", one_of({"Waiter"}));

    EXPECT_EQ(left("JOB", job_title(), {cooks, new_ones}), Names{"Cook"});
    EXPECT_THAT(left("JOB", job_title(), {cooks, waiters}), IsEmpty());
    EXPECT_EQ(left("JOB", job_title(), {}).size(), 4U);
}

TEST_P(ReportFilters, WorkOnColumnsThatAreNotShown) {
    const std::string job = job_called("Cook");
    const std::string offered = applied(job, "Offered");
    given_offer(offered);
    const std::string created = column_id("OFFER", "createdOn");
    const std::string status = column_id("OFFER", "status");

    EXPECT_EQ(left("OFFER", status, {filter(created, "dateRange", {{"to", json::value(now())}})}), Names{})
        << "up to the moment, and not with it";
    EXPECT_EQ(left("OFFER", status, {filter(created, "dateRange", {{"from", json::value(now())}})}),
              Names{"CREATED"});
}

TEST_P(ReportFilters, CountedRowsAreFilteredByWhatTheyAreCountedBy) {
    applied(job_called("Cook"), "Lovelace");
    const json::array columns = built_in(administrator_, "SOURCE").at("columns").as_array();
    int filtered = 0;
    int refused = 0;
    for (const auto& column : columns) {
        const std::string type = text(column.at("dataPointType"));
        if (type == "DATE" || type == "BOOLEAN" || type == "DECIMAL") continue;
        const auto made = post(administrator_, kReports,
                               changed(draft("SOURCE"), "filters",
                                       {filter(text(column.at("dataPointId")), "rowValues", one_of({"1"}))}));
        if (type == "NUMBER") {
            EXPECT_EQ(faults(made), (std::vector<test::ReportFault>{{"INVALID_FILTER", "/filters/0"}}))
                << column;
            ++refused;
        } else {
            EXPECT_EQ(made.status, 201) << column << made.body;
            ++filtered;
        }
    }
    EXPECT_GT(filtered, 0);
    EXPECT_GT(refused, 0);
}

// --- dates

TEST_P(ReportFilters, KeepWhatIsBetweenTwoMoments) {
    const std::string first = now();
    job_called("First");
    pass(1ms);
    const std::string second = now();
    job_called("Second");
    const auto between = [&](const json::object& range) {
        return jobs(filter(job_created(), "dateRange", range));
    };

    EXPECT_EQ(between({{"from", first}, {"to", second}}), Names{"First"});
    EXPECT_EQ(between({{"from", second}}), Names{"Second"});
    EXPECT_EQ(between({{"to", second}}), Names{"First"});
    EXPECT_THAT(between({{"to", first}}), IsEmpty());
    EXPECT_EQ(between({{"from", "2023-11-14T23:13:20.000+01:00"}, {"to", second}}), Names{"First"});
}

TEST_P(ReportFilters, KeepTheLastDaysAndMonths) {
    job_called("First");  // Tuesday, 2023-11-14T22:13:20Z
    go_to("2023-11-24T22:13:20.000Z");
    job_called("Second");
    go_to("2023-12-14T22:13:20.000Z");  // a Thursday
    job_called("Third");
    pass(1h);

    EXPECT_EQ(jobs_of(last(1, "DAYS")), Names{"Third"});
    EXPECT_EQ(jobs_of(last(21, "DAYS")), (Names{"Second", "Third"}));
    EXPECT_EQ(jobs_of(last(20, "DAYS")), Names{"Third"}) << "to the hour";
    EXPECT_EQ(jobs_of(last(3, "WEEKS")), (Names{"Second", "Third"}));
    EXPECT_EQ(jobs_of(last(1, "MONTHS")), (Names{"Second", "Third"}));
    EXPECT_EQ(jobs_of(last(1, "YEARS")), (Names{"First", "Second", "Third"}));
    EXPECT_THAT(jobs_of(last(1, "DAYS", true)), IsEmpty());
    EXPECT_EQ(jobs_of(last(20, "DAYS", true)), Names{"Second"});
    EXPECT_EQ(jobs_of(last(1, "MONTHS", true)), (Names{"First", "Second"}));
    EXPECT_THAT(jobs_of(last(1, "WEEKS", true)), IsEmpty());
    EXPECT_THAT(jobs_of(last(2, "WEEKS", true)), IsEmpty()) << "from Monday, 27 November";
    EXPECT_EQ(jobs_of(last(3, "WEEKS", true)), Names{"Second"}) << "from Monday, 20 November";
    EXPECT_THAT(jobs_of(last(1, "YEARS", true)), IsEmpty());
    go_to("2024-02-01T00:00:00.000Z");
    EXPECT_EQ(jobs_of(last(1, "YEARS", true)), (Names{"First", "Second", "Third"}));
    EXPECT_EQ(jobs_of(last(2, "MONTHS", true)), Names{"Third"});
}

// A period is relative to the moment when the file is made.
TEST_P(ReportFilters, APeriodMovesWithTime) {
    job_called("Cook");
    json::object input = with_columns(draft(), {job_title()});
    input["filters"] = json::array{filter(job_created(), "datePeriod", last(1, "DAYS"))};
    const std::string report = given_report(input);
    pass(1h);

    EXPECT_EQ(table(report).rows.size(), 1U);
    pass(24h);
    EXPECT_EQ(table(report).rows.size(), 0U);
}

// --- schedules

class ReportSchedules : public test::ReportServer {
  protected:
    // These tests advance the clock by years and count files.
    ReportSchedules() : ReportServer(making_nothing()) {
        generate_from_now_on(std::chrono::hours{24 * 3650});
    }

    static json::object schedule(const std::string& frequency, const std::string& from,
                                 const std::string& time, const std::string& zone = "") {
        json::object made{{"frequency", frequency},
                          {"activityPeriod", {{"from", from}}},
                          {"schedulingTime", {{"from", time}}}};
        if (!zone.empty()) made["schedulingTime"].as_object()["zone"] = zone;
        return made;
    }
    std::string every(const json::object& schedule) {
        return given_report(changed(draft("JOB", "Scheduled"), "schedule", schedule));
    }
    // The times at which files were made, newest first.
    Names runs(const std::string& report) {
        return each(administrator_.get(report + "/files?limit=1000"), "content", "schedulingDate");
    }
    // No file before that moment, and one more, which is complete, at the moment itself.
    void expect_run_at(const std::string& report, const std::string& moment) {
        const auto before = runs(report).size();
        go_to(to_iso(parse_iso(moment).value() - 1ms));
        expect_no_more_than(report, before);
        go_to(moment);
        ASSERT_TRUE(test::eventually([&] { return runs(report).size() == before + 1; })) << moment;
        EXPECT_EQ(runs(report).at(0), moment);
        const std::string file =
            text(content(administrator_.get(report + "/files")).at(0).at("reportFileId"));
        const auto made = outcome(administrator_, kReportFiles + "/" + file);
        EXPECT_EQ(made.at("reportFileStatus"), "COMPLETED");
        EXPECT_EQ(made.at("scheduleType"), "SCHEDULED");
        EXPECT_EQ(text(made.at("requestorId")), user_id_);
    }
    // After a file that was requested later is complete, all due schedules were checked.
    void expect_no_more_than(const std::string& report, std::size_t count) {
        for (int i = 0; i < 3; ++i) generate(report_on("OFFER"));
        EXPECT_EQ(runs(report).size(), count) << now();
    }
};

TEST_P(ReportSchedules, EveryDayAtATimeOfAZone) {
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00", "Europe/Warsaw"));

    expect_run_at(report, "2023-11-15T08:00:00.000Z");
    expect_run_at(report, "2023-11-16T08:00:00.000Z");
}

TEST_P(ReportSchedules, FollowDaylightSaving) {
    go_to("2024-03-29T12:00:00.000Z");
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00", "Europe/Warsaw"));

    expect_run_at(report, "2024-03-30T08:00:00.000Z");
    expect_run_at(report, "2024-03-31T07:00:00.000Z");
    expect_run_at(report, "2024-04-01T07:00:00.000Z");
}

TEST_P(ReportSchedules, ATimeThatTheDayDoesNotHaveIsNotLost) {
    go_to("2024-03-30T12:00:00.000Z");
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "02:30", "Europe/Warsaw"));

    expect_run_at(report, "2024-03-31T01:30:00.000Z");
    expect_run_at(report, "2024-04-01T00:30:00.000Z");
}

TEST_P(ReportSchedules, ATimeThatTheDayHasTwiceIsTheFirst) {
    go_to("2024-10-26T12:00:00.000Z");
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "02:30", "Europe/Warsaw"));

    expect_run_at(report, "2024-10-27T00:30:00.000Z");
    expect_run_at(report, "2024-10-28T01:30:00.000Z");
}

TEST_P(ReportSchedules, EveryWeekOnTheDayOfItsBegin) {
    const std::string wednesdays = every(schedule("WEEKLY", "2023-11-15T10:00:00.000Z", "06:00"));
    expect_run_at(wednesdays, "2023-11-22T06:00:00.000Z");
    expect_run_at(wednesdays, "2023-11-29T06:00:00.000Z");

    // Sunday evening in UTC is Monday in that time zone.
    const std::string mondays =
        every(schedule("WEEKLY", "2023-11-19T23:30:00.000Z", "08:00", "Europe/Warsaw"));
    expect_run_at(mondays, "2023-12-04T07:00:00.000Z");
}

TEST_P(ReportSchedules, EveryMonthOnItsDayOrTheLast) {
    const std::string report = every(schedule("MONTHLY", "2023-12-31T00:00:00.000Z", "12:00"));

    expect_run_at(report, "2023-12-31T12:00:00.000Z");
    expect_run_at(report, "2024-01-31T12:00:00.000Z");
    expect_run_at(report, "2024-02-29T12:00:00.000Z");
    expect_run_at(report, "2024-03-31T12:00:00.000Z");
    expect_run_at(report, "2024-04-30T12:00:00.000Z");
}

TEST_P(ReportSchedules, EveryYearOnItsDay) {
    const std::string report = every(schedule("ANNUALLY", "2024-02-29T00:00:00.000Z", "12:00"));

    expect_run_at(report, "2024-02-29T12:00:00.000Z");
    expect_run_at(report, "2025-02-28T12:00:00.000Z");
}

TEST_P(ReportSchedules, BeginAndEndWhenTheyAreTold) {
    json::object some_days = schedule("DAILY", "2023-11-16T09:00:00.000Z", "09:00");
    some_days["activityPeriod"].as_object()["to"] = "2023-11-18T09:00:00.000Z";
    const std::string report = every(some_days);

    expect_run_at(report, "2023-11-16T09:00:00.000Z");
    expect_run_at(report, "2023-11-17T09:00:00.000Z");
    go_to("2023-11-18T09:00:00.000Z");
    expect_no_more_than(report, 2);
    go_to("2023-12-18T09:00:00.000Z");
    expect_no_more_than(report, 2);
}

TEST_P(ReportSchedules, WhatWasMissedIsMadeOnce) {
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00"));

    go_to("2023-11-25T12:00:00.000Z");

    EXPECT_TRUE(test::eventually([&] { return runs(report).size() == 1; }));
    expect_no_more_than(report, 1);
    expect_run_at(report, "2023-11-26T09:00:00.000Z");
}

TEST_P(ReportSchedules, EndWithTheirReport) {
    const std::string changed_one = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00"));
    const std::string deleted = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00"));
    expect_run_at(changed_one, "2023-11-15T09:00:00.000Z");

    EXPECT_EQ(put(administrator_, changed_one, draft("JOB", "Without")).status, 200);
    EXPECT_EQ(administrator_.del(deleted).status, 204);
    go_to("2023-11-20T12:00:00.000Z");

    expect_no_more_than(changed_one, 1);
    EXPECT_EQ(administrator_.get(deleted).status, 404);
}

TEST_P(ReportSchedules, AnotherScheduleCountsAtOnce) {
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00"));

    const json::object later = schedule("DAILY", "2023-11-01T00:00:00.000Z", "15:00");
    EXPECT_EQ(put(administrator_, report, changed(draft("JOB", "Later"), "schedule", later)).status, 200);

    expect_run_at(report, "2023-11-15T15:00:00.000Z");
}

TEST_P(ReportSchedules, ARunCanBeAskedForBesides) {
    const std::string report = every(schedule("DAILY", "2023-11-01T00:00:00.000Z", "09:00"));

    EXPECT_EQ(administrator_.get(generate(report)).json().at("scheduleType"), "AD_HOC");

    expect_run_at(report, "2023-11-15T09:00:00.000Z");
}

RUN_ON_EACH_DATABASE(ReportFilters);
RUN_ON_EACH_DATABASE(ReportSchedules);

}  // namespace
}  // namespace callboard
