#include "webhooks/delivery/courier_round.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "events/outbox.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/rows.h"
#include "support/seal.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

const std::string kUrl = "https://hooks.example.com/in";

class CourierRound : public testing::Test {
  protected:
    // With a due delivery.
    SubscriptionId given_subscription() {
        const webhooks::AddressGuard guard{webhooks::AddressRules{}};
        return db->write(company, [&](db::Tx& tx) {
            const auto made = webhooks::create(
                tx, admin,
                {.callback_url = kUrl, .events = {"job.created"}, .alerting_email = {}, .auth = {}}, guard,
                test::test_seal());
            webhooks::activate(tx, admin, made);
            events::append(tx, events::JobCreated{tx.new_id<JobId>()});
            return made.id;
        });
    }
    // By another process, without prepared statements.
    std::vector<webhooks::ClaimResult> take(const webhooks::ClaimWork& work) {
        return db.open_again()->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::release_and_claim(tx, work, {.node = "here", .token = "here", .duration = 30s},
                                               test::test_seal());
        });
    }
    webhooks::ClaimResult take() {
        return take({.releases = {},
                     .events = {},
                     .subscriptions = {{.subscription = subscription,
                                        .company = company,
                                        .number = 8,
                                        .known_version = 0,
                                        .from = webhooks::EarliestDue::beginning()}}})
            .front();
    }
    EventId happen() {
        return db->write(
            company, [&](db::Tx& tx) { return events::append(tx, events::JobCreated{tx.new_id<JobId>()}); });
    }
    webhooks::EventClaim claim_of(const EventId& event, std::int64_t known_version) {
        return {.company = company,
                .event = event,
                .due_at = db.clock.now(),
                .subscribers = {{.subscription = subscription, .known_version = known_version}}};
    }

    test::TestDatabase db{test::Engine::postgres};
    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const SubscriptionId subscription = given_subscription();
};

// The subscription is read from a view that fails the first time, like a serialization failure.
TEST_F(CourierRound, ACollisionWhileASubscriptionIsReadIsTriedAgain) {
    test::postgres_command(db.postgres->url(), R"(
        CREATE SEQUENCE reads;
        CREATE FUNCTION collides_once() RETURNS BOOLEAN LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            IF nextval('reads') = 1 THEN RAISE EXCEPTION 'collision' USING ERRCODE = '40001'; END IF;
            RETURN true;
        END $$;
        ALTER TABLE webhook_key RENAME TO webhook_key_itself;
        CREATE VIEW webhook_key AS SELECT * FROM webhook_key_itself
            UNION ALL SELECT * FROM webhook_key_itself WHERE NOT (SELECT collides_once()))");

    const auto taken = take();

    EXPECT_EQ(taken.claim.deliveries.size(), 1U);
    EXPECT_FALSE(taken.is_unusable);
    ASSERT_TRUE(taken.target);
    EXPECT_EQ(taken.target->url, kUrl);
}

TEST_F(CourierRound, EventsAreClaimedWithTheTargetIfTheKnownOneIsOutdated) {
    const EventId first = happen();
    const EventId second = happen();
    const auto taken =
        take({.releases = {}, .events = {claim_of(first, 0), claim_of(second, 0)}, .subscriptions = {}});

    ASSERT_EQ(taken.size(), 2U);
    EXPECT_EQ(taken[0].claim.deliveries.at(0).event, first);
    EXPECT_EQ(taken[1].claim.deliveries.at(0).event, second);
    EXPECT_TRUE(taken[0].claim.has_all());
    ASSERT_TRUE(taken[0].target);
    EXPECT_EQ(taken[1].target, taken[0].target) << "it is read once";

    const auto next =
        take({.releases = {}, .events = {claim_of(happen(), taken[0].target->version)}, .subscriptions = {}});
    ASSERT_EQ(next.size(), 1U);
    EXPECT_FALSE(next[0].target);
    EXPECT_FALSE(next[0].is_unusable);
}

