#include "webhooks/delivery/pending_writes.h"

#include <chrono>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/manual_clock.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;

const SubscriptionId kSubscription = SubscriptionId::from_trusted("0189cb00-0000-7000-8000-000000000001");

EventId event(int number) {
    return EventId::from_trusted("0189cb00-0000-7000-8000-00000001" + std::to_string(1000 + number));
}

Attempt attempt(int number) {
    return {.target = nullptr,
            .callback = CallbackId::from_trusted("0189cb00-0000-7000-8000-000000000002"),
            .event = event(number),
            .token = "here",
            .transcript = {}};
}

class PendingWritesTest : public testing::Test {
  protected:
    test::ManualStopwatch stopwatch;
    PendingWrites pending{stopwatch};
};

TEST_F(PendingWritesTest, WaitsALittleForMore) {
    EXPECT_FALSE(pending.is_due());
    EXPECT_FALSE(pending.deadline());
    const auto began = stopwatch.now();
    pending.add(attempt(1));
    stopwatch.advance(4ms);
    pending.add(attempt(2));
    EXPECT_FALSE(pending.is_due());
    EXPECT_EQ(pending.deadline(), began + 5ms);
    stopwatch.advance(1ms);
    EXPECT_TRUE(pending.is_due());
    EXPECT_THAT(pending.take().attempts, SizeIs(2));
    EXPECT_FALSE(pending.is_due());
    EXPECT_FALSE(pending.deadline());
}

TEST_F(PendingWritesTest, WritesAFullBatchAtOnce) {
    for (int i = 0; i < 63; ++i) pending.add(attempt(i));
    EXPECT_FALSE(pending.is_due());
    pending.add(attempt(63));
    EXPECT_TRUE(pending.is_due());
}

TEST_F(PendingWritesTest, KeepsNoReleaseWaiting) {
    pending.add(Release{kSubscription, event(1), "here"});
    EXPECT_TRUE(pending.is_due());
    EXPECT_THAT(pending.take().releases, SizeIs(1));
    EXPECT_THAT(pending.take().releases, IsEmpty());
}

TEST_F(PendingWritesTest, WhatWasNotWrittenComesBeforeWhatCameSince) {
    pending.add(attempt(1));
    pending.add(Release{kSubscription, event(2), "here"});
    RoundWork work = pending.take();
    pending.add(attempt(3));
    pending.put_back(std::move(work));
    EXPECT_TRUE(pending.deadline());
    const RoundWork again = pending.take();
    EXPECT_THAT(again.attempts,
                ElementsAre(Field(&Attempt::event, event(1)), Field(&Attempt::event, event(3))));
    EXPECT_THAT(again.releases, SizeIs(1));
}

}  // namespace
}  // namespace callboard::webhooks
