// The callback log, redelivery and recovery.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::about;
using test::Answer;
using test::array_of;
using test::deactivate;
using test::event_of;
using test::Hook;
using test::keys;
using test::next_page;
using test::of_errors;
using test::Refusal;
using test::refusal;
using test::ReplyMode;
using test::text;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
constexpr auto kLongAgo = "2020-01-01T00:00:00.000Z";

std::vector<std::string> each(const json::array& entries, const std::string& key) {
    std::vector<std::string> values;
    for (const auto& entry : entries) values.push_back(text(entry.at(key)));
    return values;
}

class WebhookLog : public test::WebhookCompany {
  protected:
    // Creates an event for the subscription whose callback gets this status; returns the job.
    std::string notify(const Hook& hook, int status) {
        receiver.plan(hook.path, {{.status = status}});
        const auto before = log_of(hook).size();
        std::string job = new_job();
        wait_until_logged(hook, before + 1);
        return job;
    }
    Answer redeliver(const Hook& hook, const std::string& callback) {
        return administrator_.post(hook.at + "/callbacks/" + callback + "/redelivery", "{}");
    }
    std::string newest(const Hook& hook) { return text(log_of(hook).at(0).at("id")); }

    // The response to a recovery since this time.
    json::value recover(const Hook& hook, const std::string& since, bool dry_run = false) {
        const auto answer =
            test::post(administrator_, hook.at + "/recovery", {{"since", since}, {"dryRun", dry_run}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json();
    }
    static json::value recovered(int deliveries, bool dry_run = false) {
        return {{"deliveries", deliveries}, {"dryRun", dry_run}};
    }
    // Fails the only event of the subscription until it is given up.
    void give_up(const Hook& hook) {
        std::size_t attempts = 1;
        for (const std::chrono::milliseconds wait :
             {1min, 3min, 10min, 45min, 120min, 240min, 480min, 960min, 1440min, 1440min}) {
            pass(std::chrono::milliseconds{wait} * 11 / 10 + 1s);
            wait_until_logged(hook, ++attempts);
        }
        EXPECT_EQ(attempts, 11U);
    }
};

TEST_P(WebhookLog, ShowsWhatWasSentAndWhatCameOfIt) {
    const Hook hook = given_active();
    new_key(hook.at);
    const std::string good = notify(hook, 202);
    const std::string bad = notify(hook, 503);

    const auto entries = log_of(hook);

    ASSERT_EQ(entries.size(), 2U);
    EXPECT_THAT(each(entries, "status"), ElementsAre("failed", "successful")) << "newest first";
    EXPECT_THAT(each(entries, "id"), Each(MatchesRegex(kUuid)));
    EXPECT_THAT(each(entries, "timestamp"), Each(now()));
    const auto calls = received(hook);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto& entry = entries.at(1 - i);
        const auto& details = entry.at("requestDetails");
        EXPECT_THAT(keys(details), UnorderedElementsAre("url", "body", "headers"));
        EXPECT_EQ(text(details.at("url")), receiver.url(hook.path));
        EXPECT_EQ(text(details.at("body")), calls.at(i).body) << "the bytes that were sent";
        for (const std::string header :
             {"Event-name", "Event-version", "Event-id", "Link", "Smartrecruiters-timestamp",
              "Smartrecruiters-signature", "Webhook-id", "Webhook-signature", "Content-Type"})
            EXPECT_EQ(text(details.at("headers").at(header)), calls.at(i).header(header)) << header;
        EXPECT_EQ(text(entry.at("eventId")), event_of(calls.at(i)));
        EXPECT_EQ(entry.at("remoteAddress"), "127.0.0.1");
        EXPECT_GE(entry.at("durationMs").as_int64(), 0);
        EXPECT_THAT(keys(entry.at("timing")), UnorderedElementsAre("dnsMs", "connectMs", "tlsMs", "waitMs"));
        EXPECT_GT(entry.at("timing").at("waitMs").to_number<double>(), 0);
        EXPECT_EQ(entry.at("responseHeaders").at("Content-length"), "0");
        EXPECT_EQ(entry.at("responseBody"), "");
    }
    EXPECT_EQ(entries.at(0).at("responseStatus"), 503);
    EXPECT_TRUE(entries.at(0).as_object().contains("failureReason"));
    EXPECT_EQ(entries.at(1).at("responseStatus"), 202);
    EXPECT_FALSE(entries.at(1).as_object().contains("failureReason"));
}

TEST_P(WebhookLog, IsThatOfTheSubscription) {
    const Hook hook = given_active();
    const Hook other = given_active();
    notify(hook, 500);
    wait_until_logged(other, 1);

    EXPECT_THAT(each(log_of(hook), "status"), ElementsAre("failed"));
    EXPECT_THAT(each(log_of(other), "status"), ElementsAre("successful"));
    EXPECT_THAT(array_of(administrator_.get(given_inactive().at + "/callbacks-log")), IsEmpty());
}

TEST_P(WebhookLog, IsFilteredByStatusAndTime) {
    const Hook hook = given_active();
    std::vector<std::string> times;
    for (const int status : {202, 500, 202}) {
        notify(hook, status);
        times.push_back(now());
        pass(1s);
    }
    const auto found = [&](const std::string& query) { return each(log_of(hook, query), "timestamp"); };

    EXPECT_THAT(found("&callbackStatus=successful"), ElementsAre(times.at(2), times.at(0)));
    EXPECT_THAT(found("&callbackStatus=failed"), ElementsAre(times.at(1)));
    EXPECT_THAT(found("&after=" + times.at(1)), ElementsAre(times.at(2), times.at(1)));
    EXPECT_THAT(found("&before=" + times.at(1)), ElementsAre(times.at(0)));
    EXPECT_THAT(found("&after=" + times.at(1) + "&before=" + times.at(2)), ElementsAre(times.at(1)));
    EXPECT_THAT(found("&callbackStatus=successful&after=" + times.at(1)), ElementsAre(times.at(2)));
    EXPECT_THAT(found("&after=2999-01-01T00:00:00.000Z"), IsEmpty());
    EXPECT_THAT(found("&before=" + std::string{kLongAgo}), IsEmpty()) << "longer ago than the log is kept";
    EXPECT_EQ(found("&after=" + std::string{kLongAgo}).size(), 3U);
    EXPECT_EQ(found("&callbackStatus=&after=&before=").size(), 3U) << "empty is no filter";
    for (const std::string wrong :
         {"callbackStatus=lost", "after=yesterday", "before=5", "limit=0", "limit=101"})
        EXPECT_EQ(refusal(administrator_.get(hook.at + "/callbacks-log?" + wrong)),
                  (Refusal{400, "INVALID_PARAMETER"}))
            << wrong;
}

TEST_P(WebhookLog, IsReadInPagesWithoutLoss) {
    const Hook hook = given_active();
    for (int i = 0; i < 12; ++i) notify(hook, i % 3 == 0 ? 500 : 202);
    const auto all = each(log_of(hook), "id");
    ASSERT_EQ(all.size(), 12U);
    EXPECT_EQ(array_of(administrator_.get(hook.at + "/callbacks-log")).size(), 10U);

    for (const std::string query : {"", "&callbackStatus=successful", "&after=2020-01-01T00:00:00.000Z"}) {
        std::vector<std::string> seen;
        std::string page = hook.at + "/callbacks-log?limit=3" + query;
        while (!page.empty()) {
            const auto answer = administrator_.get(page);
            ASSERT_EQ(answer.status, 200) << page;
            EXPECT_LE(array_of(answer).size(), 3U);
            for (const auto& id : each(array_of(answer), "id")) seen.push_back(id);
            if (seen.size() == 3) notify(hook, 202);  // it grows meanwhile
            page = next_page(answer, public_url());
        }
        std::erase_if(seen, [&](const std::string& id) { return std::ranges::find(all, id) == all.end(); });
        EXPECT_EQ(seen.size(), query.contains("successful") ? 8U : 12U) << query;
        EXPECT_TRUE(std::ranges::is_sorted(seen, [&](const auto& a, const auto& b) {
            return std::ranges::find(all, a) < std::ranges::find(all, b);
        })) << query;
    }
    EXPECT_EQ(refusal(administrator_.get(hook.at + "/callbacks-log?page_id=nonsense")),
              (Refusal{400, "INVALID_PAGE_ID"}));
}

// --- redelivery

TEST_P(WebhookLog, OneCallIsSentAgain) {
    const Hook hook = given_active();
    const std::string job = notify(hook, 202);
    notify(hook, 202);
    const std::string first = each(log_of(hook), "id").back();
    pass(5s);

    const auto answer = redeliver(hook, first);

    EXPECT_EQ(answer.status, 202) << answer.body;
    EXPECT_EQ(answer.body, "");
    const auto calls = wait_for(hook, 3);
    EXPECT_EQ(about(calls.at(2)), job);
    EXPECT_EQ(event_of(calls.at(2)), event_of(calls.at(0)));
    EXPECT_EQ(calls.at(2).body, calls.at(0).body);
    EXPECT_NE(calls.at(2).header("smartrecruiters-timestamp"),
              calls.at(0).header("smartrecruiters-timestamp"));
    EXPECT_EQ(wait_until_logged(hook, 3).size(), 3U);
    expect_no_more_than(hook, 3);
}

// The running attempt began before the redelivery was requested, and may be the one that failed.
TEST_P(WebhookLog, WhatIsAskedForDuringAnAttemptIsSentAgainAfterIt) {
    for (const int status : {202, 500}) {
        const Hook hook = given_active();
        receiver.plan(
            hook.path,
            {{.status = 500}, {.status = status, .mode = ReplyMode::answers_when_released}, {.status = 202}});
        const std::string job = new_job();
        wait_until_logged(hook, 1);
        pass(67s);
        wait_for(hook, 2);  // the second attempt is running

        ASSERT_EQ(redeliver(hook, newest(hook)).status, 202);
        receiver.release(hook.path);

        EXPECT_EQ(about(wait_for(hook, 3).at(2)), job) << status;
        wait_until_logged(hook, 3);
        pass(24h);
        expect_no_more_than(hook, 3);
    }
}

TEST_P(WebhookLog, WhatIsSentAgainAndFailsIsTriedAgain) {
    const Hook hook = given_active();
    notify(hook, 202);
    receiver.plan(hook.path, {{.status = 500}, {.status = 202}});

    ASSERT_EQ(redeliver(hook, newest(hook)).status, 202);
    wait_until_logged(hook, 2);
    pass(67s);

    EXPECT_EQ(event_of(wait_for(hook, 3).at(2)), event_of(received(hook).at(0)));
}

TEST_P(WebhookLog, WhatWasGivenUpIsSentAgain) {
    const Hook hook = given_active();
    const std::string job = notify(hook, 500);
    give_up(hook);

    ASSERT_EQ(redeliver(hook, newest(hook)).status, 202);
    wait_until_logged(hook, 12);
    pass(67s);

    EXPECT_EQ(about(wait_for(hook, 13).back()), job) << "and has all its attempts once more";
}

TEST_P(WebhookLog, ACallOfNobodyIsNotSentAgain) {
    const Hook hook = given_active();
    const Hook other = given_active();
    notify(hook, 202);
    wait_until_logged(other, 1);
    const Refusal unknown{404, "CALLBACK_NOT_FOUND"};

    EXPECT_EQ(refusal(redeliver(hook, "01890000-0000-7000-8000-000000000000")), unknown);
    EXPECT_EQ(refusal(redeliver(hook, "nonsense")), unknown);
    EXPECT_EQ(refusal(redeliver(hook, newest(other))), unknown) << "that of another subscription";
    ASSERT_EQ(deactivate(administrator_, hook.at).status, 204);
    EXPECT_EQ(refusal(redeliver(hook, newest(hook))), (Refusal{409, "SUBSCRIPTION_NOT_ACTIVE"}));
    expect_no_more_than(hook, 1);
    expect_no_more_than(other, 1);
}

TEST_P(WebhookLog, EverythingThatFailedSinceATimeIsSentAgain) {
    const Hook hook = given_active();
    notify(hook, 202);
    std::vector<std::string> earlier{notify(hook, 500), notify(hook, 500)};
    const std::string first_time = now();
    pass(10s);
    const std::string second_time = now();
    std::vector<std::string> later{notify(hook, 500), notify(hook, 500), notify(hook, 500)};
    const std::string audited = json::serialize(records_of(hook.at));

    EXPECT_EQ(recover(hook, kLongAgo, true), recovered(5, true));
    EXPECT_EQ(recover(hook, first_time, true), recovered(5, true)) << "the time itself counts";
    EXPECT_EQ(recover(hook, second_time, true), recovered(3, true));
    EXPECT_EQ(recover(hook, "2999-01-01T00:00:00.000Z", true), recovered(0, true));
    expect_no_more_than(hook, 6);

    receiver.plan(hook.path, {{.status = 202}});
    EXPECT_EQ(recover(hook, second_time), recovered(3));
    auto again = about(wait_for(hook, 9));
    again.erase(again.begin(), again.begin() + 6);
    EXPECT_THAT(again, UnorderedElementsAreArray(later));
    wait_until_logged(hook, 4, "&callbackStatus=successful");
    EXPECT_EQ(recover(hook, kLongAgo, true), recovered(2, true))
        << "what was delivered in the end is not among them";

    EXPECT_EQ(recover(hook, kLongAgo), recovered(2));
    again = about(wait_for(hook, 11));
    again.erase(again.begin(), again.begin() + 9);
    EXPECT_THAT(again, UnorderedElementsAreArray(earlier));
    EXPECT_EQ(json::serialize(records_of(hook.at)), audited) << "nothing was changed";
}

TEST_P(WebhookLog, RecoveryFindsWhatWasGivenUp) {
    const Hook hook = given_active();
    const std::string job = notify(hook, 500);
    give_up(hook);
    receiver.plan(hook.path, {{.status = 202}});

    EXPECT_EQ(recover(hook, now(), true), recovered(1, true)) << "by the time of its last attempt";
    EXPECT_EQ(recover(hook, kLongAgo), recovered(1));

    EXPECT_EQ(about(wait_for(hook, 12).back()), job);
}

TEST_P(WebhookLog, RecoveryNeedsATime) {
    const Hook hook = given_active();

    for (const auto& [body, place] : std::vector<std::pair<std::string, std::string>>{
             {"{}", "/since"},
             {R"({"since":"yesterday"})", "/since"},
             {R"({"since":5})", "/since"},
             {R"({"since":"2020-01-01T00:00:00.000Z","dryRun":"yes"})", "/dryRun"}}) {
        const auto refused = administrator_.post(hook.at + "/recovery", body);
        EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(place)) << body;
    }
    const auto answer = administrator_.post(hook.at + "/recovery", R"({"since":"2020-01-01T00:00:00.000Z"})");
    EXPECT_EQ(answer.json(), recovered(0)) << "dryRun may be left out";
}

RUN_ON_EACH_DATABASE(WebhookLog);

}  // namespace
}  // namespace callboard
