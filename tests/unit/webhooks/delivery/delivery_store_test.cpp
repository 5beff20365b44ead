#include "webhooks/delivery/delivery_store.h"

#include <chrono>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/outbox.h"
#include "subscriptions/subscription_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"
#include "webhooks/delivery/recovery_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;
using webhooks::EarliestDue;
using webhooks::Lane;
using webhooks::store::Claim;
using webhooks::store::Claimed;

constexpr db::Sql kRows{"test_delivery_rows", R"(
    SELECT state, lane, attempts, due_at, leased_until, lease_token FROM delivery WHERE company_id = $1
    ORDER BY event_id)"};

struct Stored {
    std::string state;
    std::int64_t lane;
    std::int64_t attempts;
    Timestamp due_at;
    std::int64_t leased_until;
    std::string node;
};

class DeliveryStore : public test::EachDatabase {
  protected:
    SubscriptionId given_subscription(const std::vector<std::string>& events = {"job.created"}) {
        return db->write(company, [&](db::Tx& tx) {
            const auto made =
                webhooks::create(tx, admin,
                                 {.callback_url = "https://hooks.example.com/in",
                                  .events = events,
                                  .alerting_email = {},
                                  .auth = {}},
                                 webhooks::AddressGuard{webhooks::AddressRules{}}, test::test_seal());
            webhooks::activate(tx, admin, made);
            return made.id;
        });
    }
    EventId happen() {
        return db->write(
            company, [&](db::Tx& tx) { return events::append(tx, events::JobCreated{tx.new_id<JobId>()}); });
    }
    void happen_often(int times) {
        db->write(company, [&](db::Tx& tx) {
            for (int i = 0; i < times; ++i) events::append(tx, events::JobCreated{tx.new_id<JobId>()});
        });
    }
    Claim claim(std::size_t wanted, const std::string& node = "here") {
        return claim(subscription, wanted, node);
    }
    Claim claim(const SubscriptionId& whose, std::size_t wanted, const std::string& node = "here") {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim(tx, whose, wanted, {.node = node, .token = node, .duration = 30s});
        });
    }
    std::vector<webhooks::store::ClaimedEvent> claim_event(const EventId& event,
                                                           const std::vector<SubscriptionId>& whose) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim_event(tx, company, event, whose,
                                                {.node = "here", .token = "here/1", .duration = 30s});
        });
    }
    template <class What>
    void write(What what) {
        db->write(std::nullopt, [&](db::Tx& tx) { what(tx); });
    }
    std::vector<Stored> rows() {
        return db->read(company, [](db::Snapshot& snapshot) {
            return snapshot.all(kRows, {}, [](const db::Row& row) {
                return Stored{row.string(0),    row.integer(1), row.integer(2),
                              {row.integer(3)}, row.integer(4), row.string(5)};
            });
        });
    }
    std::vector<webhooks::store::Waiting> waiting() {
        return db->read(std::nullopt, webhooks::store::waiting);
    }

    CompanyId company = given::company(*db);
    accounts::Actor admin = given::user(*db, company);
    SubscriptionId subscription = given_subscription();
};

TEST_P(DeliveryStore, AnEventIsMeantForThoseWhoAreActiveWhenItHappens) {
    const SubscriptionId other = given_subscription({"job.updated"});
    const SubscriptionId paused = given_subscription();
    db->write(company, [&](db::Tx& tx) { webhooks::deactivate(tx, admin, paused); });
    happen();
    EXPECT_THAT(claim(8).deliveries, SizeIs(1));
    EXPECT_THAT(claim(other, 8).deliveries, IsEmpty());
    db->write(company, [&](db::Tx& tx) {
        const auto as_it_is = webhooks::get(tx, admin, paused);
        webhooks::activate(tx, admin, as_it_is);
    });
    EXPECT_THAT(claim(paused, 8).deliveries, IsEmpty());
}

