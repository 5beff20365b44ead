// Notifications: their contents, their receivers, and which responses acknowledge them.
#include <chrono>
#include <future>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"
#include "jobs/creation.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::about;
using test::deactivate;
using test::event_of;
using test::given_job;
using test::header_auth;
using test::Hook;
using test::id_of;
using test::merge;
using test::post;
using test::put;
using test::repeated;
using test::ReplyMode;
using test::text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAreArray;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

constexpr db::GlobalSql kHideKeys{"test_hide_keys", "ALTER TABLE webhook_key RENAME TO hidden_key"};
constexpr db::GlobalSql kShowKeys{"test_show_keys", "ALTER TABLE hidden_key RENAME TO webhook_key"};

std::vector<std::string> names_of(const test::Headers& headers) {
    std::vector<std::string> names;
    for (const auto& [name, value] : headers)
        if (name != "Host" && name != "Content-Length") names.push_back(name);
    return names;
}

class WebhookDelivery : public test::WebhookCompany {
  protected:
    std::string unix_seconds() const { return std::to_string(server.db.clock.now().ms / 1000); }
    std::string link(const std::string& path) const { return "<" + public_url() + path + ">; rel=self"; }

    // Changes the status of the job: the event is job.status.updated.
    void hold(const std::string& job) {
        const auto held = put(administrator_, "/jobs/" + job + "/status", R"({"status":"ON_HOLD"})");
        EXPECT_EQ(held.status, 201) << held.body;
    }
};

// --- the request

TEST_P(WebhookDelivery, NotifiesOfAChange) {
    const Hook hook = given_active();

    const std::string job = new_job();

    const auto request = wait_for(hook, 1).front();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.target, hook.path);
    EXPECT_EQ(request.body, R"({"id":")" + job + R"("})");
    EXPECT_EQ(request.header("Accept"), "application/json");
    EXPECT_EQ(request.header("Content-Type"), "application/json");
    EXPECT_EQ(request.header("event-name"), "job.created");
    EXPECT_EQ(request.header("event-version"), "v1");
    EXPECT_THAT(request.header("event-id"), MatchesRegex(kUuid));
    EXPECT_EQ(request.header("Link"), link("/jobs/" + job));
    EXPECT_EQ(request.header("smartrecruiters-timestamp"), unix_seconds());
    EXPECT_EQ(request.header("webhook-id"), request.header("event-id"));
    EXPECT_EQ(request.header("webhook-timestamp"), unix_seconds());
    EXPECT_THAT(request.header("User-Agent"), StartsWith("callboard"));
    EXPECT_EQ(administrator_.get("/jobs/" + job).status, 200) << "what the link leads to";
}

TEST_P(WebhookDelivery, HasItsHeadersInOrderAndNoOthers) {
    const Hook plain = given_active();
    const Hook full = given_active({"job.created"}, header_auth("callback-Token", "value"));
    new_key(full.at);

    new_job();

    EXPECT_THAT(names_of(wait_for(plain, 1).front().headers),
                ElementsAre("Accept", "Content-Type", "event-name", "event-version", "event-id", "Link",
                            "smartrecruiters-timestamp", "webhook-id", "webhook-timestamp", "User-Agent"))
        << "no signature without a key";
    EXPECT_THAT(names_of(wait_for(full, 1).front().headers),
                ElementsAre("Accept", "Content-Type", "event-name", "event-version", "event-id", "Link",
                            "smartrecruiters-timestamp", "smartrecruiters-signature", "webhook-id",
                            "webhook-timestamp", "webhook-signature", "callback-Token", "User-Agent"));
}

