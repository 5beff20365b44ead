// What a delivery costs does not depend on the number of servers, and what a server leaves behind is
// delivered by another one. TEST_SUBSCRIPTIONS sets the number of subscriptions; by default 60.
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "events/outbox.h"
#include "support/delivering_server.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/postgres_session.h"
#include "support/query_cost.h"
#include "webhooks/delivery/delivery_store.h"
#include "work/live_server_store.h"
#include "work/rendezvous.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr int kSubscriptionsPerUser = 20;
constexpr int kWaves = 5;
constexpr int kEventsPerWave = 4;

int number_of_subscriptions() {
    const char* const text = std::getenv("TEST_SUBSCRIPTIONS");
    return text ? std::atoi(text) : 60;
}

class DeliveringServers : public testing::Test {
  protected:
    DeliveringServers() {
        for (int user = 0; user < number_of_subscriptions() / kSubscriptionsPerUser; ++user) {
            const accounts::Actor admin = given::user(*db, company);
            for (int i = 0; i < kSubscriptionsPerUser; ++i) {
                paths.push_back("/" + std::to_string(paths.size()));
                subscriptions.push_back(test::given_subscription(
                    *db, admin, company, receiver.url(paths.back()), {"job.created"}));
            }
        }
    }

    void start(int number) {
        std::vector<std::string> names;
        for (int i = 0; i < number; ++i) names.push_back("server" + std::to_string(i));
        // So that each of them knows all others from the beginning.
        db->write(std::nullopt, [&](db::Tx& tx) {
            for (const std::string& each : names) work::store::live_servers(tx, each, 15s);
        });
        for (const std::string& each : names)
            servers.push_back(std::make_unique<test::DeliveringServer>(db.database(), receiver, each, 250ms));
    }

    // On one of the servers, or elsewhere.
    void happen(db::Db& where, int times = 1) {
        where.write(company, [&](db::Tx& tx) {
            for (int i = 0; i < times; ++i) events::append(tx, events::JobCreated{tx.new_id<JobId>()});
        });
        happened += static_cast<std::size_t>(times);
    }

    std::vector<std::string> rows(const std::string& sql) const { return session.select(sql); }
    void expect_all_delivered() {
        EXPECT_TRUE(test::eventually([&] { return rows("SELECT 1 FROM delivery LIMIT 1").empty(); }))
            << "now: " << db.database().clock.now().ms
            << "\nwaiting: " << testing::PrintToString(rows("SELECT d::text FROM delivery d LIMIT 3"))
            << "\nfailed attempts: "
            << testing::PrintToString(rows("SELECT c::text FROM callback c WHERE status = 'failed' LIMIT 3"))
            << "\ndatabase: "
            << testing::PrintToString(rows(
                   "SELECT concat_ws(' ', pid, state, now() - state_change, wait_event_type, wait_event, "
                   "pg_blocking_pids(pid), left(query, 100)) FROM pg_stat_activity "
                   "WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()"));
    }
    void expect_received_once() {
        for (const std::string& path : paths) {
            std::set<std::string> events;
            const auto received = receiver.deliveries(path);
            for (const auto& each : received) events.insert(each.header("event-id"));
            EXPECT_EQ(events.size(), happened) << path;
            EXPECT_EQ(received.size(), happened) << path;
        }
    }

    struct Cost {
        double claims = 0;      // that search the queue of a subscription, per delivery
        double statements = 0;  // per delivery, without the polls
    };
    // `wave` makes events, of which every subscription is notified.
    Cost cost_of(const std::function<void(int number)>& wave) {
        test::postgres_command(db_postgres()->url(), "SELECT pg_stat_statements_reset()");
        for (int i = 0; i < kWaves; ++i) {
            wave(i);
            expect_all_delivered();
            db.database().clock.advance(1ms);
        }
        const auto calls = [&](const std::string& which) {
            return std::stod(
                rows("SELECT COALESCE(sum(calls), 0) FROM pg_stat_statements WHERE dbid = (SELECT oid "
                     "FROM pg_database WHERE datname = current_database()) AND " +
                     which)
                    .at(0));
        };
        const double deliveries = static_cast<double>(paths.size()) * kWaves * kEventsPerWave;
        const double claims = calls("query LIKE '%AS lane_0%'");
        const double writes = calls(
            "(query LIKE '%UPDATE delivery %' OR query LIKE '%DELETE FROM delivery %' OR "
            "query LIKE '%UPDATE webhook_health %' OR query LIKE '%INSERT INTO callback %')");
        return {claims / deliveries, (claims + writes) / deliveries};
    }
    Cost cost_with(int number, const std::function<void(int number)>& wave) {
        start(number);
        wave(0);
        expect_all_delivered();
        const Cost cost = cost_of(wave);
        RecordProperty("claims_of_" + std::to_string(number), std::to_string(cost.claims));
        RecordProperty("statements_of_" + std::to_string(number), std::to_string(cost.statements));
        servers.clear();
        return cost;
    }
    // One to delete it, one for its log, and a part of claim and lease: several deliveries share these, the
    // more at a time the fewer servers there are.
    bool are_few() const { return paths.size() <= 100; }  // so that all can be notified at once
    double most_statements() const { return are_few() ? 2.8 : 4; }