TEST_P(DeliveryStore, AClaimTellsEverythingThatIsSent) {
    const EventId event = happen();
    const Claim made = claim(8);
    ASSERT_THAT(made.deliveries, SizeIs(1));
    const Claimed& delivery = made.deliveries.front();
    EXPECT_EQ(delivery.event, event);
    EXPECT_EQ(delivery.event_name, "job.created");
    EXPECT_THAT(delivery.payload, testing::StartsWith("{\"id\":\""));
    EXPECT_THAT(delivery.link, testing::StartsWith("/jobs/"));
    EXPECT_EQ(delivery.lane, Lane::fresh);
    EXPECT_EQ(delivery.attempts, 0);
    EXPECT_TRUE(made.has_all());
    EXPECT_EQ(made.version, 2);
}

TEST_P(DeliveryStore, AnEventWithoutALinkHasNone) {
    const SubscriptionId subscription = given_subscription({"candidate.deleted"});
    db->write(company,
              [&](db::Tx& tx) { events::append(tx, events::CandidateDeleted{tx.new_id<CandidateId>()}); });
    const Claim made = claim(subscription, 8);
    ASSERT_THAT(made.deliveries, SizeIs(1));
    EXPECT_EQ(made.deliveries.front().link, "");
    EXPECT_EQ(made.deliveries.front().event_name, "candidate.deleted");
    EXPECT_FALSE(made.deliveries.front().payload.empty());
}

TEST_P(DeliveryStore, WhatIsTakenIsNotTakenAgainWhileTheLeaseLasts) {
    happen();
    EXPECT_THAT(claim(8, "here").deliveries, SizeIs(1));
    EXPECT_THAT(claim(8, "there").deliveries, IsEmpty());
    clock.advance(29s);
    EXPECT_THAT(claim(8, "there").deliveries, IsEmpty());
    clock.advance(1s);
    EXPECT_THAT(claim(8, "there").deliveries, SizeIs(1));
}

TEST_P(DeliveryStore, TakesTheOldestFirstAndNoMoreThanWanted) {
    happen_often(20);
    const Claim first = claim(8);
    ASSERT_THAT(first.deliveries, SizeIs(8));
    EXPECT_FALSE(first.has_all());
    EXPECT_TRUE(std::ranges::is_sorted(first.deliveries, {}, &Claimed::event));
    const Claim second = claim(8);
    EXPECT_LT(first.deliveries.back().event, second.deliveries.front().event);
    const Claim third = claim(8);
    EXPECT_THAT(third.deliveries, SizeIs(4));
    EXPECT_TRUE(third.has_all());
}

TEST_P(DeliveryStore, AFewOfThoseThatAreTriedAgainAreTakenWhateverIsFresh) {
    happen_often(5);
    const Claim first = claim(8);
    write([&](db::Tx& tx) {
        for (const Claimed& each : first.deliveries)
            webhooks::store::due_again(tx, subscription, each.event, "here", 0, tx.now + 60s);
    });
    clock.advance(60s);
    happen_often(20);
    const Claim mixed = claim(8);
    EXPECT_EQ(std::ranges::count(mixed.deliveries, Lane::fresh, &Claimed::lane), 8);
    EXPECT_EQ(std::ranges::count(mixed.deliveries, Lane::retry, &Claimed::lane), 2);
    EXPECT_EQ(mixed.deliveries.front().lane, Lane::fresh);
}

TEST_P(DeliveryStore, WhatWasDeliveredLeavesTheQueue) {
    const EventId event = happen();
    claim(8);
    write([&](db::Tx& tx) { webhooks::store::delivered(tx, subscription, event, "here"); });
    EXPECT_THAT(rows(), IsEmpty());
}

