// Unacknowledged notifications are retried for days and finally given up; with a manual clock.
#include <array>
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::about;
using test::event_of;
using test::eventually;
using test::expected_signature;
using test::Hook;
using test::text;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

constexpr std::array<std::chrono::minutes, 10> kWaits{1min,   3min,   10min,  45min,   120min,
                                                      240min, 480min, 960min, 1440min, 1440min};

// After this time even the latest retry is due.
std::chrono::milliseconds at_most(std::chrono::milliseconds wait) {
    return wait + wait / 10 + 1ms;
}

class WebhookRetry : public test::WebhookCompany {
  protected:
    // That many events that fail at the same time.
    std::vector<std::string> given_failing(const Hook& hook, std::size_t count) {
        receiver.plan(hook.path, {{.status = 500}});
        auto jobs = new_jobs(count);
        wait_until_recorded(hook, count);
        return jobs;
    }
    // Moves the clock and waits for that many callbacks in total.
    void pass_until_sent(const Hook& hook, std::chrono::milliseconds time, std::size_t count) {
        pass(time);
        EXPECT_TRUE(eventually([&] { return received(hook).size() >= count; }))
            << received(hook).size() << " of " << count << " calls came";
        wait_until_recorded(hook, count);
    }
    // Everything due by the test's clock was sent, and its outcome is stored.
    void wait_until_nothing_is_due(const Hook& hook) const {
        const std::string sql =
            "SELECT count(*) FROM delivery WHERE subscription_id = '" + id_in(hook.at) +
            "' AND state = 'PENDING' AND due_at <= " + std::to_string(server.db.clock.now().ms);
        EXPECT_TRUE(eventually([&] { return rows().select(sql).at(0) == "0"; }));
    }
    std::vector<std::string> alert_kinds(const Hook& hook) {
        std::vector<std::string> kinds;
        const json::value alerts = alerts_of(hook);
        for (const auto& alert : alerts.as_array()) kinds.push_back(text(alert.at("kind")));
        return kinds;
    }
};

TEST_P(WebhookRetry, FollowsTheScheduleAndGivesUpAfterElevenAttempts) {
    const Hook hook = given_active();
    const std::string key = new_key(hook.at);
    const std::string job = given_failed(hook);

    std::size_t attempts = 1;
    for (const std::chrono::milliseconds wait : kWaits) {
        pass(wait - 1ms);
        expect_no_more_than(hook, attempts);
        pass_until_sent(hook, wait / 10 + 2ms, ++attempts);
    }
    EXPECT_EQ(attempts, 11U);
    EXPECT_EQ(status_of(hook.at), "active") << "eleven failures are no reason to suspend";

    pass(std::chrono::days{3});
    expect_no_more_than(hook, 11);
    const auto calls = received(hook);
    std::set<std::string> events;
    std::set<std::string> times;
    for (const auto& call : calls) {
        EXPECT_EQ(call.body, R"({"id":")" + job + R"("})");
        EXPECT_EQ(call.header("Link"), calls.front().header("Link"));
        EXPECT_EQ(call.header("webhook-timestamp"), call.header("smartrecruiters-timestamp"));
        EXPECT_EQ(call.header("smartrecruiters-signature"), expected_signature(call, {key}));
        events.insert(event_of(call));
        times.insert(call.header("smartrecruiters-timestamp"));
    }
    EXPECT_EQ(events.size(), 1U) << "it is the same event";
    EXPECT_EQ(times.size(), 11U) << "at another time";
    const auto entries = log_of(hook);
    EXPECT_EQ(entries.size(), 11U);
    for (const auto& entry : entries) EXPECT_EQ(entry.at("status"), "failed");
}

TEST_P(WebhookRetry, RecordsWhenAnEventWasGivenUp) {
    const Hook hook = given_active();
    given_failed(hook);
    EXPECT_THAT(alert_kinds(hook), IsEmpty());
    std::size_t attempts = 1;

    for (const auto wait : kWaits) {
        EXPECT_THAT(alert_kinds(hook), IsEmpty()) << "it is still tried";
        pass_until_sent(hook, at_most(wait), ++attempts);
    }

    EXPECT_TRUE(eventually([&] { return !alert_kinds(hook).empty(); }));
    ASSERT_THAT(alert_kinds(hook), ElementsAre("GIVEN_UP"));
    const auto alert = alerts_of(hook).at(0);
    EXPECT_EQ(alert.at("occurrences"), 1);
    EXPECT_EQ(text(alert.at("occurredOn")), now());
    EXPECT_FALSE(alert.as_object().contains("mailedOn")) << "there is no mail server";
}

TEST_P(WebhookRetry, EndsWithTheFirstSuccess) {
    const Hook hook = given_active();
    given_failed(hook);
    receiver.plan(hook.path, {{.status = 503}, {.status = 202}});

    pass_until_sent(hook, at_most(1min), 2);
    pass_until_sent(hook, at_most(3min), 3);

    for (const auto wait : {10min, 45min, 1440min}) pass(at_most(wait));
    expect_no_more_than(hook, 3);
    EXPECT_THAT(log_of(hook, "&callbackStatus=successful").size(), 1U);
}

