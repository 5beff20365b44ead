// A claim starts where something is known to be due, not at the beginning of the queue. Everything that
// becomes claimable before that point must be found nevertheless: at once if this process knows of it, else
// by the next poll.
#include "webhooks/delivery/courier.h"

#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/outbox.h"
#include "support/delivering_server.h"
#include "support/eventually.h"
#include "support/given.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/delivery/recovery_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr auto kNoPolls = 1h;  // but the one at the start

class CourierTest : public test::EachDatabase {
  protected:
    EventId happen(db::Db& where) { return where.write(company, happen_in); }
    // By another process, whose announcements this server does not hear.
    EventId happen_elsewhere() { return happen(*db); }

    static EventId happen_in(db::Tx& tx) {
        return events::append(tx, events::JobCreated{tx.new_id<JobId>()});
    }

    void expect_received(const EventId& event, std::size_t times = 1) {
        EXPECT_TRUE(test::eventually([&] { return received(event) >= times; })) << event.text();
    }
    std::size_t received(const EventId& event) {
        const auto all = receiver.deliveries("/in");
        return static_cast<std::size_t>(std::ranges::count_if(
            all, [&](const test::ReceivedRequest& each) { return each.header("event-id") == event.text(); }));
    }
    std::int64_t queued() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return snapshot.number(db::GlobalSql{"test_queued", "SELECT count(*) FROM delivery"});
        });
    }
    std::int64_t number_of_waiting_transactions() {  // on PostgreSQL
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return snapshot.number(
                db::GlobalSql{"test_waiting",
                              "SELECT count(*) FROM pg_stat_activity "
                              "WHERE datname = current_database() AND wait_event_type = 'Lock'"});
        });
    }
    std::int64_t leased_at(Timestamp when) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return snapshot.number(
                db::GlobalSql{"test_leased_at", "SELECT count(*) FROM delivery WHERE leased_until = $1"},
                {when + webhooks::CourierOptions{}.lease_duration});
        });
    }
    void expect_all_delivered() {
        EXPECT_TRUE(test::eventually([&] { return queued() == 0; }));
    }
    // The transaction that begins first commits last: its event is due before the one that is sent meanwhile.
    void expect_late_event_received(test::DeliveringServer& server, db::Db& where) {
        std::promise<void> may_commit;
        std::promise<void> has_begun;
        auto late = std::async(std::launch::async, [&] {
            return where.write(company, [&](db::Tx& tx) {
                const EventId event = happen_in(tx);
                has_begun.set_value();
                may_commit.get_future().wait();
                return event;
            });
        });
        has_begun.get_future().wait();
        clock.advance(10s);
        expect_received(happen(*server));
        may_commit.set_value();
        expect_received(late.get());
        expect_all_delivered();
    }

    test::Receiver receiver;
    CompanyId company = given::company(*db);
    accounts::Actor admin = given::user(*db, company);
    SubscriptionId subscription =
        test::given_subscription(*db, admin, company, receiver.url("/in"), {"job.created"});
};

TEST_P(CourierTest, SendsWhatThisProcessCommitsWithoutAPoll) {
    test::DeliveringServer server{db, receiver, "here", kNoPolls};
    for (int i = 0; i < 3; ++i) {
        expect_received(happen(*server));
        clock.advance(10ms);
    }
    expect_all_delivered();
}

TEST_P(CourierTest, APollFindsWhatAnotherProcessCommits) {
    test::DeliveringServer server{db, receiver, "here"};
    expect_received(happen(*server));
    clock.advance(10ms);
    expect_received(happen_elsewhere());
    expect_all_delivered();
}

TEST_P(CourierTest, AnEventThatIsCommittedLateIsSentAtOnce) {
    if (GetParam() == test::Engine::sqlite) return;  // one writer
    test::DeliveringServer server{db, receiver, "here", kNoPolls};
    expect_late_event_received(server, *server);
}

TEST_P(CourierTest, APollFindsAnEventThatAnotherProcessCommitsLate) {
    if (GetParam() == test::Engine::sqlite) return;  // one writer
    test::DeliveringServer server{db, receiver, "here"};
    expect_late_event_received(server, *db);
}

TEST_P(CourierTest, APollFindsWhatAnotherServerHeldWhenItDied) {
    const EventId held = happen_elsewhere();
    db->write(std::nullopt, [&](db::Tx& tx) {
        return webhooks::store::claim(tx, subscription, 8,
                                      {.node = "dead", .token = "dead", .duration = 30s});
    });
    test::DeliveringServer server{db, receiver, "here"};
    clock.advance(1s);
    expect_received(happen(*server));
    EXPECT_EQ(received(held), 0U);
    clock.advance(29s);
    expect_received(held);
    expect_all_delivered();
}

TEST_P(CourierTest, APollFindsWhatAnotherServerReleased) {
    const EventId held = happen_elsewhere();
    db->write(std::nullopt, [&](db::Tx& tx) {
        return webhooks::store::claim(tx, subscription, 8,
                                      {.node = "other", .token = "other", .duration = 30s});
    });
    test::DeliveringServer server{db, receiver, "here"};
    clock.advance(1s);
    expect_received(happen(*server));
    db->write(std::nullopt, [&](db::Tx& tx) { webhooks::store::release(tx, subscription, held, "other"); });
    expect_received(held);
    expect_all_delivered();
}