TEST_P(DeliveryStore, WhatFailedIsDueAgainLater) {
    const EventId event = happen();
    claim(8);
    const Timestamp later = clock.now() + 60s;
    write([&](db::Tx& tx) { webhooks::store::due_again(tx, subscription, event, "here", 0, later); });
    ASSERT_THAT(rows(), SizeIs(1));
    EXPECT_EQ(rows().front().attempts, 1);
    EXPECT_EQ(rows().front().due_at, later);
    EXPECT_THAT(claim(8).deliveries, IsEmpty());
    clock.advance(60s);
    const Claim again = claim(8);
    ASSERT_THAT(again.deliveries, SizeIs(1));
    EXPECT_EQ(again.deliveries.front().attempts, 1);
    EXPECT_EQ(again.deliveries.front().lane, Lane::retry);
}

TEST_P(DeliveryStore, WhatWasGivenUpStaysAndIsNotTaken) {
    const EventId event = happen();
    claim(8);
    write([&](db::Tx& tx) { EXPECT_TRUE(webhooks::store::given_up(tx, subscription, event, "here", 0)); });
    ASSERT_THAT(rows(), SizeIs(1));
    EXPECT_EQ(rows().front().state, "GIVEN_UP");
    clock.advance(24h);
    EXPECT_THAT(claim(8).deliveries, IsEmpty());
    EXPECT_THAT(waiting(), IsEmpty());
}

// A node that was stopped for longer than its lease can no longer report an outcome.
TEST_P(DeliveryStore, WhoLostTheLeaseChangesNothing) {
    const EventId event = happen();
    claim(8, "here");
    clock.advance(30s);
    claim(8, "there");
    const auto before = rows().front();
    write([&](db::Tx& tx) {
        webhooks::store::delivered(tx, subscription, event, "here");
        webhooks::store::due_again(tx, subscription, event, "here", 0, tx.now + 1h);
        EXPECT_FALSE(webhooks::store::given_up(tx, subscription, event, "here", 0));
        webhooks::store::release(tx, subscription, event, "here");
    });
    ASSERT_THAT(rows(), SizeIs(1));
    EXPECT_EQ(rows().front().node, "there");
    EXPECT_EQ(rows().front().leased_until, before.leased_until);
    EXPECT_EQ(rows().front().attempts, 0);
}

// A write whose commit was lost is repeated.
TEST_P(DeliveryStore, AnAttemptIsCountedOnce) {
    const EventId event = happen();
    claim(8);
    for (int i = 0; i < 2; ++i)
        write([&](db::Tx& tx) { webhooks::store::due_again(tx, subscription, event, "here", 0, tx.now); });
    EXPECT_EQ(rows().front().attempts, 1);
}

// A recovery during the last attempt: the outcome of that attempt does not count.
TEST_P(DeliveryStore, WhatWasQueuedAgainMeanwhileIsNotGivenUp) {
    const EventId event = happen();
    claim(8);
    write([&](db::Tx& tx) { webhooks::store::due_again(tx, subscription, event, "here", 0, tx.now); });
    claim(8);
    db->write(company, [&](db::Tx& tx) { webhooks::store::queue_again(tx, subscription, event); });
    write([&](db::Tx& tx) { webhooks::store::given_up(tx, subscription, event, "here", 1); });
    const Claim again = claim(8);
    ASSERT_THAT(again.deliveries, SizeIs(1));
    EXPECT_EQ(again.deliveries.front().attempts, 0);
    EXPECT_EQ(again.deliveries.front().lane, Lane::replay);
}

// Each claim of a redelivery has its own token: the previous attempt can no longer report an outcome.
TEST_P(DeliveryStore, WhatWasQueuedAgainDuringAnAttemptIsNotEndedByIt) {
    const EventId event = happen();
    claim(8);
    const auto queue = [&] {
        db->write(company, [&](db::Tx& tx) { webhooks::store::queue_again(tx, subscription, event); });
    };
    const auto claim_as = [&](const std::string& token) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim(tx, subscription, 8,
                                          {.node = "here", .token = token, .duration = 30s});
        });
    };

    queue();
    const Claim second = claim_as("here/1");
    ASSERT_THAT(second.deliveries, SizeIs(1));
    write([&](db::Tx& tx) { webhooks::store::delivered(tx, subscription, event, "here"); });
    EXPECT_THAT(rows(), SizeIs(1)) << "what the first attempt brought is not the answer to the request";

    queue();
    ASSERT_THAT(claim_as("here/2").deliveries, SizeIs(1));
    write(
        [&](db::Tx& tx) { webhooks::store::delivered(tx, subscription, event, second.deliveries[0].token); });
    EXPECT_THAT(rows(), SizeIs(1));

    EXPECT_EQ(db->write(std::nullopt, [](db::Tx& tx) { return webhooks::store::release_all(tx, "her"); }), 0);
    EXPECT_EQ(db->write(std::nullopt, [](db::Tx& tx) { return webhooks::store::release_all(tx, "here"); }),
              1);
}

