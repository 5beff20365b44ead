#include "webhooks/delivery/endpoints.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::webhooks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using enum Pace::Answer;

const CompanyId kCompany = CompanyId::from_trusted("0189cb00-0000-7000-8000-00000000000c");

SubscriptionId subscription(int number) {
    return SubscriptionId::from_trusted("0189cb00-0000-7000-8000-0000000000" + std::to_string(10 + number));
}

std::vector<store::Claimed> deliveries(int number, int first = 0) {
    std::vector<store::Claimed> made;
    for (int i = first; i < first + number; ++i) {
        made.push_back(
            {.event = EventId::from_trusted("0189cb00-0000-7000-8000-00000001" + std::to_string(1000 + i)),
             .event_name = "job.created",
             .payload = "{}"});
    }
    return made;
}

class EndpointsTest : public testing::Test {
  protected:
    Endpoint& due(int number) {
        endpoints.mark_due(subscription(number), kCompany, EarliestDue::beginning());
        return *endpoints.find(subscription(number));
    }

    // The number sent to each.
    std::map<SubscriptionId, int> send() {
        std::map<SubscriptionId, int> sent;
        endpoints.send([&](Endpoint& endpoint, const LeasedDelivery&) {
            endpoints.sent(endpoint);
            ++sent[endpoint.subscription];
        });
        return sent;
    }

    void fail_until_open(Endpoint& endpoint) {
        for (std::size_t i = 0; i < Pace::kFailuresBeforeOpen; ++i) {
            endpoints.sent(endpoint);
            endpoints.answered(endpoint, no_answer);
        }
    }

    Endpoints endpoints{20};
};

TEST_F(EndpointsTest, HoldsWhatIsHeldOnceUnlessItIsAskedForAgain) {
    Endpoint& endpoint = due(1);
    endpoints.hold(endpoint, deliveries(1), {});
    send();

    endpoints.hold(endpoint, deliveries(1), {});
    EXPECT_THAT(endpoint.ready, SizeIs(0)) << "its lease ran out, and it is on its way";

    auto again = deliveries(1);
    again.front().lane = Lane::replay;
    endpoints.hold(endpoint, again, {});
    EXPECT_THAT(endpoint.ready, SizeIs(1));
    EXPECT_THAT(endpoint.events, SizeIs(2));
    Endpoints::forget_event(endpoint, again.front().event);
    EXPECT_THAT(endpoint.events, SizeIs(1));
}

TEST_F(EndpointsTest, SendsNoMoreThanTheSubscribersPaceAllows) {
    Endpoint& endpoint = due(1);
    endpoints.hold(endpoint, deliveries(10), {});
    EXPECT_EQ(send()[subscription(1)], 4);
    EXPECT_EQ(send()[subscription(1)], 0);
    endpoints.answered(endpoint, acknowledged);
    EXPECT_EQ(send()[subscription(1)], 1);
}

TEST_F(EndpointsTest, SendsNoMoreThanTheServerMayHaveInFlight) {
    for (int i = 0; i < 9; ++i) endpoints.hold(due(i), deliveries(4), {});
    int sent = 0;
    for (const auto& [id, number] : send()) sent += number;
    EXPECT_EQ(sent, 20);
    EXPECT_EQ(endpoints.in_flight(), 20U);
}

TEST_F(EndpointsTest, GoesOnWithTheNextOneWhenASlotIsFree) {
    for (int i = 0; i < 9; ++i) endpoints.hold(due(i), deliveries(8), {});
    const auto first = send();
    ASSERT_EQ(first.size(), 5U);
    for (const auto& [id, number] : first)
        for (int i = 0; i < number; ++i) endpoints.answered(*endpoints.find(id), acknowledged);
    const auto second = send();
    EXPECT_TRUE(second.contains(subscription(8))) << "those in the back wait for ever";
}

