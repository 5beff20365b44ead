#include "reports/schedule.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

using reports::DatePeriod;
using reports::Frequency;
using reports::PeriodUnit;
using reports::Schedule;

Timestamp at(std::string_view text) {
    return parse_iso(text).value();
}

Schedule schedule(Frequency frequency, std::string_view from, reports::TimeOfDay time = {6, 0},
                  std::optional<std::string> zone = std::nullopt) {
    return {.frequency = frequency,
            .activity_period = {.from = at(from), .to = std::nullopt},
            .scheduling_time = {.from = time, .to = std::nullopt, .zone = std::move(zone)}};
}

std::string next(const Schedule& when, std::string_view after) {
    const auto run = reports::next_run(when, at(after));
    return run ? to_iso(*run) : "never";
}

TEST(ReportSchedule, RunsEveryDayAtItsTime) {
    const Schedule daily = schedule(Frequency::daily, "2026-01-01T00:00:00Z");
    EXPECT_EQ(next(daily, "2026-03-04T05:59:59.999Z"), "2026-03-04T06:00:00.000Z");
    EXPECT_EQ(next(daily, "2026-03-04T06:00:00Z"), "2026-03-05T06:00:00.000Z");
    EXPECT_EQ(next(daily, "2026-12-31T07:00:00Z"), "2027-01-01T06:00:00.000Z");
}

TEST(ReportSchedule, RunsOnTheWeekdayOnWhichItBegan) {
    // A Thursday in UTC, but already Friday in Tokyo.
    const Schedule utc = schedule(Frequency::weekly, "2026-01-01T20:00:00Z");
    EXPECT_EQ(next(utc, "2026-01-02T00:00:00Z"), "2026-01-08T06:00:00.000Z");
    const Schedule tokyo = schedule(Frequency::weekly, "2026-01-01T20:00:00Z", {6, 0}, "Asia/Tokyo");
    EXPECT_EQ(next(tokyo, "2026-01-01T20:00:00Z"), "2026-01-01T21:00:00.000Z");
    EXPECT_EQ(next(tokyo, "2026-01-01T21:00:00Z"), "2026-01-08T21:00:00.000Z");
}

TEST(ReportSchedule, AMonthThatIsTooShortRunsOnItsLastDay) {
    const Schedule monthly = schedule(Frequency::monthly, "2027-12-31T00:00:00Z");
    EXPECT_EQ(next(monthly, "2028-01-31T06:00:00Z"), "2028-02-29T06:00:00.000Z");
    EXPECT_EQ(next(monthly, "2028-02-29T06:00:00Z"), "2028-03-31T06:00:00.000Z");
    EXPECT_EQ(next(monthly, "2028-03-31T06:00:00Z"), "2028-04-30T06:00:00.000Z");
    EXPECT_EQ(next(monthly, "2029-01-31T06:00:00Z"), "2029-02-28T06:00:00.000Z");
}

TEST(ReportSchedule, ALeapDayIsTheLastOfFebruaryInOtherYears) {
    const Schedule annually = schedule(Frequency::annually, "2024-02-29T00:00:00Z");
    EXPECT_EQ(next(annually, "2024-02-29T06:00:00Z"), "2025-02-28T06:00:00.000Z");
    EXPECT_EQ(next(annually, "2027-03-01T00:00:00Z"), "2028-02-29T06:00:00.000Z");
}

TEST(ReportSchedule, KeepsTheTimeOfDayWhenClocksAreChanged) {
    const Schedule daily = schedule(Frequency::daily, "2026-01-01T00:00:00Z", {6, 0}, "Europe/Berlin");
    EXPECT_EQ(next(daily, "2026-03-28T12:00:00Z"), "2026-03-29T04:00:00.000Z");
    EXPECT_EQ(next(daily, "2026-03-27T12:00:00Z"), "2026-03-28T05:00:00.000Z");
}

TEST(ReportSchedule, ATimeThatIsLeftOutIsThatOfTheClockBefore) {
    const Schedule daily = schedule(Frequency::daily, "2026-01-01T00:00:00Z", {2, 30}, "Europe/Berlin");
    // 02:30 +01:00, when clocks show 03:30 already.
    EXPECT_EQ(next(daily, "2026-03-28T12:00:00Z"), "2026-03-29T01:30:00.000Z");
    EXPECT_EQ(next(daily, "2026-03-29T01:30:00Z"), "2026-03-30T00:30:00.000Z");
}