    const test::PostgresDatabase* db_postgres() const { return db_->database().postgres.get(); }

    const std::unique_ptr<test::MeasuredDatabase> db_ =
        std::make_unique<test::MeasuredDatabase>(test::Engine::postgres);
    test::MeasuredDatabase& db = *db_;
    const test::PostgresSession session{db_postgres()->url()};
    test::Receiver receiver;
    CompanyId company = given::company(*db);
    std::vector<std::string> paths;
    std::vector<SubscriptionId> subscriptions;
    std::vector<std::unique_ptr<test::DeliveringServer>> servers;
    std::size_t happened = 0;
};

TEST_F(DeliveringServers, MoreServersNeedNoMoreStatementsForWhatTheyFind) {
    const auto elsewhere = [&](int) { happen(*db, kEventsPerWave); };
    const Cost few = cost_with(2, elsewhere);
    const Cost many = cost_with(8, elsewhere);
    EXPECT_LT(many.claims, 1.2 * few.claims) << "of two servers: " << few.claims;
    EXPECT_LT(many.claims, 1.2 / kEventsPerWave) << "one claim takes all of a wave";
    EXPECT_LT(few.statements, most_statements());
    EXPECT_LT(many.statements, most_statements());
    expect_received_once();
}

TEST_F(DeliveringServers, MoreServersNeedNoMoreStatementsForWhatTheyAccept) {
    const auto on_each = [&](int wave) {
        for (int i = 0; i < kEventsPerWave; ++i)
            happen(**servers.at(static_cast<std::size_t>(wave + i) % servers.size()));
    };
    for (const Cost& cost : {cost_with(2, on_each), cost_with(8, on_each)}) {
        EXPECT_LT(cost.claims, are_few() ? 0.5 : 1)
            << "each event is claimed for all of its subscriptions at once";
        EXPECT_LT(cost.statements, most_statements());
    }
    expect_received_once();
}

TEST_F(DeliveringServers, WhatADeadServerPrefersIsTakenOverWhenItIsOverdue) {
    const std::vector<std::string> names{"dead", "server0", "server1"};
    db->write(std::nullopt, [](db::Tx& tx) { work::store::live_servers(tx, "dead", 15s); });
    for (int i = 0; i < 2; ++i)
        servers.push_back(std::make_unique<test::DeliveringServer>(db.database(), receiver,
                                                                   "server" + std::to_string(i), 50ms));
    std::set<std::string> left;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (work::rank("dead", names, subscriptions[i].text()) == 0) left.insert(paths[i]);
    ASSERT_GT(left.size(), paths.size() / 12);
    ASSERT_LT(left.size(), paths.size() * 2 / 3);
    ASSERT_TRUE(test::eventually([&] { return rows("SELECT name FROM live_server").size() == 3; }));
    happen(*db);
    const std::string waiting = "SELECT 1 FROM delivery";
    EXPECT_TRUE(test::eventually([&] { return rows(waiting).size() <= left.size(); }));
    for (const std::string& path : left) EXPECT_EQ(receiver.deliveries(path).size(), 0U) << path;
    db.database().clock.advance(5s);
    expect_all_delivered();
    expect_received_once();
}

TEST_F(DeliveringServers, WhatAServerHeldWhenItDiedIsDeliveredWhenItsLeaseEnds) {
    happen(*db);
    db->write(std::nullopt, [&](db::Tx& tx) {
        work::store::live_servers(tx, "dead", 15s);
        for (const SubscriptionId& each : subscriptions)
            webhooks::store::claim(tx, each, 1, {.node = "dead", .token = "dead", .duration = 30s});
    });
    start(2);
    db.database().clock.advance(20s);
    happen(**servers.front());
    EXPECT_TRUE(test::eventually([&] { return rows("SELECT 1 FROM delivery").size() == paths.size(); }));
    db.database().clock.advance(10s);
    expect_all_delivered();
    expect_received_once();
}

TEST_F(DeliveringServers, NothingIsLostOrRepeatedWhileServersComeAndGo) {
    start(3);
    for (int i = 0; i < 3; ++i) {
        for (const auto& each : servers) happen(**each, 3);
        happen(*db, 3);
        servers.erase(servers.begin());
        servers.push_back(std::make_unique<test::DeliveringServer>(db.database(), receiver,
                                                                   "later" + std::to_string(i), 50ms));
        db.database().clock.advance(5s);
    }
    expect_all_delivered();
    expect_received_once();
}

TEST_F(DeliveringServers, AServerThatStopsIsNotWaitedFor) {
    start(2);
    servers.erase(servers.begin());
    EXPECT_EQ(rows("SELECT name FROM live_server"), std::vector<std::string>{"server1"});
}

}  // namespace
}  // namespace callboard
