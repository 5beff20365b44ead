#include "webhooks/delivery/retention.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/id_source.h"
#include "support/delivering_server.h"
#include "support/given.h"
#include "support/old_snapshot.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"
#include "webhooks/delivery/callback_log.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using webhooks::CallbackStatus;

constexpr std::int64_t kExpired = 2'000;

class RetentionGrowth : public test::Growth {
  protected:
    // Callbacks of this moment, and events of a month before.
    void fill(std::int64_t number) {
        fill_log(number, "successful");
        db.run("INSERT INTO event (company_id, id, name, payload, created_at)" + numbers_to(number) +
               " SELECT '" + std::string{company.text()} + "', " +
               id_at(db.database().clock.now() - 31 * 24h) + ", 'x', '{}', 0 FROM numbers");
    }
    void fill_log(std::int64_t number, const std::string& status) {
        db.run(
            "INSERT INTO callback (company_id, subscription_id, status, id, event_id, sent_at, url, headers, "
            "took_ms)" +
            numbers_to(number) + " SELECT '" + std::string{company.text()} + "', '" +
            std::string{subscription.text()} + "', '" + status + "', " + id_at(db.database().clock.now()) +
            ", 'x', 0, 'x', '{}', 0 FROM numbers");
    }
    static std::string numbers_to(std::int64_t last) {
        return " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
               std::to_string(last) + ")";
    }
    static std::string id_at(Timestamp time) {
        return "'" + first_uuid_of(time).substr(0, 24) + "' || " + test::twelve_digits("n");
    }
    test::MeasuredWork read_log(const std::string& name, const webhooks::LogRequest& request) {
        return {name, [this, request] {
                    const auto page = db->read(company, [&](db::Snapshot& snapshot) {
                        return webhooks::read_log(snapshot, admin, subscription, request);
                    });
                    EXPECT_EQ(page.callbacks.size(), 10U);
                }};
    }
    void forget() { webhooks::forget_old(*db, {.node = "here"}); }

    CompanyId company = given::company(*db);
    accounts::Actor admin = given::user(*db, company);
    SubscriptionId subscription =
        test::given_subscription(*db, admin, company, "https://hooks.example.com/in", {"job.created"});
};

// PostgreSQL keeps what was deleted for the snapshot: batches must not read it again.
TEST_P(RetentionGrowth, DeletingARowCostsTheSameWhenThereAreMore) {
    std::optional<test::OldSnapshot> snapshot;
    if (GetParam() == test::Engine::postgres) snapshot.emplace(db.database().postgres->url());
    const auto cost_of_a_row = [&](std::int64_t number) {
        fill(number);
        db.database().clock.advance(31 * 24h);
        db.analyze();
        return static_cast<double>(db.cost_of([&] { forget(); })) / static_cast<double>(number);
    };
    cost_of_a_row(10);
    const double of_few = cost_of_a_row(kExpired);
    const double of_many = cost_of_a_row(4 * kExpired);
    EXPECT_LT(of_many, 1.2 * of_few) << of_few;
}

TEST_P(RetentionGrowth, DeletingCostsTheSameWhenMoreIsKept) {
    expect_flat(
        2'000,
        [&](auto from, auto to) {
            db.database().clock.advance(1ms);
            fill(to - from + 1);
        },
        [&] { forget(); });
}

TEST_P(RetentionGrowth, APageOfTheLogCostsTheSameInALongerOne) {
    const Timestamp begin = db.database().clock.now();
    fill_log(20, "failed");
    fill_log(kExpired, "successful");
    expect_flat({read_log("the newest", {}), read_log("failed ones", {.status = CallbackStatus::failed}),
                 read_log("the oldest", {.before = begin + 1ms})},
                [&] {
                    db.database().clock.advance(1ms);
                    fill_log(3 * kExpired, "successful");
                });
}

RUN_ON_EACH_DATABASE(RetentionGrowth);

}  // namespace
}  // namespace callboard