TEST_F(EndpointsTest, TheSilentHaveAQuarterOfAllAndNoMore) {
    for (int i = 0; i < 9; ++i) {
        fail_until_open(due(i));
        endpoints.hold(due(i), deliveries(2), {});
    }
    EXPECT_EQ(endpoints.open_breakers(), 9U);
    EXPECT_THAT(send(), SizeIs(5));
    endpoints.hold(due(20), deliveries(4), {});
    EXPECT_EQ(send()[subscription(20)], 4);
}

TEST_F(EndpointsTest, OfTheSilentNoMoreAreAskedForThanMayBeTried) {
    for (int i = 0; i < 9; ++i) fail_until_open(due(i));
    for (int i = 0; i < 5; ++i) endpoints.hold(due(i), deliveries(1), {});
    send();
    EXPECT_THAT(endpoints.wanted(), SizeIs(0));
    due(20);
    EXPECT_THAT(endpoints.wanted(), SizeIs(1));
}

TEST_F(EndpointsTest, AClaimStartsAtTheEarliestOfAllThatMayBeDue) {
    const auto mark = [&](Lane lane, std::int64_t ms) {
        endpoints.mark_due(subscription(1), kCompany, {lane, Timestamp{ms}});
    };
    mark(Lane::fresh, 30);
    mark(Lane::fresh, 20);
    mark(Lane::retry, 10);
    mark(Lane::fresh, 40);
    const auto wanted = endpoints.wanted();
    ASSERT_THAT(wanted, SizeIs(1));
    EXPECT_EQ(wanted.front().from.of(Lane::fresh), Timestamp{20});
    EXPECT_EQ(wanted.front().from.of(Lane::retry), Timestamp{10});
    EXPECT_EQ(wanted.front().from.of(Lane::replay), EarliestDue::kNever);

    endpoints.claimed(wanted);
    EXPECT_THAT(endpoints.wanted(), SizeIs(0));
    mark(Lane::fresh, 15);  // while the claim is running
    EXPECT_EQ(endpoints.wanted().front().from.of(Lane::fresh), Timestamp{15});
    EXPECT_EQ(endpoints.wanted().front().from.of(Lane::retry), EarliestDue::kNever);
}

TEST_F(EndpointsTest, WhatIsGivenUpIsClaimedAgain) {
    Endpoint& endpoint = due(1);
    endpoints.claimed(endpoints.wanted());
    auto some = deliveries(2);
    some.back().lane = Lane::retry;
    some.back().due_at = Timestamp{7};
    endpoints.hold(endpoint, some, {});
    EXPECT_TRUE(endpoint.due.is_never());
    endpoints.give_up_ready(endpoint);
    EXPECT_EQ(endpoint.due.of(Lane::fresh), Timestamp{});
    EXPECT_EQ(endpoint.due.of(Lane::retry), Timestamp{7});
}

TEST_F(EndpointsTest, OneIsTriedHoweverFewMayBeInFlight) {
    Endpoints few{1};
    few.mark_due(subscription(1), kCompany, EarliestDue::beginning());
    Endpoint& endpoint = *few.find(subscription(1));
    for (std::size_t i = 0; i < Pace::kFailuresBeforeOpen; ++i) {
        few.sent(endpoint);
        few.answered(endpoint, no_answer);
    }
    few.hold(endpoint, deliveries(1), {});
    int sent = 0;
    few.send([&](Endpoint&, const LeasedDelivery&) { ++sent; });
    EXPECT_EQ(sent, 1);
}

TEST_F(EndpointsTest, OneThatAnswersAgainIsNotCountedAmongTheSilent) {
    for (int i = 0; i < 5; ++i) {
        fail_until_open(due(i));
        endpoints.hold(due(i), deliveries(1), {});
    }
    send();
    endpoints.answered(due(0), acknowledged);
    EXPECT_EQ(endpoints.open_breakers(), 4U);
    fail_until_open(due(7));
    endpoints.hold(due(7), deliveries(1), {});
    EXPECT_EQ(send()[subscription(7)], 1);
}