TEST(ReportSchedule, ATimeThatComesTwiceRunsOnce) {
    const Schedule daily = schedule(Frequency::daily, "2026-01-01T00:00:00Z", {2, 30}, "Europe/Berlin");
    EXPECT_EQ(next(daily, "2026-10-24T12:00:00Z"), "2026-10-25T00:30:00.000Z");
    EXPECT_EQ(next(daily, "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00.000Z");
}

TEST(ReportSchedule, RunsOnlyInItsPeriod) {
    Schedule daily = schedule(Frequency::daily, "2026-05-10T06:00:00Z");
    EXPECT_EQ(next(daily, "2020-01-01T00:00:00Z"), "2026-05-10T06:00:00.000Z");
    daily.activity_period.from = at("2026-05-10T06:00:00.001Z");
    EXPECT_EQ(next(daily, "2020-01-01T00:00:00Z"), "2026-05-11T06:00:00.000Z");
    daily.activity_period.to = at("2026-05-12T06:00:00Z");
    EXPECT_EQ(next(daily, "2026-05-11T00:00:00Z"), "2026-05-11T06:00:00.000Z");
    EXPECT_EQ(next(daily, "2026-05-11T06:00:00Z"), "never");
}

TEST(ReportSchedule, KnowsZonesByTheirNamesAndNothingElse) {
    EXPECT_TRUE(reports::is_zone("UTC"));
    EXPECT_TRUE(reports::is_zone("Europe/Berlin"));
    EXPECT_TRUE(reports::is_zone("America/Argentina/Buenos_Aires"));
    EXPECT_TRUE(reports::is_zone("Etc/GMT+5"));
    for (const auto* name : {"", "Europe", "europe/berlin", "Mars/Olympus", "localtime", "right/UTC",
                             "/usr/share/zoneinfo/UTC", "Europe/../Europe/Berlin", "Fixed/UTC+01:00:00"})
        EXPECT_FALSE(reports::is_zone(name)) << name;
}

std::string read_time(const std::string& json) {
    try {
        const auto time = wire::decode<reports::SchedulingTime>(R"({"from":)" + json + "}").from;
        return std::to_string(time.hour) + " " + std::to_string(time.minute);
    } catch (const Error& error) {
        return error.faults.front().path;
    }
}

TEST(ReportSchedule, ReadsTimesOfDayAsObjectsAndAsTexts) {
    EXPECT_EQ(read_time(R"({"hour":6,"minute":30})"), "6 30");
    EXPECT_EQ(read_time(R"({"hour":0,"minute":0})"), "0 0");
    EXPECT_EQ(read_time(R"("23:59")"), "23 59");
    EXPECT_EQ(read_time(R"({"hour":24,"minute":0})"), "/from/hour");
    EXPECT_EQ(read_time(R"({"hour":-1,"minute":0})"), "/from/hour");
    EXPECT_EQ(read_time(R"({"hour":6})"), "/from/minute");
    for (const auto* text : {R"("")", R"("24:00")", R"("12:60")", R"("6:30")", R"("06.30")", R"("ab:cd")",
                             R"("06:300")", R"("-1:00")", "630", "[6,30]", "true"})
        EXPECT_EQ(read_time(text), "/from") << text;
    EXPECT_EQ(wire::to_json(reports::SchedulingTime{.from = {6, 30}, .to = std::nullopt, .zone = "UTC"}),
              R"({"from":{"hour":6,"minute":30},"zone":"UTC"})");
}

std::string span(PeriodUnit unit, std::int64_t length, bool full, std::string_view now) {
    const auto dates = reports::between({.period = length, .unit = unit, .full_period = full}, at(now));
    return to_iso(dates.from.value()) + " " + to_iso(dates.to.value());
}

TEST(ReportPeriod, EndsNow) {
    // Includes the current millisecond.
    EXPECT_EQ(span(PeriodUnit::days, 2, false, "2026-03-31T10:00:00.250Z"),
              "2026-03-29T10:00:00.250Z 2026-03-31T10:00:00.251Z");
    EXPECT_EQ(span(PeriodUnit::weeks, 1, false, "2026-03-31T10:00:00Z"),
              "2026-03-24T10:00:00.000Z 2026-03-31T10:00:00.001Z");
    EXPECT_EQ(span(PeriodUnit::months, 1, false, "2026-03-31T10:00:00Z"),
              "2026-02-28T10:00:00.000Z 2026-03-31T10:00:00.001Z");
    EXPECT_EQ(span(PeriodUnit::years, 1, false, "2024-02-29T10:00:00Z"),
              "2023-02-28T10:00:00.000Z 2024-02-29T10:00:00.001Z");
}

TEST(ReportPeriod, AFullOneEndsWithTheLastWholeUnit) {
    EXPECT_EQ(span(PeriodUnit::days, 1, true, "2026-03-31T10:00:00Z"),
              "2026-03-30T00:00:00.000Z 2026-03-31T00:00:00.000Z");
    // Weeks begin on Monday; this is a Sunday.
    EXPECT_EQ(span(PeriodUnit::weeks, 2, true, "2026-03-29T23:00:00Z"),
              "2026-03-09T00:00:00.000Z 2026-03-23T00:00:00.000Z");
    EXPECT_EQ(span(PeriodUnit::months, 3, true, "2026-02-10T10:00:00Z"),
              "2025-11-01T00:00:00.000Z 2026-02-01T00:00:00.000Z");
    EXPECT_EQ(span(PeriodUnit::years, 1, true, "2026-02-10T10:00:00Z"),
              "2025-01-01T00:00:00.000Z 2026-01-01T00:00:00.000Z");
}

}  // namespace
}  // namespace callboard
