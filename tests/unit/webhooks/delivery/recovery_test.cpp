#include "webhooks/delivery/recovery.h"

#include <chrono>
#include <mutex>
#include <span>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr db::Sql kInsertDelivery{"test_delivery_insert", R"(
    INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, attempted_at,
                          leased_until, lease_token)
    VALUES ($1, $2, $3, $4, 1, 7, $5, $6, 5, 'somebody'))"};
constexpr db::Sql kDeliveries{"test_deliveries", R"(
    SELECT state, lane, attempts, due_at, leased_until, lease_token FROM delivery
    WHERE company_id = $1 AND subscription_id = $2 ORDER BY event_id)"};
constexpr db::Sql kCountDue{"test_count_due", R"(
    SELECT count(*) FROM delivery
    WHERE company_id = $1 AND subscription_id = $2 AND state = 'PENDING' AND attempts = 0 AND due_at <= $3)"};

class Recovery : public test::EachDatabase {
  protected:
    Recovery() {
        listening_ = db->listen([this](std::span<const db::Announcement> all) {
            const std::lock_guard lock{mutex_};
            for (const auto& each : all) announced_.push_back(each.topic);
        });
    }
    ~Recovery() override { listening_.stop(); }

    SubscriptionId given_subscription() {
        return db->write(company, [&](db::Tx& tx) {
            const auto made = webhooks::create(tx, admin,
                                               {.callback_url = "https://hooks.example.com/in",
                                                .events = {"job.created"},
                                                .alerting_email = {},
                                                .auth = {}},
                                               webhooks::AddressGuard{webhooks::AddressRules{}}, seal);
            webhooks::activate(tx, admin, made);
            return made.id;
        });
    }
    // An event without deliveries; the outbox does not look it up here.
    EventId given_event() {
        return db->write(company, [&](db::Tx& tx) {
            constexpr db::Sql kInsert{"test_event",
                                      "INSERT INTO event (company_id, id, name, payload, created_at) "
                                      "VALUES ($1, $2, 'job.created', '{}', $3)"};
            const auto id = tx.new_id<EventId>();
            tx.execute(kInsert, {id, tx.now});
            return id;
        });
    }
    CallbackId given_callback(const EventId& event) {
        return db->write(company, [&](db::Tx& tx) {
            const auto id = tx.new_id<CallbackId>();
            webhooks::store::insert_callback(tx, company,
                                             {.id = id,
                                              .subscription = subscription,
                                              .event = event,
                                              .status = webhooks::CallbackStatus::successful,
                                              .sent_at = tx.now,
                                              .url = "https://hooks.example.com/in",
                                              .headers = "{}",
                                              .response_status = 202,
                                              .failure = {},
                                              .address = {},
                                              .took = 1ms,
                                              .body = {}});
            return id;
        });
    }
    // Leased by another node, after seven attempts; due in an hour.
    void given_delivery(const std::string& state, std::optional<Timestamp> attempted) {
        given_delivery(subscription, given_event(), state, attempted);
    }
    void given_delivery(const SubscriptionId& whom, const EventId& event, const std::string& state,
                        std::optional<Timestamp> attempted) {
        db->write(company, [&](db::Tx& tx) {
            tx.execute(kInsertDelivery, {whom, event, state, tx.now + 1h, attempted});
        });
    }
    // "state lane attempts seconds-until-due lease" of each, oldest event first.
    std::vector<std::string> deliveries() { return deliveries(subscription); }
    std::vector<std::string> deliveries(const SubscriptionId& whom) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return snapshot.all(kDeliveries, {whom}, [&](const db::Row& row) {
                return row.string(0) + " " + std::to_string(row.integer(1)) + " " +
                       std::to_string(row.integer(2)) + " " +
                       std::to_string((row.time(3) - clock.now()) / 1s) + " " +
                       std::to_string(row.integer(4)) + row.string(5);
            });
        });
    }
    void redeliver(const CallbackId& callback) {
        db->write(company, [&](db::Tx& tx) { webhooks::redeliver(tx, admin, subscription, callback); });
    }
    std::int64_t recover(Timestamp since) {
        return webhooks::recover(*db, company, admin, subscription, since);
    }
    std::int64_t count_recoverable(Timestamp since) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return webhooks::count_recoverable(snapshot, admin, subscription, since);
        });
    }
    template <class What>
    static std::string refusal(What what) {
        try {
            what();
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }
    // Since the last call.
    std::vector<std::string> announced() {
        const std::lock_guard lock{mutex_};
        return std::exchange(announced_, {});
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const Seal seal{Secret{std::string(Seal::kKeySize, 'k')}};
    const SubscriptionId subscription = given_subscription();

  private:
    std::mutex mutex_;
    db::Listening listening_;
    std::vector<std::string> announced_;
};

constexpr auto kWaiting = "PENDING 1 7 3600 5somebody";
constexpr auto kGivenUp = "GIVEN_UP 1 7 3600 5somebody";
constexpr auto kQueued = "PENDING 2 0 0 5somebody";  // keeps its lease
constexpr auto kQueuedAnew = "PENDING 2 0 0 0";      // loses its lease: that attempt began before

TEST_P(Recovery, SendsOnceMoreWhatWasDelivered) {
    const CallbackId callback = given_callback(given_event());
    announced();

    redeliver(callback);

    EXPECT_THAT(deliveries(), ElementsAre("PENDING 2 0 0 0"));
    EXPECT_THAT(announced(), ElementsAre(subscription.text()));
    redeliver(callback);
    EXPECT_THAT(deliveries(), ElementsAre("PENDING 2 0 0 0"));
}

TEST_P(Recovery, SendsOnceMoreWhatWasGivenUpOrWaits) {
    for (const std::string state : {"GIVEN_UP", "PENDING"}) {
        const EventId event = given_event();
        given_delivery(subscription, event, state, clock.now());
        redeliver(given_callback(event));
    }

    EXPECT_THAT(deliveries(), ElementsAre(kQueuedAnew, kQueuedAnew));
    EXPECT_EQ(given::audit_names(*db, company).back(), "WEBHOOK_CALLBACK_REDELIVERED");
}

TEST_P(Recovery, RefusesToRedeliverWhatItDoesNotKnow) {
    const CallbackId unknown = CallbackId::from_trusted("01890000-0000-7000-8000-000000000000");
    const CallbackId forgotten =
        given_callback(EventId::from_trusted("01890000-0000-7000-8000-000000000000"));
    const CallbackId known = given_callback(given_event());
    const SubscriptionId other = given_subscription();

    EXPECT_EQ(refusal([&] { redeliver(unknown); }), "CALLBACK_NOT_FOUND");
    EXPECT_EQ(refusal([&] { redeliver(forgotten); }), "CALLBACK_NOT_FOUND");
    EXPECT_EQ(refusal([&] {
                  db->write(company, [&](db::Tx& tx) { webhooks::redeliver(tx, admin, other, known); });
              }),
              "CALLBACK_NOT_FOUND");
    EXPECT_THAT(deliveries(), IsEmpty());
    EXPECT_THAT(deliveries(other), IsEmpty());
}

TEST_P(Recovery, IsForActiveSubscriptionsAndAdministrators) {
    const CallbackId callback = given_callback(given_event());
    given_delivery("GIVEN_UP", clock.now());
    const accounts::Actor other = given::user(*db, company, accounts::Role::extended);
    const std::string denied = "NO_PERMISSION_TO_MANAGE_WEBHOOKS";
    EXPECT_EQ(refusal([&] {
                  db->write(company,
                            [&](db::Tx& tx) { webhooks::redeliver(tx, other, subscription, callback); });
              }),
              denied);
    EXPECT_EQ(refusal([&] { webhooks::recover(*db, company, other, subscription, Timestamp{0}); }), denied);

    db->write(company, [&](db::Tx& tx) { webhooks::deactivate(tx, admin, subscription); });

    EXPECT_EQ(refusal([&] { redeliver(callback); }), "SUBSCRIPTION_NOT_ACTIVE");
    EXPECT_EQ(refusal([&] { recover(Timestamp{0}); }), "SUBSCRIPTION_NOT_ACTIVE");
    EXPECT_EQ(refusal([&] { count_recoverable(Timestamp{0}); }), "SUBSCRIPTION_NOT_ACTIVE");
    EXPECT_THAT(deliveries(), ElementsAre(kGivenUp));
}

TEST_P(Recovery, QueuesWhatFailedSinceThen) {
    const Timestamp since = clock.now();
    given_delivery("GIVEN_UP", since - 1ms);
    given_delivery("GIVEN_UP", since);
    given_delivery("PENDING", since + 1ms);
    given_delivery("PENDING", std::nullopt);  // not attempted yet
    const SubscriptionId other = given_subscription();
    given_delivery(other, given_event(), "GIVEN_UP", since);
    announced();

    EXPECT_EQ(count_recoverable(since), 2);
    EXPECT_THAT(deliveries(), ElementsAre(kGivenUp, kGivenUp, kWaiting, kWaiting));
    EXPECT_THAT(announced(), IsEmpty());

    EXPECT_EQ(recover(since), 2);
    EXPECT_THAT(deliveries(), ElementsAre(kGivenUp, kQueued, kQueued, kWaiting));
    EXPECT_THAT(deliveries(other), ElementsAre(kGivenUp));
    EXPECT_THAT(announced(), ElementsAre(subscription.text()));
}

TEST_P(Recovery, QueuesMoreThanOnePiece) {
    constexpr std::int64_t kMany = 10'003;
    db->write(company, [&](db::Tx& tx) {
        for (std::int64_t i = 0; i < kMany; ++i)
            tx.enqueue(kInsertDelivery,
                       {subscription, tx.new_id<EventId>(), "GIVEN_UP", tx.now + 1h, tx.now});
    });
    announced();

    EXPECT_EQ(recover(clock.now()), kMany);

    const auto due = db->read(company, [&](db::Snapshot& snapshot) {
        return snapshot.number(kCountDue, {subscription, clock.now()});
    });
    EXPECT_EQ(due, kMany);
    EXPECT_EQ(announced().size(), 3U);  // each batch is announced as soon as it is stored
    EXPECT_EQ(count_recoverable(clock.now()), kMany);
}

TEST_P(Recovery, MakesDueWhatWaitsAndLeavesWhatWasGivenUp) {
    given_delivery("PENDING", clock.now());
    given_delivery("GIVEN_UP", clock.now());
    given_delivery("PENDING", std::nullopt);
    const SubscriptionId other = given_subscription();
    given_delivery(other, given_event(), "PENDING", clock.now());

    EXPECT_EQ(webhooks::requeue_waiting(*db, company, subscription), 2);

    EXPECT_THAT(deliveries(), ElementsAre(kQueued, kGivenUp, kQueued));
    EXPECT_THAT(deliveries(other), ElementsAre(kWaiting));
}

RUN_ON_EACH_DATABASE(Recovery);

}  // namespace
}  // namespace callboard