TEST_P(DeliveryStore, WhatANodeHeldWhenItDiedIsFreeWhenItStartsAgain) {
    happen_often(3);
    claim(8, "here");
    happen();
    claim(8, "there");
    EXPECT_EQ(db->write(std::nullopt, [](db::Tx& tx) { return webhooks::store::release_all(tx, "here"); }),
              3);
    EXPECT_THAT(claim(8, "else").deliveries, SizeIs(3));
}

TEST_P(DeliveryStore, NothingIsTakenForASubscriptionThatIsNotActive) {
    happen();
    db->write(company, [&](db::Tx& tx) { webhooks::deactivate(tx, admin, subscription); });
    EXPECT_THAT(claim(8).deliveries, IsEmpty());
    EXPECT_THAT(waiting(), IsEmpty());
    EXPECT_THAT(rows(), SizeIs(1)) << "it is kept";
}

TEST_P(DeliveryStore, TellsForWhomSomethingWaitsAndSinceWhen) {
    const SubscriptionId other = given_subscription();
    given_subscription({"job.updated"});
    const Timestamp first = clock.now();
    happen();
    clock.advance(10s);
    happen();
    const auto found = waiting();
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ((std::set{found[0].subscription, found[1].subscription}), (std::set{subscription, other}));
    EXPECT_EQ(found[0].claimable.of(Lane::fresh), first);
    EXPECT_EQ(found[1].claimable.of(Lane::fresh), first);
    EXPECT_EQ(found[0].claimable.of(Lane::retry), EarliestDue::kNever);
    EXPECT_THAT(found, Each(Field(&webhooks::store::Waiting::company, company)));
}

TEST_P(DeliveryStore, WhatIsLeasedWaitsButCannotBeClaimed) {
    const Timestamp first = clock.now();
    happen();
    claim(8);
    ASSERT_THAT(waiting(), SizeIs(1));
    EXPECT_TRUE(waiting().front().claimable.is_never());
    clock.advance(10s);
    const EventId second = happen();
    EXPECT_EQ(waiting().front().claimable.first(), first + 10s);
    clock.advance(20s);
    EXPECT_EQ(waiting().front().claimable.first(), first) << "the lease has ended";
    claim(8);
    write([&](db::Tx& tx) { webhooks::store::due_again(tx, subscription, second, "here", 0, tx.now + 60s); });
    EXPECT_EQ(waiting().front().claimable.of(Lane::retry), clock.now() + 60s);
    EXPECT_EQ(waiting().front().claimable.of(Lane::fresh), EarliestDue::kNever);
}

TEST_P(DeliveryStore, AClaimStartsAtTheGivenTimes) {
    const EventId first = happen();
    clock.advance(10s);
    const EventId second = happen();
    const auto claim_from = [&](const EarliestDue& from) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::claim(tx, subscription, 8,
                                          {.node = "here", .token = "here", .duration = 30s}, from);
        });
    };
    EXPECT_THAT(claim_from({}).deliveries, IsEmpty());
    EXPECT_THAT(claim_from({Lane::retry, Timestamp{}}).deliveries, IsEmpty());
    EXPECT_THAT(claim_from({Lane::fresh, clock.now()}).deliveries,
                ElementsAre(Field(&Claimed::event, second)));
    EXPECT_THAT(claim_from(EarliestDue::beginning()).deliveries, ElementsAre(Field(&Claimed::event, first)));
}

