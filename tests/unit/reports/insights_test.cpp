#include "reports/insights.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "candidates/registration.h"
#include "candidates/status.h"
#include "configuration/sources.h"
#include "jobs/hiring_team.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using candidates::Status;
using reports::Insights;
using reports::InsightsRequest;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kDay = std::chrono::hours{24};

class InsightsOfCompany : public test::EachDatabase {
  protected:
    // Days are counted from the first, which is Tuesday, 2023-11-14.
    void wait_until(int day) { clock.advance(start + day * kDay - clock.now()); }

    CandidateId apply(const std::string& name, const JobId& to, Status status = Status::fresh,
                      std::optional<candidates::SourceChoice> source = std::nullopt) {
        return db->write(company, [&](db::Tx& tx) {
            return candidates::register_for_job(
                tx, admin, to,
                {.profile = {.first_name = {"Ada"}, .last_name = {name}, .email = {name + "@example.com"}},
                 .internal = false,
                 .source = std::move(source),
                 .status = status});
        });
    }
    void move(const CandidateId& candidate, Status status, std::optional<std::string> step = std::nullopt) {
        db->write(company, [&](db::Tx& tx) {
            candidates::set_status(
                tx, admin, candidate, job,
                {.status = status, .sub_status = std::move(step), .reason = {}, .starts_at = {}});
        });
    }
    // Five people; the numbers in the tests are counted by hand.
    void given_history() {
        const auto ada = apply("Ada", job);
        const auto bea = apply("Bea", job);
        apply("Lea", job, Status::lead);
        wait_until(1);
        move(bea, Status::rejected);
        wait_until(2);
        move(ada, Status::in_review);
        wait_until(3);
        move(ada, Status::in_review, "Phone Screen");  // stays in the status
        wait_until(5);                                 // Sunday
        const auto cleo =
            apply("Cleo", job, Status::fresh,
                  candidates::SourceChoice{.type = "SOCIAL", .sub_type = std::nullopt, .id = "linkedin"});
        wait_until(6);  // Monday
        apply("Dora", job);
        move(ada, Status::interview);
        wait_until(7);
        move(cleo, Status::interview);
        wait_until(10);
        move(ada, Status::offered);
        wait_until(16);
        move(ada, Status::hired);  // 2023-11-30
        wait_until(20);
        move(cleo, Status::hired);  // 2023-12-04
    }
    Insights of(const InsightsRequest& request, const accounts::Actor& reader) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return reports::insights(snapshot, reader, request); });
    }
    InsightsRequest days(int from, int to) const {
        return {.job = std::nullopt, .from = start + from * kDay, .to = start + to * kDay};
    }
    static std::vector<std::string> weeks(const Insights& figures) {
        std::vector<std::string> all;
        for (const auto& each : figures.applications_by_week)
            all.push_back(each.week + " " + each.source + " " + std::to_string(each.count));
        return all;
    }
    static std::vector<std::string> funnel(const Insights& figures) {
        std::vector<std::string> all;
        for (const auto& each : figures.funnel)
            all.push_back(std::string{name_of(each.status)} + " " + std::to_string(each.count));
        return all;
    }

    const Timestamp start = clock.now();
    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(InsightsOfCompany, AreThoseCountedByHand) {
    given_history();
    const std::string api = configuration::api_source().label;

    const Insights figures = of(days(-1, 30), admin);

    EXPECT_THAT(weeks(figures),
                ElementsAre("2023-11-13 " + api + " 3", "2023-11-13 LinkedIn 1", "2023-11-20 " + api + " 1"));
    EXPECT_THAT(funnel(figures), ElementsAre("NEW 4", "IN_REVIEW 2", "INTERVIEW 2", "OFFERED 2", "HIRED 2"));
    ASSERT_EQ(figures.time_in_status.size(), 4U);
    const auto& times = figures.time_in_status;
    EXPECT_EQ(times[0].status, Status::fresh);  // 1, 2 and 2 days
    EXPECT_EQ(times[0].median_days, 2);
    EXPECT_EQ(times[0].count, 3);
    EXPECT_EQ(times[1].status, Status::in_review);  // 4 days, with a step in between
    EXPECT_EQ(times[1].median_days, 4);
    EXPECT_EQ(times[1].count, 1);
    EXPECT_EQ(times[2].status, Status::interview);  // 4 and 13 days
    EXPECT_EQ(times[2].median_days, 8.5);
    EXPECT_EQ(times[2].count, 2);
    EXPECT_EQ(times[3].status, Status::offered);
    EXPECT_EQ(times[3].median_days, 6);
    const auto& hires = figures.time_to_hire;
    EXPECT_EQ(hires.median_days, 15.5);  // 16 and 15 days
    EXPECT_EQ(hires.count, 2);
    ASSERT_EQ(hires.by_month.size(), 2U);
    EXPECT_EQ(hires.by_month[0].month, "2023-11");
    EXPECT_EQ(hires.by_month[0].median_days, 16);
    EXPECT_EQ(hires.by_month[1].month, "2023-12");
    EXPECT_EQ(hires.by_month[1].median_days, 15);
    EXPECT_EQ(hires.by_month[1].count, 1);
}

