#include "webhooks/delivery/courier_round.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "events/outbox.h"
#include "support/each_database.h"
#include "support/given.h"
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
    webhooks::ClaimResult take() {
        const webhooks::RoundWork work{.attempts = {},
                                       .health = {},
                                       .releases = {},
                                       .claims = {{.subscription = subscription,
                                                   .company = company,
                                                   .number = 8,
                                                   .known_version = 0,
                                                   .from = webhooks::EarliestDue::beginning()}}};
        const auto fresh = db.open_again();  // without prepared statements
        return fresh->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::run_round(tx, work, {.node = "here", .token = "here", .duration = 30s},
                                       test::test_seal())
                .claims.front();
        });
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

}  // namespace
}  // namespace callboard
