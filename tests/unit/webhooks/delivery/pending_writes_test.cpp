#include "webhooks/delivery/pending_writes.h"

#include <chrono>
#include <memory>
#include <utility>

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
    PendingWrites pending{stopwatch, ResultBatch::for_sqlite()};
    PendingWrites shared{stopwatch, ResultBatch::for_postgres()};
};

TEST_F(PendingWritesTest, WaitsALittleForMore) {
    EXPECT_FALSE(pending.has_due_results());
    EXPECT_FALSE(pending.deadline());
    const auto began = stopwatch.now();
    pending.add(attempt(1));
    stopwatch.advance(4ms);
    pending.add(attempt(2));
    EXPECT_FALSE(pending.has_due_results());
    EXPECT_EQ(pending.deadline(), began + 5ms);
    stopwatch.advance(1ms);
    EXPECT_TRUE(pending.has_due_results());
    EXPECT_THAT(pending.take_results(), SizeIs(2));
    EXPECT_FALSE(pending.has_due_results());
    EXPECT_FALSE(pending.deadline());
}

TEST_F(PendingWritesTest, WritesAFullBatchAtOnce) {
    for (int i = 0; i < 63; ++i) pending.add(attempt(i));
    EXPECT_FALSE(pending.has_due_results());
    pending.add(attempt(63));
    EXPECT_TRUE(pending.has_due_results());
    for (int i = 0; i < 15; ++i) shared.add(attempt(i));
    EXPECT_FALSE(shared.has_due_results());
    shared.add(attempt(15));
    EXPECT_TRUE(shared.has_due_results());
}

TEST_F(PendingWritesTest, OnPostgresAFewWaitLonger) {
    const auto began = stopwatch.now();
    for (int i = 0; i < 3; ++i) shared.add(attempt(i));
    EXPECT_EQ(shared.deadline(), began + 20ms);
    stopwatch.advance(1ms);
    shared.add(attempt(3));
    EXPECT_EQ(shared.deadline(), began + 2ms);
    EXPECT_FALSE(shared.has_due_results());
    stopwatch.advance(1ms);
    EXPECT_TRUE(shared.has_due_results());
}

TEST_F(PendingWritesTest, GivesReleasesOnce) {
    pending.add(Release{kSubscription, event(1), "here"});
    EXPECT_FALSE(pending.has_due_results());
    EXPECT_THAT(pending.take_releases(), SizeIs(1));
    EXPECT_THAT(pending.take_releases(), IsEmpty());
}

TEST_F(PendingWritesTest, WhatWasNotWrittenComesBeforeWhatCameSince) {
    pending.add(attempt(1));
    pending.add(Release{kSubscription, event(2), "here"});
    auto results = pending.take_results();
    auto releases = pending.take_releases();
    pending.add(attempt(3));
    pending.put_back(std::move(results));
    pending.put_back(std::move(releases));
    EXPECT_TRUE(pending.deadline());
    EXPECT_THAT(pending.take_results(),
                ElementsAre(Field(&Attempt::event, event(1)), Field(&Attempt::event, event(3))));
    EXPECT_THAT(pending.take_releases(), SizeIs(1));
}

}  // namespace
}  // namespace callboard::webhooks