TEST_F(CourierRound, AnEventThatIsHeldElsewhereIsNotClaimed) {
    const EventId event = happen();
    ASSERT_EQ(take({.releases = {}, .events = {claim_of(event, 0)}, .subscriptions = {}}).size(), 1U);
    EXPECT_TRUE(take({.releases = {}, .events = {claim_of(event, 0)}, .subscriptions = {}}).empty());
}

TEST_F(CourierRound, WhatIsReleasedIsClaimedInTheSameTransaction) {
    const EventId event = happen();
    take({.releases = {}, .events = {claim_of(event, 0)}, .subscriptions = {}});
    const auto taken = take({.releases = {{.subscription = subscription, .event = event, .token = "here"}},
                             .events = {claim_of(event, 0)},
                             .subscriptions = {}});
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_EQ(taken[0].claim.deliveries.at(0).event, event);
}

TEST_F(CourierRound, AnEventThatWasRemovedIsNotSent) {
    const EventId event = happen();
    test::postgres_command(db.postgres->url(),
                           "DELETE FROM event WHERE id = '" + std::string{event.text()} + "'");
    const auto taken = take({.releases = {}, .events = {claim_of(event, 0)}, .subscriptions = {}});
    ASSERT_EQ(taken.size(), 1U);
    EXPECT_TRUE(taken[0].claim.deliveries.empty());
    EXPECT_EQ(
        db->read(std::nullopt,
                 [&](db::Snapshot& snapshot) {
                     return snapshot.number(
                         db::GlobalSql{"test_left", "SELECT count(*) FROM delivery WHERE event_id = $1"},
                         {event});
                 }),
        0);
}

// Results of one transaction: successes of two subscriptions to the same event, of another event, and a
// failure. All calls are logged.
TEST_F(CourierRound, ResultsOfAllKindsAreWrittenTogether) {
    const SubscriptionId other = given_subscription();
    const EventId first = happen();
    const EventId second = happen();
    std::vector<webhooks::ClaimResult> taken;
    for (const EventId& event : {first, second}) {
        webhooks::EventClaim claim = claim_of(event, 0);
        claim.subscribers.push_back({.subscription = other, .known_version = 0});
        for (auto& each : take({.releases = {}, .events = {claim}, .subscriptions = {}}))
            taken.push_back(std::move(each));
    }
    ASSERT_EQ(taken.size(), 4U);
    webhooks::ResultWork work;
    db->write(std::nullopt, [&](db::Tx& tx) {
        for (const auto& each : taken) {
            const bool is_success = work.attempts.size() < 3;
            webhooks::Attempt attempt{.target = each.target,
                                      .callback = tx.new_id<CallbackId>(),
                                      .event = each.claim.deliveries.at(0).event,
                                      .token = each.claim.deliveries.at(0).token,
                                      .transcript = {}};
            attempt.transcript.result.status = is_success ? 202 : 500;
            attempt.next = {
                .outcome = is_success ? webhooks::Outcome::delivered : webhooks::Outcome::due_again,
                .due_at = tx.now + 1min};
            work.attempts.push_back(std::move(attempt));
        }
    });

    const auto suspended =
        db->write(std::nullopt, [&](db::Tx& tx) { return webhooks::write_results(tx, work); });

    EXPECT_TRUE(suspended.empty());
    const auto number = [&](const std::string& from) {
        return test::Rows{"", db.postgres.get()}.select("SELECT count(*) FROM " + from).at(0);
    };
    const std::string claimed =
        " event_id IN ('" + std::string{first.text()} + "', '" + std::string{second.text()} + "')";
    EXPECT_EQ(number("delivery WHERE" + claimed), "1");
    EXPECT_EQ(number("delivery WHERE lane = 1 AND leased_until = 0 AND" + claimed), "1");
    EXPECT_EQ(number("callback"), "4");
    EXPECT_EQ(number("callback WHERE status = 'failed'"), "1");
}

}  // namespace
}  // namespace callboard