TEST_P(InsightsOfCompany, AreOfThePeriod) {
    given_history();

    EXPECT_THAT(funnel(of(days(4, 30), admin)),
                ElementsAre("NEW 2", "IN_REVIEW 1", "INTERVIEW 1", "OFFERED 1", "HIRED 1"));
    EXPECT_EQ(of(days(4, 20), admin).time_to_hire.count, 1);  // the end is exclusive
    EXPECT_EQ(of(days(4, 21), admin).time_to_hire.count, 2);
    const Insights empty = of(days(-30, -20), admin);
    EXPECT_THAT(weeks(empty), IsEmpty());
    EXPECT_THAT(empty.time_in_status, IsEmpty());
    EXPECT_EQ(empty.time_to_hire.median_days, std::nullopt);
    EXPECT_THAT(funnel(empty), ElementsAre("NEW 0", "IN_REVIEW 0", "INTERVIEW 0", "OFFERED 0", "HIRED 0"));
}

TEST_P(InsightsOfCompany, BeginElevenWeeksBeforeTheWeekOfTheirEnd) {
    const Insights figures = of({}, admin);

    EXPECT_EQ(to_iso(figures.from), "2023-08-28T00:00:00.000Z");  // a Monday
    EXPECT_EQ(to_iso(figures.to), "2023-11-14T22:14:00.000Z");    // the next minute
}

TEST_P(InsightsOfCompany, AreOfTheJobsThatTheReaderSees) {
    given_history();
    const JobId other_job = given::job(*db, company, admin);
    apply("Else", other_job);
    const auto member = given::user(*db, company, accounts::Role::standard);
    const auto stranger = given::user(*db, company, accounts::Role::standard);
    const auto employee = given::user(*db, company, accounts::Role::employee);
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, other_job, {.user = member.id(), .role = "RECRUITER"});
    });
    InsightsRequest of_job = days(-1, 30);
    of_job.job = std::string{job.text()};
    InsightsRequest of_none = days(-1, 30);
    of_none.job = "none";

    EXPECT_EQ(of(days(-1, 30), admin).funnel.front().count, 5);
    EXPECT_EQ(of(of_job, admin).funnel.front().count, 4);
    EXPECT_EQ(of(days(-1, 30), member).funnel.front().count, 1);
    EXPECT_EQ(of(days(-1, 30), member).time_to_hire.count, 0);
    EXPECT_EQ(of(days(-1, 30), stranger).funnel.front().count, 0);
    EXPECT_EQ(test::error_code([&] { of(of_job, stranger); }), "UNAUTHORIZED_TO_ACCESS_JOB");
    EXPECT_EQ(test::error_code([&] { of(of_none, admin); }), "JOB_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { of({}, employee); }), "PERMISSION_DENIED");
}

TEST_P(InsightsOfCompany, NeedAPeriodOfAtMostAYear) {
    EXPECT_EQ(test::error_code([&] { of(days(0, 0), admin); }), "INVALID_PARAMETER");
    EXPECT_EQ(test::error_code([&] { of(days(0, -1), admin); }), "INVALID_PARAMETER");
    EXPECT_EQ(test::error_code([&] { of(days(0, 367), admin); }), "INVALID_PARAMETER");
    EXPECT_EQ(test::error_code([&] { of(days(0, 366), admin); }), "");
    EXPECT_EQ(
        test::error_code([&] { of({.job = {}, .from = Timestamp{-1'000}, .to = Timestamp{0}}, admin); }), "");
}

TEST_P(InsightsOfCompany, AreKeptForAMinuteForThoseWhoSeeTheSame) {
    apply("Ada", job);
    const auto stranger = given::user(*db, company, accounts::Role::standard);
    const auto recent = [&](const accounts::Actor& reader) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return reports::recent_insights(snapshot, reader, days(-1, 30));
        });
    };
    const std::string before = recent(admin);
    apply("Bea", job);

    EXPECT_EQ(recent(admin), before);
    EXPECT_NE(recent(stranger), before);
    clock.advance(1min);
    EXPECT_NE(recent(admin), before);
}

RUN_ON_EACH_DATABASE(InsightsOfCompany);

}  // namespace
}  // namespace callboard
