#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/id_source.h"
#include "events/outbox.h"
#include "support/delivering_server.h"
#include "support/given.h"
#include "support/old_snapshot.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"
#include "webhooks/delivery/delivery_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using webhooks::EarliestDue;
using webhooks::Lane;

class DeliveryGrowth : public test::Growth {
  protected:
    // Deliveries at one per millisecond, which have the numbers of the milliseconds.
    void queue(std::int64_t from, std::int64_t to) {
        const std::string start = std::to_string(begin.ms);
        db.run(
            "INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, "
            "leased_until, "
            "lease_token) WITH RECURSIVE numbers (n) AS (SELECT " +
            std::to_string(from) + " UNION ALL SELECT n + 1 FROM numbers WHERE n < " + std::to_string(to) +
            ") SELECT '" + std::string{company.text()} + "', '" + std::string{subscription.text()} + "', '" +
            first_uuid_of(begin).substr(0, 24) + "' || " + test::twelve_digits("n") + ", 'PENDING', 0, 0, " +
            start + " + n, 0, '' FROM numbers");
        clock.advance(std::chrono::milliseconds{to - from + 1});
    }
    void deliver_all() { db.run("DELETE FROM delivery"); }

    // An event of this moment is claimed and delivered.
    void deliver_one() {
        clock.advance(1ms);
        const EventId event = db->write(
            company, [](db::Tx& tx) { return events::append(tx, events::JobCreated{tx.new_id<JobId>()}); });
        const auto claimed = db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim(tx, subscription, 8, kLease, {Lane::fresh, tx.now});
        });
        ASSERT_EQ(claimed.deliveries.size(), 1U);
        db->write(std::nullopt,
                  [&](db::Tx& tx) { webhooks::store::delivered(tx, subscription, event, kLease.node); });
    }

    // An event of this moment is claimed by its key for all subscriptions, and delivered.
    void deliver_to_all() {
        clock.advance(1ms);
        const EventId event = db->write(
            company, [](db::Tx& tx) { return events::append(tx, events::JobCreated{tx.new_id<JobId>()}); });
        const auto claimed = db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim_event(tx, company, event, all, kLease);
        });
        ASSERT_EQ(claimed.size(), all.size());
        db->write(std::nullopt, [&](db::Tx& tx) { webhooks::store::delivered(tx, all, event, kLease.node); });
    }

    static constexpr work::Lease kLease{.node = "here", .token = "here", .duration = 30s};

    test::ManualClock& clock = db.database().clock;
    Timestamp begin = clock.now();
    CompanyId company = given::company(*db);
    accounts::Actor admin = given::user(*db, company);
    SubscriptionId subscription =
        test::given_subscription(*db, admin, company, "https://hooks.example.com/in", {"job.created"});
    std::vector<SubscriptionId> all{subscription};
};

// PostgreSQL keeps the index entries of deleted rows for the snapshot.
TEST_P(DeliveryGrowth, AClaimDoesNotReadWhatAnOldSnapshotKeeps) {
    std::optional<test::OldSnapshot> snapshot;
    if (GetParam() == test::Engine::postgres) snapshot.emplace(db.database().postgres->url());
    expect_flat(
        2'000,
        [&](auto from, auto to) {
            queue(from, to);
            deliver_all();
        },
        [&] {
            for (int i = 0; i < 10; ++i) deliver_one();
        });
}

TEST_P(DeliveryGrowth, AClaimDoesNotReadWhatIsLeased) {
    expect_flat(
        2'000,
        [&](auto from, auto to) {
            queue(from, to);
            db.run("UPDATE delivery SET lease_token = 'there', leased_until = " +
                   std::to_string((clock.now() + 1h).ms));
        },
        [&] {
            for (int i = 0; i < 10; ++i) deliver_one();
        });
}

TEST_P(DeliveryGrowth, AClaimOfAnEventDoesNotReadTheQueue) {
    for (int i = 0; i < 4; ++i)
        all.push_back(
            test::given_subscription(*db, admin, company, "https://hooks.example.com/more", {"job.created"}));
    expect_flat(
        8'000,
        [&](auto from, auto to) {
            queue(from, to);
        },  // as many levels of the indexes as with four times as many
        [&] {
            for (int i = 0; i < 10; ++i) deliver_to_all();
        });
}

TEST_P(DeliveryGrowth, APollDoesNotReadTheBacklog) {
    expect_flat(
        2'000, [&](auto from, auto to) { queue(from, to); },
        [&] {
            const auto waiting = db->read(std::nullopt, webhooks::store::waiting);
            ASSERT_EQ(waiting.size(), 1U);
            EXPECT_EQ(waiting.front().claimable.of(Lane::fresh), begin + 1ms);
        });
}

TEST_P(DeliveryGrowth, AClaimFromABacklogContinuesWhereTheLastOneEnded) {
    std::optional<test::OldSnapshot> snapshot;
    if (GetParam() == test::Engine::postgres) snapshot.emplace(db.database().postgres->url());
    EarliestDue from = EarliestDue::beginning();
    const auto drain = [&](int claims) {
        for (int i = 0; i < claims; ++i) {
            db->write(std::nullopt, [&](db::Tx& tx) {
                const auto claimed = webhooks::store::claim(tx, subscription, 32, kLease, from);
                ASSERT_EQ(claimed.deliveries.size(), 32U);
                for (const auto& each : claimed.deliveries)
                    webhooks::store::delivered(tx, subscription, each.event, kLease.node);
                from = claimed.remaining;
            });
        }
    };
    queue(1, 10'000);
    drain(20);
    const auto first = db.cost_of([&] { drain(20); });
    drain(200);
    const auto last = db.cost_of([&] { drain(20); });
    EXPECT_LT(static_cast<double>(last), 1.2 * static_cast<double>(first)) << first << ", then " << last;
}

RUN_ON_EACH_DATABASE(DeliveryGrowth);

}  // namespace
}  // namespace callboard