TEST_P(WebhookRetry, OfOneEventHoldsUpNoOther) {
    const Hook hook = given_active();
    const std::string first = given_failed(hook);
    receiver.plan(hook.path, {{.status = 202}});

    const std::string second = new_job();
    wait_for(hook, 2);
    pass(at_most(1min));

    EXPECT_THAT(about(wait_for(hook, 3)), ElementsAre(first, second, first));
}

TEST_P(WebhookRetry, SpreadsThoseThatFailedTogether) {
    constexpr std::size_t kEvents = 40;
    const Hook hook = given_active();
    given_failing(hook, kEvents);

    pass(63s);
    wait_until_nothing_is_due(hook);
    const auto early = received(hook).size() - kEvents;
    EXPECT_GT(early, 0U);
    EXPECT_LT(early, kEvents);
    pass_until_sent(hook, 3s + 1ms, 2 * kEvents);
    expect_no_more_than(hook, 2 * kEvents);
}

// --- suspension

constexpr std::size_t kThird = 34;  // three times this is more than a hundred

class WebhookSuspension : public WebhookRetry {
  protected:
    // It has failed for more than a day and more than a hundred times.
    Hook given_suspended() {
        const Hook hook = given_active();
        jobs = given_failing(hook, kThird);
        pass_until_sent(hook, 23h + 50min, 2 * kThird);
        EXPECT_EQ(status_of(hook.at), "active");
        pass(11min);
        EXPECT_TRUE(eventually([&] { return status_of(hook.at) == "inactive"; }));
        return hook;
    }
    std::vector<std::string> jobs;
};

TEST_P(WebhookSuspension, ComesAfterADayAndAHundredFailures) {
    const Hook hook = given_suspended();

    const auto shown = administrator_.get(hook.at).json();
    EXPECT_EQ(shown.at("status"), "inactive");
    EXPECT_EQ(text(shown.at("suspendedOn")), now());
    ASSERT_THAT(alert_kinds(hook), ElementsAre("SUSPENDED"));
    EXPECT_EQ(text(alerts_of(hook).at(0).at("occurredOn")), now());
    const auto sent = settled(hook);
    EXPECT_GE(sent, 100U);
    EXPECT_LE(sent, 3 * kThird);
    new_job();
    pass(std::chrono::days{2});
    expect_no_more_than(hook, sent);
}

TEST_P(WebhookSuspension, DoesNotComeForAHundredFailuresWithinADay) {
    const Hook hook = given_active();
    given_failing(hook, kThird);

    pass_until_sent(hook, at_most(1min), 2 * kThird);
    pass_until_sent(hook, at_most(3min), 3 * kThird);
    pass_until_sent(hook, at_most(10min), 4 * kThird);

    EXPECT_EQ(status_of(hook.at), "active");
    EXPECT_THAT(alert_kinds(hook), IsEmpty());
}

TEST_P(WebhookSuspension, DoesNotComeForAFewFailuresInManyDays) {
    const Hook hook = given_active();
    given_failing(hook, 10);

    for (const std::size_t attempt : {2U, 3U, 4U, 5U})
        pass_until_sent(hook, std::chrono::days{2}, attempt * 10);

    EXPECT_EQ(status_of(hook.at), "active");
}

TEST_P(WebhookSuspension, CountsAnewAfterASuccess) {
    const Hook hook = given_active();
    given_failing(hook, kThird);
    pass_until_sent(hook, 23h + 50min, 2 * kThird);
    receiver.plan(hook.path, {{.status = 202}});
    new_job();
    wait_until_recorded(hook, 2 * kThird + 1);
    receiver.plan(hook.path, {{.status = 500}});

    pass_until_sent(hook, at_most(3min), 3 * kThird + 1);
    EXPECT_EQ(status_of(hook.at), "active") << "a success is not a day ago";
    pass_until_sent(hook, 24h, 4 * kThird + 1);
    EXPECT_EQ(status_of(hook.at), "active") << "not a hundred in a row since the success";
    pass(at_most(45min));
    EXPECT_TRUE(eventually([&] { return status_of(hook.at) == "inactive"; }));
}

TEST_P(WebhookSuspension, EndsWithActivationAndEverythingThatWaitsIsSent) {
    const Hook hook = given_suspended();
    const auto before = settled(hook);
    const std::string missed = new_job();
    pass(std::chrono::days{7});
    receiver.plan(hook.path, {{.status = 202}});

    must_activate(hook);

    EXPECT_TRUE(eventually([&] { return received(hook).size() >= before + kThird; }));
    auto again = about(received(hook));
    again.erase(again.begin(), again.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_THAT(again, UnorderedElementsAreArray(jobs)) << "and not " << missed;
    expect_no_more_than(hook, before + kThird);
    const auto shown = administrator_.get(hook.at).json();
    EXPECT_EQ(shown.at("status"), "active");
    EXPECT_FALSE(shown.as_object().contains("suspendedOn"));
}

TEST_P(WebhookSuspension, DoesNotComeBackAtOnce) {
    const Hook hook = given_suspended();
    const auto before = settled(hook);

    must_activate(hook);
    EXPECT_TRUE(eventually([&] { return received(hook).size() >= before + kThird; }));
    wait_until_recorded(hook, before + kThird);

    EXPECT_EQ(status_of(hook.at), "active") << "failures are counted from the activation on";
}

RUN_ON_EACH_DATABASE(WebhookRetry);
RUN_ON_EACH_DATABASE(WebhookSuspension);

}  // namespace
}  // namespace callboard
