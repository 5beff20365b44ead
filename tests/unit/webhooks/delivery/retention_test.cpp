#include "webhooks/delivery/retention.h"

#include <chrono>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/outbox.h"
#include "subscriptions/alert_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/subscribing.h"
#include "work/housekeeping_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

class Retention : public test::EachDatabase {
  protected:
    SubscriptionId given_subscription() {
        return db->write(company, [&](db::Tx& tx) {
            const auto made =
                webhooks::create(tx, admin,
                                 {.callback_url = "https://hooks.example.com/in",
                                  .events = {"job.created"},
                                  .alerting_email = {},
                                  .auth = {}},
                                 webhooks::AddressGuard{webhooks::AddressRules{}}, test::test_seal());
            webhooks::activate(tx, admin, made);
            return made.id;
        });
    }
    // An event with a pending delivery for each subscription, and its callbacks.
    void given_history() {
        db->write(company, [&](db::Tx& tx) {
            const EventId event = events::append(tx, events::JobCreated{tx.new_id<JobId>()});
            for (const auto status :
                 {webhooks::CallbackStatus::failed, webhooks::CallbackStatus::successful}) {
                webhooks::store::insert_callback(tx, company,
                                                 {.id = tx.new_id<CallbackId>(),
                                                  .subscription = subscription,
                                                  .event = event,
                                                  .status = status,
                                                  .sent_at = tx.now,
                                                  .url = "https://hooks.example.com/in",
                                                  .headers = "{}"});
            }
            subscriptions::store::raise(tx, company, subscription, subscriptions::AlertKind::given_up);
        });
    }
    std::int64_t count(std::string_view table) {
        const std::string text = "SELECT count(*) FROM " + std::string{table} + " WHERE company_id = $1";
        return db->read(company, [&](db::Snapshot& snapshot) {
            return snapshot.number(db::Sql{"test_count", kept(text)});
        });
    }
    // Statements are identified by the address of their text.
    const std::string& kept(const std::string& text) { return *texts_.insert(text).first; }

    CompanyId company = given::company(*db);
    accounts::Actor admin = given::user(*db, company);
    SubscriptionId subscription = given_subscription();

  private:
    std::set<std::string> texts_;
};

TEST_P(Retention, KeepsWhatIsYoungerThanThirtyDays) {
    given_history();
    clock.advance(24h * 30 - 1min);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("callback"), 2);
    EXPECT_EQ(count("delivery"), 1);
    EXPECT_EQ(count("event"), 1);
    EXPECT_EQ(count("webhook_alert"), 1);
}

TEST_P(Retention, ForgetsCallsDeliveriesAndAlertsAfterThirtyDaysAndEventsAMonthLater) {
    given_history();
    clock.advance(24h * 30 + 1min);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("callback"), 0);
    EXPECT_EQ(count("delivery"), 0);
    EXPECT_EQ(count("webhook_alert"), 0);
    EXPECT_EQ(count("event"), 1);
    clock.advance(24h * 31);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("event"), 0);
    EXPECT_EQ(count("webhook_subscription"), 1);
}

TEST_P(Retention, SuccessfulCallsCanBeKeptForAShorterTime) {
    given_history();
    const webhooks::RetentionOptions week{.node = "here", .successful_callbacks = 24h * 7};
    clock.advance(24h * 7 - 1min);
    webhooks::forget_old(*db, week);
    EXPECT_EQ(count("callback"), 2);
    clock.advance(2min);
    webhooks::forget_old(*db, week);
    EXPECT_EQ(count("callback"), 1);
    EXPECT_EQ(count("delivery"), 1);
}

TEST_P(Retention, OneServerDoesItForAll) {
    given_history();
    clock.advance(24h * 30 + 1min);
    work::may_clean(*db, {.task = "webhook_log", .node = "there", .lease_duration = 30min});
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("callback"), 2);
    clock.advance(30min);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("callback"), 0);
}

TEST_P(Retention, ForgetsMoreThanOnePiece) {
    for (int i = 0; i < 3; ++i) {
        db->write(company, [&](db::Tx& tx) {
            for (int j = 0; j < 400; ++j) events::append(tx, events::JobCreated{tx.new_id<JobId>()});
        });
    }
    clock.advance(24h * 62);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("delivery"), 0);
    EXPECT_EQ(count("event"), 0);
}

TEST_P(Retention, OfADeletedSubscriptionNothingIsLeft) {
    given_history();
    const SubscriptionId other = given_subscription();
    db->write(company, [&](db::Tx& tx) { webhooks::remove(tx, admin, subscription); });
    EXPECT_EQ(count("webhook_key"), 0);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("webhook_subscription"), 2) << "what is on its way is written first";
    clock.advance(1h);
    webhooks::forget_old(*db, {.node = "here"});
    EXPECT_EQ(count("callback"), 0);
    EXPECT_EQ(count("delivery"), 0);
    EXPECT_EQ(count("webhook_subscription"), 1);
    EXPECT_EQ(count("event"), 1);
    EXPECT_NO_THROW(
        db->read(company, [&](db::Snapshot& snapshot) { return webhooks::get(snapshot, admin, other); }));
}

RUN_ON_EACH_DATABASE(Retention);

}  // namespace
}  // namespace callboard