TEST_F(EndpointsTest, MoreIsWantedWhenHalfOfWhatWasHeldIsGone) {
    Endpoint& endpoint = due(1);
    ASSERT_THAT(endpoints.wanted(), SizeIs(1));
    EXPECT_EQ(endpoints.wanted().front().number, 16U);
    endpoints.hold(endpoint, deliveries(9), {});
    EXPECT_THAT(endpoints.wanted(), SizeIs(0));
    endpoint.events.erase(endpoint.events.begin());
    ASSERT_THAT(endpoints.wanted(), SizeIs(1));
    EXPECT_EQ(endpoints.wanted().front().number, 8U);
}

TEST_F(EndpointsTest, OfOneThatDoesNotAnswerOneIsWantedAtATime) {
    Endpoint& endpoint = due(1);
    fail_until_open(endpoint);
    ASSERT_THAT(endpoints.wanted(), SizeIs(1));
    EXPECT_EQ(endpoints.wanted().front().number, 1U);
    endpoints.hold(endpoint, deliveries(1), {});
    EXPECT_THAT(endpoints.wanted(), SizeIs(0));
}

TEST_F(EndpointsTest, NothingIsWantedWhenEnoughIsHeldForAll) {
    for (int i = 0; i < 5; ++i) endpoints.hold(due(i), deliveries(8), {});
    EXPECT_THAT(endpoints.wanted(), SizeIs(0));
}

TEST_F(EndpointsTest, EverybodysTurnComes) {
    for (int i = 0; i < 89; ++i) due(i);
    const auto first = endpoints.wanted();
    ASSERT_THAT(first, SizeIs(64));
    endpoints.claimed(first);
    EXPECT_EQ(endpoints.wanted().front().subscription, subscription(64));
}

TEST_F(EndpointsTest, WhatIsHeldAlreadyIsNotHeldTwice) {
    Endpoint& endpoint = due(1);
    endpoints.hold(endpoint, deliveries(2), {});
    endpoints.hold(endpoint, deliveries(3), {});
    EXPECT_THAT(endpoint.ready, SizeIs(3));
}

TEST_F(EndpointsTest, WhatIsNotSentCanBeGivenUp) {
    Endpoint& endpoint = due(1);
    endpoints.hold(endpoint, deliveries(6), {});
    send();
    EXPECT_THAT(endpoints.give_up_ready(endpoint), SizeIs(2));
    EXPECT_THAT(endpoint.events, SizeIs(4)) << "those on their way are still held";
    EXPECT_THAT(endpoints.with_ready_deliveries(), SizeIs(0));
    endpoints.answered(endpoint, acknowledged);
    EXPECT_TRUE(send().empty());
}

// --- events that are announced

class AnnouncedTest : public EndpointsTest {
  protected:
    static EventId event(int number) {
        return EventId::from_trusted("0189cb00-0000-7000-8000-00000001" + std::to_string(1000 + number));
    }
    void announce(int number, const std::vector<int>& subscribers) {
        std::vector<SubscriptionId> ids;
        for (const int each : subscribers) ids.push_back(subscription(each));
        endpoints.announce(kCompany, event(number), Timestamp{number}, ids);
    }
    // The subscribers of each event that is to be claimed by itself.
    std::map<EventId, std::vector<SubscriptionId>> taken() {
        std::map<EventId, std::vector<SubscriptionId>> found;
        for (const EventClaim& each : endpoints.take_announced())
            for (const auto& subscriber : each.subscribers)
                found[each.event].push_back(subscriber.subscription);
        return found;
    }
    std::vector<SubscriptionId> due() {
        std::vector<SubscriptionId> found;
        for (const ClaimRequest& each : endpoints.wanted()) found.push_back(each.subscription);
        return found;
    }
};

