#include "usage/reading.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "usage/usage_store.h"

namespace callboard::usage {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class ReadUsage : public test::EachDatabase {
  protected:
    void add(const std::string& client, const std::string& operation, std::int64_t calls) {
        ClientUsage row{.company = company, .client = client, .operation = operation, .counts = {}};
        row.counts.calls = calls;
        row.counts.latency.counts[4] = calls;  // 2 to 4 ms
        db->write(std::nullopt, [&](db::Tx& tx) { store::add(tx, std::vector{row}); });
    }
    Usage read(const UsageRequest& request = {}) { return read_as(administrator, request); }
    Usage read_as(const accounts::Actor& actor, const UsageRequest& request = {}) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return read_usage(snapshot, actor, request); });
    }
    std::string refused(const UsageRequest& request) {
        return test::error_code([&] { read(request); });
    }
    static std::vector<std::string> operations(const Usage& usage) {
        std::vector<std::string> lines;
        for (const auto& each : usage.operations)
            lines.push_back(each.operation + " " + std::to_string(each.counts.calls));
        return lines;
    }
    static std::vector<std::string> clients(const Usage& usage) {
        std::vector<std::string> lines;
        for (const auto& each : usage.applications)
            lines.push_back(each.id + " (" + each.name.value_or("?") + ") " + std::to_string(each.calls));
        return lines;
    }
    static std::int64_t calls(const Usage& usage) {
        std::int64_t sum = 0;
        for (const Point& point : usage.series) sum += point.counts.calls;
        return sum;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor administrator = given::user(*db, company);
};

TEST_P(ReadUsage, WithoutCallsAllIsEmpty) {
    const Usage usage = read();

    EXPECT_EQ(usage.interval, kMinute);
    EXPECT_THAT(usage.operations, IsEmpty());
    EXPECT_THAT(usage.applications, IsEmpty());
    EXPECT_FALSE(usage.series.empty()) << "of zeros";
    EXPECT_EQ(calls(usage), 0);
}

TEST_P(ReadUsage, ListsOperationsAndClientsWithMostCallsFirst) {
    add("console", "getJob", 3);
    add("console", "listJobs", 10);
    add("gone", "getJob", 1);
    add("other", "other", 2);
    clock.advance(1min);

    const Usage usage = read();

    EXPECT_THAT(operations(usage), ElementsAre("listJobs 10", "getJob 4", "other 2"));
    EXPECT_THAT(clients(usage), ElementsAre("console (Console) 13", "other (Other) 2", "gone (?) 1"));
    EXPECT_EQ(calls(usage), 16);
}

TEST_P(ReadUsage, OfOneClientOnItsOwn) {
    add("console", "getJob", 3);
    add("gone", "getJob", 1);
    clock.advance(1min);

    const Usage usage = read({.from = {}, .to = {}, .application_id = "gone"});

    EXPECT_THAT(operations(usage), ElementsAre("getJob 1"));
    EXPECT_EQ(calls(usage), 1);
    EXPECT_EQ(clients(usage).size(), 2U) << "all, to choose another one";
}

TEST_P(ReadUsage, TheSeriesIsOfOneOperationIfItIsAskedFor) {
    add("console", "getJob", 3);
    add("console", "listJobs", 10);
    add("gone", "getJob", 1);
    clock.advance(1min);

    const Usage of_all = read({.from = {}, .to = {}, .application_id = {}, .operation = "getJob"});
    EXPECT_EQ(calls(of_all), 4);
    EXPECT_THAT(operations(of_all), ElementsAre("listJobs 10", "getJob 4")) << "all, to choose another one";
    EXPECT_EQ(clients(of_all).size(), 2U);

    const Usage of_one = read({.from = {}, .to = {}, .application_id = "gone", .operation = "getJob"});
    EXPECT_EQ(calls(of_one), 1);
    EXPECT_EQ(calls(read({.from = {}, .to = {}, .application_id = {}, .operation = "deleteJob"})), 0);
}

TEST_P(ReadUsage, TheSeriesHasTwoHundredPointsAtMostAndEachCallOnce) {
    constexpr int kMinutes = 100;
    for (int i = 0; i < kMinutes; ++i) {
        add("console", "getJob", 1);
        clock.advance(1min);
    }
    for (const auto span : {std::chrono::hours{2}, std::chrono::hours{24}, std::chrono::hours{25},
                            std::chrono::hours{24 * 31}}) {
        const Usage usage = read({.from = clock.now() - span, .to = clock.now(), .application_id = {}});
        SCOPED_TRACE(span.count());

        EXPECT_EQ(usage.interval, span <= 24h ? kMinute : kHour);
        EXPECT_LE(std::ssize(usage.series), kMostPoints);
        EXPECT_GE(std::ssize(usage.series), span == 25h ? 25 : 100);
        EXPECT_EQ(calls(usage), kMinutes);
        EXPECT_EQ(usage.series.front().time, usage.from);
        EXPECT_LT(usage.series.back().time, usage.to);
    }
}

TEST_P(ReadUsage, WhatIsOlderThanADayIsReadByHour) {
    add("console", "getJob", 3);
    clock.advance(48h);
    db->write(company, store::roll_up);

    const Usage usage = read({.from = clock.now() - 49h, .to = clock.now() - 47h, .application_id = {}});

    EXPECT_EQ(usage.interval, kHour);
    EXPECT_EQ(calls(usage), 3);
    EXPECT_THAT(operations(usage), ElementsAre("getJob 3"));
}

TEST_P(ReadUsage, TheRangeIsAtMost31DaysAndNotEmpty) {
    const Timestamp now = clock.now();
    const std::string bad = "INVALID_PARAMETER";
    EXPECT_EQ(refused({.from = now, .to = now, .application_id = {}}), bad);
    EXPECT_EQ(refused({.from = now + 1ms, .to = {}, .application_id = {}}), bad);
    EXPECT_EQ(refused({.from = now - std::chrono::days{31} - 1ms, .to = {}, .application_id = {}}), bad);
    EXPECT_EQ(read({.from = now - std::chrono::days{31}, .to = {}, .application_id = {}}).to, now);
}

TEST_P(ReadUsage, OnlyForAdministrators) {
    using enum accounts::Role;
    for (const auto role : {extended, standard, restricted, employee}) {
        const auto user = given::user(*db, company, role);
        EXPECT_EQ(test::error_code([&] { read_as(user); }), "PERMISSION_DENIED");
    }
}

RUN_ON_EACH_DATABASE(ReadUsage);

}  // namespace
}  // namespace callboard::usage