TEST_P(WebhookDelivery, HasTheIdOfEverythingThatTookPart) {
    const Hook hook = given_active({"position.created", "position.deleted", "candidate.created",
                                    "application.created", "job.status.updated", "candidate.deleted"});
    const std::string job = new_job();
    const std::string position = id_of(post(administrator_, "/jobs/" + job + "/positions",
                                            {{"positionId", "P-1"},
                                             {"type", "NEW"},
                                             {"positionOpenDate", "2026-01-01T00:00:00.000Z"},
                                             {"targetStartDate", "2026-02-01T00:00:00.000Z"}}));
    EXPECT_EQ(administrator_.del("/jobs/" + job + "/positions/" + position).status, 204);
    const std::string candidate =
        id_of(post(administrator_, "/jobs/" + job + "/candidates",
                   {{"firstName", "Ada"}, {"lastName", "Lovelace"}, {"email", "ada@example.com"}}));
    const std::string assigned = "/candidates/" + candidate + "/jobs/" + job;
    hold(job);
    EXPECT_EQ(administrator_.del("/candidates/" + candidate).status, 204);

    std::map<std::string, test::ReceivedRequest> requests;
    for (const auto& request : wait_for(hook, 7)) requests[request.header("event-name")] = request;

    ASSERT_EQ(requests.size(), 6U);
    const json::value of_position{{"id", position}, {"job_id", job}, {"position_id", position}};
    EXPECT_EQ(json::parse(requests["position.created"].body), of_position);
    EXPECT_EQ(requests["position.created"].header("Link"), link("/jobs/" + job + "/positions/" + position));
    EXPECT_EQ(json::parse(requests["position.deleted"].body), of_position);
    EXPECT_EQ(json::parse(requests["candidate.created"].body), (json::value{{"id", candidate}}));
    EXPECT_EQ(requests["candidate.created"].header("Link"), link("/candidates/" + candidate));
    EXPECT_EQ(requests["application.created"].header("Link"), link(assigned));
    EXPECT_EQ(requests["job.status.updated"].header("Link"), link("/jobs/" + job + "/status/history"));
    EXPECT_EQ(json::parse(requests["candidate.deleted"].body), (json::value{{"id", candidate}}));
    for (const std::string gone : {"position.deleted", "candidate.deleted"})
        EXPECT_EQ(requests[gone].header("Link"), "") << "there is nothing left to look at";
    const json::value application = json::parse(requests["application.created"].body);
    EXPECT_EQ(text(application.at("job_id")), job);
    EXPECT_EQ(text(application.at("candidate_id")), candidate);
    EXPECT_EQ(application.at("id"), application.at("application_id"));
    for (const auto& [name, request] : requests) EXPECT_THAT(request.body, Not(HasSubstr(" "))) << name;
}

TEST_P(WebhookDelivery, KeepsItsConnections) {
    const Hook hook = given_active();

    for (std::size_t i = 1; i <= 20; ++i) {
        new_job();
        wait_for(hook, i);
        wait_until_logged(hook, i);
    }

    EXPECT_LE(receiver.connections(), 2U) << "for a handshake and twenty calls";
}

// --- receivers

TEST_P(WebhookDelivery, NotifiesEverySubscriptionOfTheEventAndNoOther) {
    const std::vector<Hook> hooks{given_active(), given_active({"candidate.created", "job.created"}),
                                  given_active()};
    const Hook inactive = given_inactive();
    const Hook of_another_event = given_active({"candidate.created"});
    auto stranger = rival();
    const std::string theirs = given_job(stranger);

    const auto jobs = new_jobs(3);

    std::set<std::set<std::string>> events;
    for (const auto& hook : hooks) {
        const auto requests = wait_for(hook, 3);
        EXPECT_THAT(about(requests), UnorderedElementsAreArray(jobs)) << "and nothing of " << theirs;
        std::set<std::string> ids;
        for (const auto& request : requests) ids.insert(event_of(request));
        EXPECT_EQ(ids.size(), 3U);
        events.insert(ids);
    }
    EXPECT_EQ(events.size(), 1U) << "an event has the same id for everybody";
    expect_no_more_than(inactive, 0);
    expect_no_more_than(of_another_event, 0);
    for (const auto& hook : hooks) EXPECT_EQ(received(hook).size(), 3U);
}

