// A receiver that is slow, dead or failing does not affect the others.
#include <algorithm>
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"
#include "support/eventually.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::about;
using test::eventually;
using test::Hook;
using test::ReplyMode;
using test::text;
using testing::Contains;
using testing::UnorderedElementsAreArray;

class WebhookFairness : public test::WebhookCompany {};

TEST_P(WebhookFairness, TheHealthyOneIsNotifiedWhileOthersHangAndFail) {
    constexpr std::size_t kEvents = 200;
    const Hook hanging = given_active();
    const Hook failing = given_active();
    const Hook healthy = given_active();
    receiver.plan(hanging.path, {{.mode = ReplyMode::answers_when_released}});
    receiver.plan(failing.path, {{.status = 500}});

    const auto jobs = new_jobs(kEvents);

    EXPECT_TRUE(eventually([&] { return received(healthy).size() >= kEvents; }));
    EXPECT_THAT(about(received(healthy)), UnorderedElementsAreArray(jobs));
    EXPECT_LT(received(hanging).size(), kEvents) << "it gets no more than its concurrency allows";
    EXPECT_LE(receiver.most_in_flight(hanging.path), 32U);
    EXPECT_TRUE(eventually([&] { return received(failing).size() >= kEvents; }))
        << "failures are quick, and no reason to wait";
    wait_until_recorded(healthy, kEvents);
    EXPECT_EQ(receiver.in_flight(healthy.path), 0U);
}

// Nothing is lost for the hanging receiver: it gets the events when it responds again.
TEST_P(WebhookFairness, AHangingOneIsNotifiedLater) {
    const Hook hook = given_active();
    receiver.plan(hook.path, {{.mode = ReplyMode::answers_when_released}});
    const auto jobs = new_jobs(10);
    wait_for(hook, 1);

    receiver.plan(hook.path, {{.status = 202}});
    receiver.release(hook.path);

    EXPECT_TRUE(eventually([&] { return received(hook).size() >= 10; }));
    EXPECT_THAT(about(received(hook)), UnorderedElementsAreArray(jobs));
}

RUN_ON_EACH_DATABASE(WebhookFairness);

// The timeout of an attempt is real time: here it is short.
constexpr auto kTimeLimit = 1s;

class DeadSubscriber : public test::WebhookCompany {
  protected:
    DeadSubscriber() : WebhookCompany({.webhook_time_limit = kTimeLimit}) {}

    std::size_t timed_out(const Hook& hook) {
        const auto failed = log_of(hook, "&callbackStatus=failed");
        return static_cast<std::size_t>(std::ranges::count_if(
            failed, [](const auto& entry) { return !entry.as_object().contains("responseStatus"); }));
    }
};

TEST_P(DeadSubscriber, IsProbedByOneCallAtATime) {
    constexpr std::size_t kFailuresBefore = 5;
    constexpr std::size_t kProbes = 6;
    const Hook dead = given_active();
    receiver.plan(dead.path, {{.mode = ReplyMode::never_answers}});
    const auto jobs = new_jobs(60);
    ASSERT_TRUE(eventually([&] { return timed_out(dead) >= kFailuresBefore; })) << "nothing times out";

    // Attempts in progress at the fifth failure may still end; from then on each call takes the whole
    // timeout. Two at a time would take half as long; a busy machine sees a call up to two seconds late.
    ASSERT_TRUE(eventually([&] { return receiver.in_flight(dead.path) <= 1; }));
    const auto begun = received(dead).size();
    ASSERT_TRUE(eventually([&] { return received(dead).size() >= begun + kProbes; })) << "it is not probed";
    const auto calls = received(dead);
    EXPECT_GE(calls.at(begun + kProbes - 1).arrived_at - calls.at(begun).arrived_at,
              kTimeLimit * (kProbes - 1) - 2s);

    receiver.plan(dead.path, {{.status = 202}});
    const auto all_delivered = [&] {
        return log_of(dead, "&callbackStatus=successful").size() >= jobs.size();
    };
    for (int i = 0; i < 10 && !all_delivered(); ++i) {
        pass(67s);
        settled(dead);
    }
    EXPECT_TRUE(all_delivered()) << "once it answers it gets everything";
    const auto ids = about(received(dead));
    for (const auto& job : jobs) EXPECT_THAT(ids, Contains(job));
}

TEST_P(DeadSubscriber, IsAFailedAttemptWhenItSaysNothingInTime) {
    const Hook dead = given_active();
    receiver.plan(dead.path, {{.mode = ReplyMode::never_answers}});

    const std::string job = new_job();

    const auto entry = wait_until_logged(dead, 1).at(0);
    EXPECT_EQ(entry.at("status"), "failed");
    EXPECT_FALSE(text(entry.at("failureReason")).empty());
    EXPECT_GE(entry.at("durationMs").as_int64(), 900);
    receiver.plan(dead.path, {{.status = 202}});
    pass(67s);
    EXPECT_EQ(about(wait_for(dead, 2).at(1)), job);
}

RUN_ON_EACH_DATABASE(DeadSubscriber);

}  // namespace
}  // namespace callboard
