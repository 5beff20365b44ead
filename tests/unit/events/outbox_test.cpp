// An event is delivered to every subscription that is active when it is committed, also with concurrent
// transactions.
#include "events/outbox.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/trace_scope.h"
#include "subscriptions/subscription_store.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/overlapping.h"
#include "support/seal.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

class Outbox : public test::EachDatabase {
  protected:
    subscriptions::Subscription given_inactive() {
        return db->write(company, [&](db::Tx& tx) {
            return webhooks::create(tx, admin,
                                    {.callback_url = "https://hooks.example.com/in",
                                     .events = {"job.created"},
                                     .alerting_email = {},
                                     .auth = {}},
                                    webhooks::AddressGuard{webhooks::AddressRules{}}, test::test_seal());
        });
    }
    void append(db::Tx& tx) { events::append(tx, events::JobCreated{tx.new_id<JobId>()}); }
    webhooks::store::Claim claim(const SubscriptionId& id) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim(tx, id, 8, {.node = "here", .token = "here", .duration = 30s});
        });
    }
    std::size_t waiting_for(const SubscriptionId& id) { return claim(id).deliveries.size(); }

    // Returns when the other transaction waits for this one, or has ended without waiting. SQLite has one
    // writer.
    void yield_to_other_thread(const std::atomic<bool>& is_over) {
        if (GetParam() == test::Engine::sqlite) return;
        EXPECT_TRUE(test::eventually([&] { return is_over || test::is_one_waiting(db); }));
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const std::unique_ptr<db::Db> other_db = db.open_again();
};

TEST_P(Outbox, AnEventFindsTheSubscriptionThatIsCommittedBeforeIt) {
    const auto subscription = given_inactive();
    std::atomic<bool> is_over = false;
    std::jthread appending;

    db->write(company, [&](db::Tx& tx) {
        webhooks::activate(tx, admin, subscription);
        appending = std::jthread{[&] {
            other_db->write(company, [&](db::Tx& other) { append(other); });
            is_over = true;
        }};
        yield_to_other_thread(is_over);
    });
    appending.join();

    EXPECT_EQ(waiting_for(subscription.id), 1U);
}

TEST_P(Outbox, ASubscriptionIsNotActiveBeforeTheEventsThatMissIt) {
    const auto subscription = given_inactive();
    std::atomic<bool> is_over = false;
    std::jthread activating;

    db->write(company, [&](db::Tx& tx) {
        append(tx);
        subscriptions::store::find(tx, subscription.id);  // a query also sends the enqueued statements
        activating = std::jthread{[&] {
            other_db->write(company, [&](db::Tx& other) { webhooks::activate(other, admin, subscription); });
            is_over = true;
        }};
        yield_to_other_thread(is_over);
        EXPECT_FALSE(is_over) << "it is active, and this event will be committed without it";
    });
    activating.join();

    EXPECT_EQ(waiting_for(subscription.id), 0U);
    db->write(company, [&](db::Tx& tx) { append(tx); });
    EXPECT_EQ(waiting_for(subscription.id), 1U);
}

TEST_P(Outbox, MoreEventsForAnActiveSubscriptionWaitAsWell) {
    const auto subscription = given_inactive();
    db->write(company, [&](db::Tx& tx) { webhooks::activate(tx, admin, subscription); });
    std::atomic<bool> is_over = false;
    std::jthread appending;

    db->write(company, [&](db::Tx& tx) {
        const auto other_events = [](const subscriptions::Subscription&) {
            return webhooks::Change{.events = std::vector<std::string>{"job.created", "job.updated"}};
        };
        webhooks::change(tx, admin, subscription.id, other_events,
                         webhooks::AddressGuard{webhooks::AddressRules{}}, test::test_seal());
        appending = std::jthread{[&] {
            other_db->write(company, [&](db::Tx& other) {
                events::append(other, events::JobUpdated{other.new_id<JobId>()});
            });
            is_over = true;
        }};
        yield_to_other_thread(is_over);
    });
    appending.join();

    EXPECT_EQ(waiting_for(subscription.id), 1U);
}

TEST_P(Outbox, AnEventBelongsToTheTraceOfTheRequest) {
    const auto subscription = given_inactive();
    db->write(company, [&](db::Tx& tx) { webhooks::activate(tx, admin, subscription); });

    db->write(company, [&](db::Tx& tx) {
        append(tx);
        const events::TraceScope outer{"first"};
        append(tx);
        {
            const events::TraceScope inner{"second"};
            append(tx);
        }
        append(tx);
    });

    std::vector<std::string> traces;
    for (const auto& each : claim(subscription.id).deliveries) {
        traces.push_back(each.trace);
        EXPECT_EQ(each.event_name, "job.created");
        EXPECT_THAT(each.link, testing::StartsWith("/jobs/"));
        EXPECT_THAT(each.payload, testing::StartsWith(R"({"id":")"));
    }
    EXPECT_THAT(traces, testing::ElementsAre("", "first", "second", "first"));
    EXPECT_EQ(events::TraceScope::current(), "");
}

TEST_P(Outbox, OtherCompaniesAreNotHeldUp) {
    const CompanyId other = given::company(*db, "rival");
    const auto subscription = given_inactive();
    if (GetParam() == test::Engine::sqlite) return;  // one writer

    db->write(company, [&](db::Tx& tx) {
        webhooks::activate(tx, admin, subscription);
        other_db->write(other, [&](db::Tx& theirs) { append(theirs); });
    });
}

RUN_ON_EACH_DATABASE(Outbox);

}  // namespace
}  // namespace callboard