TEST_P(WebhookDelivery, TwoSubscriptionsOfOneUrlAreBothNotified) {
    const Hook hook = given_active();
    const Hook twin{given_subscription(test::subscription_input(receiver.url(hook.path))), hook.path};
    must_activate(twin);

    const std::string job = new_job();

    EXPECT_THAT(about(wait_for(hook, 2)), ElementsAre(job, job));
}

TEST_P(WebhookDelivery, NothingIsSentForWhatDidNotHappen) {
    const Hook hook = given_active({"job.created", "job.updated", "job.ad.created"});
    EXPECT_THROW(server.db->write(company_,
                                  [&](db::Tx& tx) {
                                      jobs::create(tx, user_, given::draft());
                                      throw std::runtime_error("rolled back");
                                  }),
                 std::runtime_error);
    EXPECT_EQ(administrator_.post("/jobs", "{}").status, 422);

    const std::string job = new_job();
    wait_for(hook, 2);
    EXPECT_GE(test::patch(administrator_, "/jobs/" + job,
                          R"([{"op":"replace","path":"/title","value":"Chef"},)"
                          R"({"op":"test","path":"/title","value":"Waiter"}])")
                  .status,
              400);

    expect_no_more_than(hook, 2);
    for (const auto& request : received(hook)) EXPECT_THAT(request.body, HasSubstr(job));
}

// --- acknowledgement

TEST_P(WebhookDelivery, Only202Acknowledges) {
    std::map<int, Hook> hooks;
    for (const int status :
         {200, 201, 202, 203, 204, 205, 301, 302, 307, 400, 401, 404, 410, 429, 500, 503}) {
        hooks[status] = given_active();
        receiver.plan(hooks[status].path,
                      {{.status = status, .headers = {{"Location", receiver.url("/elsewhere")}}}});
    }

    new_job();

    for (const auto& [status, hook] : hooks) {
        const auto entries = wait_until_logged(hook, 1);
        ASSERT_EQ(entries.size(), 1U) << status;
        EXPECT_EQ(entries.at(0).at("status"), status == 202 ? "successful" : "failed") << status;
        EXPECT_EQ(entries.at(0).at("responseStatus"), status);
        EXPECT_EQ(entries.at(0).as_object().contains("failureReason"), status != 202) << status;
    }
    EXPECT_THAT(receiver.deliveries("/elsewhere"), IsEmpty()) << "a redirect was followed";
    pass(67s);
    for (const auto& [status, hook] : hooks)
        if (status == 202)
            EXPECT_EQ(received(hook).size(), 1U);
        else
            EXPECT_EQ(event_of(wait_for(hook, 2).at(1)), event_of(received(hook).at(0))) << status;
}

TEST_P(WebhookDelivery, FailsWhenTheAnswerIsBroken) {
    for (const auto& [why, reply] : std::vector<std::pair<std::string, test::Reply>>{
             {"reset", {.mode = ReplyMode::resets}},
             {"closed", {.mode = ReplyMode::closes}},
             {"no HTTP", {.raw = "220 mail.example.test ESMTP\r\n"}},
             {"nothing", {.raw = "\r\n"}}}) {
        const Hook hook = given_active();
        receiver.plan(hook.path, {reply});

        const std::string job = new_job();

        const auto entry = wait_until_logged(hook, 1).at(0);
        EXPECT_EQ(entry.at("status"), "failed") << why;
        EXPECT_FALSE(text(entry.at("failureReason")).empty()) << why;
        EXPECT_FALSE(entry.as_object().contains("responseStatus")) << why;
        receiver.plan(hook.path, {{.status = 202}});
        const auto next = new_job();
        EXPECT_TRUE(test::eventually([&] {
            return !received(hook).empty() && about(received(hook).back()) == next;
        })) << "later events are delivered nevertheless";
    }
}

