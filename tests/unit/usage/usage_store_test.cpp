#include "usage/usage_store.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard::usage {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr db::GlobalSql kAll{"test_usage", R"sql(
    SELECT seconds, starts_at, client, operation, calls, refused, failed, took_0, took_4, took_15
    FROM usage_interval ORDER BY seconds, starts_at, client, operation)sql"};

class UsageStore : public test::EachDatabase {
  protected:
    ClientUsage used(std::string client = "console", std::string operation = "listJobs") const {
        ClientUsage row{.company = company,
                        .client = std::move(client),
                        .operation = std::move(operation),
                        .counts = {.calls = 4, .refused = 1, .failed = 1, .latency = {}}};
        row.counts.latency.observe(1us);
        row.counts.latency.observe(3ms);
        row.counts.latency.observe(1h);
        return row;
    }
    void add(const std::vector<ClientUsage>& rows) {
        db->write(std::nullopt, [&](db::Tx& tx) { store::add(tx, rows); });
    }
    // Seconds, minutes or hours since `start`, client, operation and counts.
    std::vector<std::string> rows() {
        return db->read(std::nullopt, [this](db::Snapshot& snapshot) {
            return snapshot.all(kAll, {}, [this](const db::Row& row) {
                const std::int64_t seconds = row.integer(0);
                EXPECT_EQ(row.integer(1) % (seconds * 1'000), 0);
                std::string line = std::to_string(seconds) + " " +
                                   std::to_string((row.integer(1) - start.ms) / 1'000 / seconds) + " " +
                                   row.string(2) + " " + row.string(3);
                for (int column = 4; column < 10; ++column) line += " " + std::to_string(row.integer(column));
                return line;
            });
        });
    }
    void roll_up() {
        while (db->write(company, store::roll_up)) {
        }
    }
    std::vector<CompanyId> with_old() {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::companies_with_old(snapshot, company, company);
        });
    }
    std::int64_t calls(Timestamp from, Timestamp to) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            std::int64_t sum = 0;
            for (const auto& each : store::totals(snapshot, {.from = from, .to = to}))
                sum += each.counts.calls;
            return sum;
        });
    }
    // The time is the start of an hour.
    void begin_hour() { clock.advance(std::chrono::milliseconds{3'600'000 - clock.now().ms % 3'600'000}); }

    const CompanyId company = given::company(*db);
    const Timestamp start = [this] {
        begin_hour();
        return clock.now();
    }();
};

TEST_P(UsageStore, AddsUpAMinute) {
    add({used()});
    clock.advance(59s);
    add({used(), used("console", "updateJob")});
    clock.advance(1s);
    add({used()});

    EXPECT_THAT(rows(), ElementsAre("60 0 console listJobs 8 2 2 2 2 2", "60 0 console updateJob 4 1 1 1 1 1",
                                    "60 1 console listJobs 4 1 1 1 1 1"));
}

TEST_P(UsageStore, MinutesBecomeHoursAfterADay) {
    add({used()});
    clock.advance(1min);
    add({used(), used("key", "getJob")});
    clock.advance(59min);
    add({used()});
    EXPECT_THAT(with_old(), IsEmpty());

    clock.advance(26h - 1ms);
    EXPECT_THAT(with_old(), IsEmpty());
    roll_up();
    EXPECT_EQ(rows().size(), 4U) << "an hour is rolled up as a whole";

    clock.advance(1ms);
    EXPECT_THAT(with_old(), ElementsAre(company));
    roll_up();

    EXPECT_THAT(rows(), ElementsAre("60 60 console listJobs 4 1 1 1 1 1",
                                    "3600 0 console listJobs 8 2 2 2 2 2", "3600 0 key getJob 4 1 1 1 1 1"));
    EXPECT_THAT(with_old(), IsEmpty());
    EXPECT_EQ(calls(start, clock.now()), 16) << "each call once";
}

TEST_P(UsageStore, ALateMinuteIsAddedToItsHour) {
    add({used()});
    clock.advance(27h);
    roll_up();
    clock.advance(-27h);
    add({used()});
    clock.advance(27h);
    roll_up();

    EXPECT_THAT(rows(), ElementsAre("3600 0 console listJobs 8 2 2 2 2 2"));
}

TEST_P(UsageStore, RollsUpMoreThanABatch) {
    std::vector<ClientUsage> many;
    for (int i = 0; i < 1'500; ++i) many.push_back(used("client" + std::to_string(i)));
    add(many);
    clock.advance(27h);

    EXPECT_TRUE(db->write(company, store::roll_up));
    EXPECT_FALSE(db->write(company, store::roll_up));

    EXPECT_EQ(rows().size(), 1'500U);
    EXPECT_EQ(calls(start, clock.now()), 1'500 * 4);
}

TEST_P(UsageStore, TwoServersThatRollUpAtTheSameTimeCountEachCallOnce) {
    std::vector<ClientUsage> many;
    for (int i = 0; i < 300; ++i) many.push_back(used("client" + std::to_string(i)));
    add(many);
    clock.advance(27h);
    {
        std::vector<std::jthread> servers;
        for (int i = 0; i < 4; ++i) servers.emplace_back([this] { roll_up(); });
    }

    EXPECT_EQ(calls(start, clock.now()), 300 * 4);
}

TEST_P(UsageStore, HoursAreDeletedAfter31Days) {
    add({used()});
    clock.advance(27h);
    roll_up();
    clock.advance(std::chrono::days{31} - 27h);
    EXPECT_THAT(with_old(), IsEmpty());
    db->write(company, store::delete_old);
    EXPECT_EQ(rows().size(), 1U);

    clock.advance(1h);
    EXPECT_THAT(with_old(), ElementsAre(company));
    EXPECT_FALSE(db->write(company, store::delete_old));

    EXPECT_THAT(rows(), IsEmpty());
}

TEST_P(UsageStore, CompaniesAreKeptApart) {
    const CompanyId other = given::company(*db, "other");
    ClientUsage elsewhere = used();
    elsewhere.company = other;
    elsewhere.counts.calls = 100;
    add({used(), elsewhere});

    EXPECT_EQ(calls(start, start + 1min), 4);
    clock.advance(27h);
    roll_up();
    EXPECT_EQ(rows().size(), 2U);
    EXPECT_EQ(calls(start, start + 1min), 4);
}

TEST_P(UsageStore, ASeriesIsCutIntoSlots) {
    add({used(), used("key")});
    clock.advance(5min);
    add({used("key")});
    const auto series = [&](const std::optional<std::string>& client) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            std::vector<std::string> slots;
            auto found = store::series(snapshot, {.from = start, .to = start + 10min}, 2min,
                                       {.client = client, .operation = {}});
            std::ranges::sort(found, {}, &store::SlotCounts::slot);
            for (const auto& each : found)
                slots.push_back(std::to_string(each.slot) + ": " + std::to_string(each.counts.calls));
            return slots;
        });
    };

    EXPECT_THAT(series(std::nullopt), ElementsAre("0: 8", "2: 4"));
    EXPECT_THAT(series("console"), ElementsAre("0: 4"));
    EXPECT_THAT(series("nobody"), IsEmpty());
}

RUN_ON_EACH_DATABASE(UsageStore);

}  // namespace
}  // namespace callboard::usage