TEST_P(DeliveryStore, TheNextClaimContinuesWhereTheLastOneEnded) {
    for (int i = 0; i < 20; ++i) {
        happen();
        clock.advance(1s);
    }
    const Timestamp first = clock.now() - 20s;
    const Claim eight = claim(8);
    EXPECT_EQ(eight.remaining.of(Lane::fresh), first + 7s);
    EXPECT_EQ(eight.remaining.of(Lane::retry), EarliestDue::kNever);
    EXPECT_EQ(eight.remaining.of(Lane::replay), EarliestDue::kNever);
    claim(8);
    EXPECT_TRUE(claim(8).remaining.is_never());
}

TEST_P(DeliveryStore, TwoNodesThatTakeAtOnceNeverTakeTheSame) {
    happen_often(200);
    std::array<std::vector<Claimed>, 4> taken;
    {
        std::vector<std::jthread> nodes;
        for (std::size_t node = 0; node < taken.size(); ++node) {
            nodes.emplace_back([&, node] {
                for (int i = 0; i < 20; ++i)
                    for (auto& each : claim(8, "node" + std::to_string(node)).deliveries)
                        taken[node].push_back(std::move(each));
            });
        }
    }
    std::set<EventId> events;
    std::size_t all = 0;
    for (const auto& of_node : taken) {
        all += of_node.size();
        for (const Claimed& each : of_node) events.insert(each.event);
    }
    EXPECT_EQ(all, 200U);
    EXPECT_EQ(events.size(), 200U);
}

// --- claims of an event

TEST_P(DeliveryStore, AClaimOfAnEventTellsEverythingThatIsSent) {
    const SubscriptionId other = given_subscription();
    const EventId event = happen();
    happen();
    const auto made = claim_event(event, {subscription, other});
    ASSERT_THAT(made, SizeIs(2));
    for (const auto& each : made) {
        EXPECT_EQ(each.version, 2);
        EXPECT_EQ(each.delivery.event, event);
        EXPECT_EQ(each.delivery.lane, Lane::fresh);
        EXPECT_EQ(each.delivery.attempts, 0);
        EXPECT_EQ(each.delivery.due_at, clock.now());
        EXPECT_EQ(each.delivery.event_name, "job.created");
        EXPECT_THAT(each.delivery.payload, testing::StartsWith("{\"id\":\""));
        EXPECT_THAT(each.delivery.link, testing::StartsWith("/jobs/"));
        EXPECT_EQ(each.delivery.token, "here");
    }
    EXPECT_NE(made[0].subscription, made[1].subscription);
    EXPECT_THAT(claim_event(event, {subscription, other}), IsEmpty()) << "they are leased";
    EXPECT_THAT(claim(8).deliveries, SizeIs(1)) << "the second event";
}

TEST_P(DeliveryStore, AClaimOfAnEventLeavesWhatIsHeldOrNotMeantForIt) {
    const SubscriptionId held = given_subscription();
    const SubscriptionId paused = given_subscription();
    const SubscriptionId tried = given_subscription();
    const SubscriptionId of_other_events = given_subscription({"job.updated"});
    const EventId event = happen();
    claim(held, 8, "there");
    claim(tried, 8, "there");
    write([&](db::Tx& tx) { webhooks::store::due_again(tx, tried, event, "there", 0, tx.now); });
    db->write(company, [&](db::Tx& tx) { webhooks::deactivate(tx, admin, paused); });

    const auto made = claim_event(event, {held, paused, tried, of_other_events, subscription});

    ASSERT_THAT(made, SizeIs(1));
    EXPECT_EQ(made[0].subscription, subscription);
    EXPECT_EQ(made[0].delivery.event_name, "job.created") << "although it is not the first one";
}