// Its due time is set by the clock of the other server, which may be late.
TEST_P(CourierTest, APollFindsARedeliveryThatWasRequestedElsewhere) {
    test::DeliveringServer server{db, receiver, "here"};
    const EventId first = happen(*server);
    expect_received(first);
    expect_all_delivered();
    clock.advance(10s);
    expect_received(happen(*server));
    clock.advance(-5s);
    db->write(company, [&](db::Tx& tx) { webhooks::store::queue_again(tx, subscription, first); });
    expect_received(first, 2);
    expect_all_delivered();
}

TEST_P(CourierTest, RetriesAreSentWhenTheyAreDue) {
    receiver.plan("/in", {{.status = 500}, {.status = 202}});
    test::DeliveringServer server{db, receiver, "here"};
    const EventId failed = happen(*server);
    expect_received(failed);
    clock.advance(10ms);
    expect_received(happen(*server));
    EXPECT_TRUE(test::eventually([&] { return queued() == 1; }));
    clock.advance(2min);
    expect_received(failed, 2);
    expect_all_delivered();
}

TEST_P(CourierTest, EventsAreSentAfterTheClockWasMovedBack) {
    test::DeliveringServer server{db, receiver, "here"};
    expect_received(happen(*server));
    clock.advance(-24h);
    expect_received(happen(*server));
    expect_received(happen_elsewhere());
    expect_all_delivered();
}

TEST_P(CourierTest, ASubscriptionThatWasPausedIsSentEverythingThatWaited) {
    test::DeliveringServer server{db, receiver, "here", kNoPolls};
    expect_received(happen(*server));
    expect_all_delivered();
    db->write(company, [&](db::Tx& tx) {
        happen_in(tx);
        webhooks::deactivate(tx, admin, subscription);
    });
    clock.advance(1min);
    server->write(company,
                  [&](db::Tx& tx) { webhooks::activate(tx, admin, webhooks::get(tx, admin, subscription)); });
    expect_all_delivered();
}

// A lease is written with the time of its claim, so a delivery that is released and claimed again has a later
// one. When the other receiver has the last event, a poll has looked at everything that is held, and what it
// released is committed with the claim of that event.
TEST_P(CourierTest, APollReleasesNothingOfAnUnchangedSubscription) {
    receiver.plan("/in", {{.mode = test::ReplyMode::answers_when_released}});
    test::given_subscription(*db, admin, company, receiver.url("/other"), {"job.created"});
    for (int i = 0; i < 40; ++i) happen_elsewhere();
    const Timestamp claimed_at = clock.now();
    test::DeliveringServer server{db, receiver, "here"};
    const auto held = [&] { return leased_at(claimed_at); };
    ASSERT_TRUE(test::eventually([&] {
        return receiver.deliveries("/other").size() == 40 && queued() == 40 &&
               held() > static_cast<std::int64_t>(receiver.in_flight("/in"));
    }));
    const std::int64_t held_before = held();
    clock.advance(1s);
    happen_elsewhere();
    receiver.wait_for("/other", 41);
    EXPECT_EQ(held(), held_before);
    receiver.plan("/in", std::vector<test::Reply>{{.status = 202}});
    receiver.release("/in");  // which the end of the server waits for
}

// The claim waits for a table that the writing of a result does not need.
TEST_P(CourierTest, ResultsAreWrittenWhileAClaimWaits) {
    if (GetParam() == test::Engine::sqlite) return;  // one writer
    receiver.plan("/in", {{.mode = test::ReplyMode::answers_when_released}, {.status = 202}});
    test::DeliveringServer server{db, receiver, "here", kNoPolls};
    expect_received(happen(*server));
    const EventId second = db->write(std::nullopt, [&](db::Tx& tx) {
        tx.execute(db::GlobalSql{"test_lock", "LOCK TABLE webhook_subscription IN ACCESS EXCLUSIVE MODE"},
                   {});
        const EventId event = happen(*server);
        EXPECT_TRUE(test::eventually([&] { return number_of_waiting_transactions() >= 1; }));
        receiver.release("/in");
        EXPECT_TRUE(test::eventually([&] { return queued() == 1; })) << "the result waits for the claim";
        EXPECT_EQ(received(event), 0U);
        return event;
    });
    expect_received(second);
    expect_all_delivered();
}

TEST_P(CourierTest, ABurstIsSentCompletelyWithoutAPoll) {
    test::given_subscription(*db, admin, company, receiver.url("/other"), {"job.created"});
    test::DeliveringServer server{db, receiver, "here", kNoPolls};
    std::vector<EventId> events;
    for (int i = 0; i < 50; ++i) events.push_back(happen(*server));
    server->write(company, [&](db::Tx& tx) {
        for (int i = 0; i < 50; ++i) events.push_back(happen_in(tx));
    });
    expect_all_delivered();
    for (const EventId& each : events) EXPECT_EQ(received(each), 1U);
    EXPECT_EQ(receiver.deliveries("/other").size(), 100U);
}

RUN_ON_EACH_DATABASE(CourierTest);

}  // namespace
}  // namespace callboard