TEST_P(WebhookDelivery, TakesAnAnswerOfAnySize) {
    const Hook hook = given_active();
    receiver.plan(hook.path, {{.status = 202, .body = repeated("0123456789", 100'000)}});

    new_job();

    EXPECT_EQ(wait_until_logged(hook, 1).at(0).at("responseStatus"), 202);
    EXPECT_EQ(log_of(hook).at(0).at("status"), "successful");
}

// --- changes of the subscription

TEST_P(WebhookDelivery, OfAnInactiveOneNothingIsQueuedAndWhatWaitsIsKept) {
    const Hook hook = given_active();
    const std::string waiting = given_failed(hook);

    ASSERT_EQ(deactivate(administrator_, hook.at).status, 204);
    const std::string missed = new_job();
    pass(std::chrono::days{29});
    expect_no_more_than(hook, 1);

    receiver.plan(hook.path, {{.status = 202}});
    must_activate(hook);
    EXPECT_THAT(about(wait_for(hook, 2)), ElementsAre(waiting, waiting)) << "not " << missed;
    const std::string next = new_job();
    EXPECT_THAT(about(wait_for(hook, 3)), ElementsAre(waiting, waiting, next));
}

TEST_P(WebhookDelivery, OfADeletedOneNothingIsSent) {
    const Hook hook = given_active();
    const Hook other = given_active();
    given_failed(hook);

    ASSERT_EQ(administrator_.del(hook.at).status, 204);
    new_job();
    pass(67s);

    wait_for(other, 2);
    expect_no_more_than(hook, 1);
}

TEST_P(WebhookDelivery, FollowsTheEventsThatAreWanted) {
    const Hook hook = given_active();
    const std::string first = new_job();
    wait_for(hook, 1);

    ASSERT_EQ(merge(administrator_, hook.at, {{"events", {"job.status.updated"}}}).status, 200);
    new_job();
    hold(first);

    const auto requests = wait_for(hook, 2);
    EXPECT_EQ(requests.at(1).header("event-name"), "job.status.updated");
    EXPECT_EQ(about(requests.at(1)), first);
    expect_no_more_than(hook, 2);
}

TEST_P(WebhookDelivery, GoesToTheNewUrlOnceThatHasProvedItself) {
    const Hook hook = given_active();
    const Hook moved{hook.at, "/moved"};
    const std::string waiting = given_failed(hook);
    ASSERT_EQ(
        merge(administrator_, hook.at, {{"callbackUrl", json::string{receiver.url(moved.path)}}}).status,
        200);

    pass(67s);
    expect_no_more_than(hook, 1);
    EXPECT_THAT(received(moved), IsEmpty());

    must_activate(moved);
    EXPECT_THAT(about(wait_for(moved, 1)), ElementsAre(waiting));
    EXPECT_EQ(received(hook).size(), 1U);
    const auto entries = wait_until_logged(moved, 2);
    EXPECT_EQ(text(entries.at(0).at("requestDetails").at("url")), receiver.url(moved.path))
        << "the URL that was used";
    EXPECT_EQ(text(entries.at(1).at("requestDetails").at("url")), receiver.url(hook.path));
}

// Claiming for the second subscription fails, because its keys cannot be read.
TEST_P(WebhookDelivery, ThatIsDoneIsRecordedAlsoWhileAClaimFails) {
    const Hook slow = given_active();
    const Hook failing = given_active({"job.status.updated"});
    std::promise<void> reply;
    receiver.plan(slow.path, [answered = reply.get_future().share()](const test::ReceivedRequest&) {
        answered.wait();
        return test::Reply{.status = 202};
    });
    const std::string job = new_job();
    wait_for(slow, 1);
    server.db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kHideKeys, {}); });
    hold(job);
    wait_for_queue_reads();

    reply.set_value();

    EXPECT_EQ(wait_until_logged(slow, 1).size(), 1U);
    EXPECT_THAT(received(failing), IsEmpty());
    server.db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kShowKeys, {}); });
    EXPECT_THAT(about(wait_for(failing, 1)), ElementsAre(job));
    expect_no_more_than(slow, 1);
}

RUN_ON_EACH_DATABASE(WebhookDelivery);

}  // namespace
}  // namespace callboard