TEST_P(DeliveryStore, AClaimOfAnEventIsForAnyNumberOfSubscriptions) {
    std::vector<SubscriptionId> all{subscription};
    for (int user = 0; user < 2; ++user) {
        admin = given::user(*db, company);
        for (int i = 0; i < 20; ++i) all.push_back(given_subscription());
    }
    for (const std::size_t number : {2U, 9U, 33U, 41U}) {
        const EventId event = happen();
        const auto made =
            claim_event(event, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(number)});
        std::set<SubscriptionId> whose;
        for (const auto& each : made) {
            whose.insert(each.subscription);
            EXPECT_FALSE(each.delivery.payload.empty());
        }
        EXPECT_EQ(whose.size(), number);
        EXPECT_EQ(made.size(), number);
        const std::vector<SubscriptionId> those{whose.begin(), whose.end()};
        write([&](db::Tx& tx) { webhooks::store::delivered(tx, those, event, "here"); });
    }
    EXPECT_EQ(rows().size(), 4 * all.size() - 2 - 9 - 33 - 41);
}

// Rows that another transaction has locked are not waited for: it may be one of a server that hangs.
TEST_P(DeliveryStore, AClaimOfAnEventDoesNotWait) {
    if (GetParam() == test::Engine::sqlite) return;  // one writer
    const SubscriptionId other = given_subscription();
    const EventId event = happen();
    const auto elsewhere = db.open_again();
    elsewhere->write(std::nullopt, [&](db::Tx& tx) {
        webhooks::store::claim(tx, other, 8, {.node = "there", .token = "there", .duration = 30s});
        const auto made = claim_event(event, {other, subscription});
        ASSERT_THAT(made, SizeIs(1));
        EXPECT_EQ(made[0].subscription, subscription);
    });
}

TEST_P(DeliveryStore, ADeliveryToAllEndsOnlyTheLeasesOfItsToken) {
    const SubscriptionId other = given_subscription();
    const SubscriptionId third = given_subscription();
    const EventId event = happen();
    claim_event(event, {subscription, other});
    claim(third, 8, "there");
    const std::vector<SubscriptionId> all{subscription, other, third};
    write([&](db::Tx& tx) { webhooks::store::delivered(tx, all, event, "here"); });
    ASSERT_THAT(rows(), SizeIs(1));
    EXPECT_EQ(rows().front().node, "there");
}

TEST_P(DeliveryStore, AClaimOfManyLeasesExactlyThose) {
    happen_often(100);
    EXPECT_THAT(claim(32, "there").deliveries, SizeIs(32));
    const Claim made = claim(64);
    EXPECT_THAT(made.deliveries, SizeIs(64));
    const auto all = rows();
    EXPECT_EQ(std::ranges::count(all, "there", &Stored::node), 32);
    EXPECT_EQ(std::ranges::count(all, "here", &Stored::node), 64);
    EXPECT_EQ(std::ranges::count(all, 0, &Stored::leased_until), 4);
}

TEST_P(DeliveryStore, FailuresAreCountedInARowAndForgottenWithASuccess) {
    const auto note = [&](const webhooks::store::HealthUpdate& update) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return webhooks::store::record_health(tx, company, subscription, update);
        });
    };
    const Timestamp activated = clock.now();
    clock.advance(1h);
    EXPECT_EQ(note({.succeeded = false, .failures = 3})->failures_in_row, 3);
    const auto streak = note({.succeeded = false, .failures = 2});
    EXPECT_EQ(streak->failures_in_row, 5);
    EXPECT_EQ(streak->no_success_since, activated);
    EXPECT_FALSE(note({.succeeded = true, .failures = 1}).has_value());
    const Timestamp succeeded = clock.now();
    clock.advance(1h);
    EXPECT_EQ(note({.succeeded = false, .failures = 1})->failures_in_row, 2);
    EXPECT_EQ(note({.succeeded = false, .failures = 1})->no_success_since, succeeded);
}

RUN_ON_EACH_DATABASE(DeliveryStore);

}  // namespace
}  // namespace callboard