TEST_F(AnnouncedTest, AnEventIsClaimedByItselfForThoseWithNothingElseToDo) {
    EndpointsTest::due(3);
    fail_until_open(*endpoints.find(subscription(3)));
    endpoints.claimed(endpoints.wanted());
    EndpointsTest::due(4);
    announce(1, {5, 4, 3, 2});
    EXPECT_THAT(taken(), ElementsAre(Pair(event(1), ElementsAre(subscription(2), subscription(5)))));
    EXPECT_THAT(due(), UnorderedElementsAre(subscription(3), subscription(4)));
    EXPECT_EQ(endpoints.find(subscription(3))->due.of(Lane::fresh), Timestamp{1});
}

TEST_F(AnnouncedTest, NoMoreAreClaimedByThemselvesThanCanBeSentAtOnce) {
    for (int i = 0; i < 6; ++i) announce(i, {1});
    EXPECT_THAT(taken(), SizeIs(4));
    EXPECT_THAT(due(), ElementsAre(subscription(1)));
    EXPECT_EQ(endpoints.wanted().front().from.of(Lane::fresh), Timestamp{4});
    EXPECT_EQ(endpoints.wanted().front().number, 12U) << "those that are being claimed count";
}

TEST_F(AnnouncedTest, WhatIsHeldLeavesNoRoom) {
    Endpoint& endpoint = EndpointsTest::due(1);
    endpoints.mark_done(subscription(1));
    endpoints.hold(endpoint, deliveries(4), {});
    announce(1, {1});
    EXPECT_THAT(taken(), IsEmpty());
    send();
    for (int i = 0; i < 2; ++i) endpoints.answered(endpoint, acknowledged);
    endpoints.mark_done(subscription(1));
    announce(2, {1});
    EXPECT_THAT(taken(), SizeIs(1)) << "although the results are not written yet";
}

TEST_F(AnnouncedTest, ManyResultsThatAreNotWrittenLeaveNoRoom) {
    Endpoint& endpoint = EndpointsTest::due(1);
    endpoints.claimed(endpoints.wanted());
    endpoints.hold(endpoint, deliveries(16), {});
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(send()[subscription(1)], 4);
        for (int j = 0; j < 4; ++j) endpoints.answered(endpoint, refused);
    }
    announce(20, {1});
    EXPECT_THAT(taken(), IsEmpty());
    EXPECT_EQ(endpoint.due.of(Lane::fresh), Timestamp{20}) << "it is claimed later";

    for (const auto& each : deliveries(16)) Endpoints::forget_event(endpoint, each.event);
    EXPECT_THAT(due(), ElementsAre(subscription(1)));
}

TEST_F(AnnouncedTest, AllOfThemTogetherAreNoMoreThanTheServerMayHaveInFlight) {
    for (int i = 0; i < 7; ++i) announce(i, {1, 2, 3, 4, 5, 6, 7, 8});
    std::size_t number = 0;
    for (const auto& [event, subscribers] : taken()) number += subscribers.size();
    EXPECT_EQ(number, 20U);
    EXPECT_THAT(due(), SizeIs(8));
}

TEST_F(AnnouncedTest, ThereIsRoomAgainAfterTheClaim) {
    for (int i = 0; i < 4; ++i) announce(i, {1});
    const auto claims = endpoints.take_announced();
    ASSERT_THAT(claims, SizeIs(4));
    announce(4, {1});
    EXPECT_THAT(taken(), IsEmpty());
    endpoints.mark_done(subscription(1));
    for (const EventClaim& each : claims) endpoints.conclude(each);
    announce(5, {1});
    EXPECT_THAT(taken(), SizeIs(1));
}

TEST_F(AnnouncedTest, ManyAtOnceAreClaimedInTurn) {
    Endpoints many{100};
    for (int i = 0; i < 40; ++i) many.announce(kCompany, event(i), Timestamp{i}, {subscription(i)});
    EXPECT_THAT(many.take_announced(), SizeIs(32));
    EXPECT_THAT(many.take_announced(), SizeIs(8));
}

}  // namespace
}  // namespace callboard::webhooks
