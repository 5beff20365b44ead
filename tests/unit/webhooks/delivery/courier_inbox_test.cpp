#include "webhooks/delivery/courier_inbox.h"

#include <array>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::SizeIs;

const CompanyId kCompany = CompanyId::from_trusted("0189cb00-0000-7000-8000-00000000000c");
const SubscriptionId kSubscription = SubscriptionId::from_trusted("0189cb00-0000-7000-8000-000000000001");
const SubscriptionId kOther = SubscriptionId::from_trusted("0189cb00-0000-7000-8000-000000000002");

class CourierInboxTest : public testing::Test {
  protected:
    void announce(std::string_view topic) {
        const std::array announcements{db::Announcement{kCompany, std::string{topic}}};
        inbox.announce(announcements);
    }
    CourierInbox::Content take() { return inbox.wait_until({}); }

    static Attempt attempt() {
        return {.target = nullptr,
                .callback = CallbackId::from_trusted("0189cb00-0000-7000-8000-000000000003"),
                .event = EventId::from_trusted("0189cb00-0000-7000-8000-000000000004"),
                .token = "here",
                .transcript = {}};
    }

    CourierInbox inbox;
};

TEST_F(CourierInboxTest, GivesWhatHasComeOnce) {
    EXPECT_THAT(take().attempts, IsEmpty());
    inbox.add(attempt());
    announce("job.created");
    inbox.end_claims();
    inbox.end_results();
    inbox.end_poll();
    const auto first = take();
    EXPECT_THAT(first.attempts, SizeIs(1));
    EXPECT_THAT(first.announcements, SizeIs(1));
    EXPECT_TRUE(first.claims_finished);
    EXPECT_TRUE(first.results_finished);
    EXPECT_TRUE(first.poll_finished);
    EXPECT_FALSE(first.is_stopping);
    const auto second = take();
    EXPECT_THAT(second.attempts, IsEmpty());
    EXPECT_THAT(second.announcements, IsEmpty());
    EXPECT_FALSE(second.claims_finished);
    EXPECT_FALSE(second.results_finished);
    EXPECT_FALSE(second.poll_finished);
}

TEST_F(CourierInboxTest, StopsForGood) {
    inbox.stop();
    EXPECT_TRUE(take().is_stopping);
    EXPECT_TRUE(take().is_stopping);
}

TEST_F(CourierInboxTest, KnowsOfAChangeUntilItIsTaken) {
    announce("job.created");
    EXPECT_FALSE(inbox.has_change_of(kSubscription));
    announce(kSubscription.text());
    EXPECT_TRUE(inbox.has_change_of(kSubscription));
    EXPECT_FALSE(inbox.has_change_of(kOther));
    take();
    EXPECT_FALSE(inbox.has_change_of(kSubscription));
}

TEST_F(CourierInboxTest, WaitsForResultsAndLeavesTheRest) {
    announce("job.created");
    inbox.stop();
    const std::jthread sender{[this] { inbox.add(attempt()); }};
    const auto results = inbox.wait_for_results();
    EXPECT_THAT(results.attempts, SizeIs(1));
    EXPECT_THAT(results.announcements, IsEmpty());
    EXPECT_THAT(take().announcements, SizeIs(1));
}

}  // namespace
}  // namespace callboard::webhooks
