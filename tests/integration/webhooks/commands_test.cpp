// Webhook commands, beside a running server.
#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/secret.h"
#include "support/blocking_routes.h"
#include "support/command_lines.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/program_failure.h"
#include "support/receiver.h"
#include "support/rows.h"
#include "support/tenant.h"
#include "webhooks/outgoing/signature.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::BackgroundCommand;
using test::lines;
using test::member;
using test::Outcome;
using test::Receiver;
using test::wait_for_lines;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

const std::string kUnknownId = "0192f0c1-0000-7000-8000-000000000000";
const std::string kSubscriptions = "/webhooks-api/v201907/subscriptions";

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

std::string text(const json::value& object, const std::string& key) {
    return std::string{object.at(key).as_string()};
}

class WebhookCommands : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const { return joined({"--data-dir", data_dir}, database()); }

    Outcome webhook(const Arguments& arguments, const std::string& company = "acme") const {
        return test::command_at(where(), joined(joined({"webhook"}, arguments), {"--company", company}));
    }
    // After it has printed that it is listening.
    std::unique_ptr<BackgroundCommand> follow(const Arguments& arguments,
                                              const Arguments& more = {"--json"}) const {
        const Arguments common = joined(where(), joined({"--company", "acme"}, more));
        auto command = std::make_unique<BackgroundCommand>(joined(joined({"webhook"}, arguments), common));
        wait_for_lines(*command, 1);
        return command;
    }
    // The id of a sample event.
    std::string trigger(const std::string& event, const std::string& company = "acme") const {
        const auto triggered = webhook({"trigger", event}, company);
        EXPECT_EQ(triggered.code, 0) << triggered.err;
        return triggered.text("event_id");
    }

    void start() {
        server = std::make_unique<test::ServerProcess>(
            data_dir,
            joined(database(), {"--webhook-allow-private", "--webhook-ca-file", receiver.ca_file()}));
        caller.emplace(server->port(), test::Headers{{"X-SmartToken", tenant.api_key}});
    }
    std::string given_subscription(const std::string& path, const std::string& event = "job.created") {
        const json::object input{{"callbackUrl", receiver.url(path)}, {"events", {event}}};
        const auto made = caller->post(kSubscriptions, json::serialize(input));
        EXPECT_EQ(made.status, 201) << made.body;
        return member(made, "id");
    }
    std::string given_active(const std::string& path, const std::string& event = "job.created") {
        const std::string id = given_subscription(path, event);
        const auto activated = caller->request("PUT", kSubscriptions + "/" + id + "/activation");
        EXPECT_EQ(activated.status, 204) << activated.body;
        return id;
    }
    // The id of the newest callback, once there are that many.
    std::string logged_call(const std::string& subscription, std::size_t count) {
        json::array log;
        EXPECT_TRUE(test::eventually([&] {
            log = caller->get(kSubscriptions + "/" + subscription + "/callbacks-log").json().as_array();
            return log.size() >= count;
        }));
        return log.empty() ? "" : text(log.front(), "id");
    }

    test::Rows rows() const { return {data_dir + "/callboard.db", postgres.get()}; }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
    Receiver receiver;
    std::unique_ptr<test::ServerProcess> server;
    std::optional<test::Client> caller;
};

// --- listen

TEST_P(WebhookCommands, ListeningPrintsEachEventOnceInOrder) {
    trigger("job.updated");
    const auto listener = follow({"listen"});

    const auto first = trigger("job.created");
    const auto second = trigger("candidate.deleted");

    wait_for_lines(*listener, 3);
    EXPECT_EQ(listener->stop(SIGINT), 0);
    const auto printed = lines(*listener);
    ASSERT_THAT(printed, SizeIs(3)) << "nothing from before is printed, and nothing twice";
    const auto created = json::parse(printed[1]);
    EXPECT_EQ(text(created, "event_id"), first);
    EXPECT_EQ(text(created, "event_name"), "job.created");
    EXPECT_THAT(text(created, "link"), MatchesRegex("/jobs/.+"));
    EXPECT_TRUE(created.at("payload").as_object().contains("id"));
    EXPECT_TRUE(parse_iso(text(created, "created")));
    EXPECT_EQ(text(json::parse(printed[2]), "event_id"), second);
    EXPECT_FALSE(json::parse(printed[2]).as_object().contains("link"));
}

TEST_P(WebhookCommands, ListeningHearsTheServer) {
    start();
    const auto listener = follow({"listen", "--events", "job.created"});
    const json::object input{{"title", "Line Cook"},
                             {"industry", {{"id", "restaurants"}}},
                             {"function", {{"id", "production"}}},
                             {"experienceLevel", {{"id", "entry_level"}}},
                             {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};

    const auto job = caller->post("/jobs", json::serialize(input));

    const auto event = json::parse(wait_for_lines(*listener, 2)[1]);
    EXPECT_EQ(event.at("payload").at("id"), job.json().at("id")) << job.body;
}

TEST_P(WebhookCommands, ListeningIsForOneCompanyAndTheEventsThatAreWanted) {
    test::add_tenant(where(), "rival");
    const auto listener = follow({"listen", "--events", "job.created,offer.created"});

    trigger("job.created", "rival");
    trigger("job.updated");
    const auto offer = trigger("offer.created");
    const auto job = trigger("job.created");

    const auto printed = wait_for_lines(*listener, 3);
    listener->stop(SIGTERM);
    EXPECT_THAT(lines(*listener), SizeIs(3));
    EXPECT_EQ(text(json::parse(printed[1]), "event_id"), offer);
    EXPECT_EQ(text(json::parse(printed[2]), "event_id"), job);
}

TEST_P(WebhookCommands, ListeningPrintsLinesForPeople) {
    const auto listener = follow({"listen"}, {});

    const auto event = trigger("job.created");

    EXPECT_THAT(wait_for_lines(*listener, 2)[1],
                MatchesRegex("20[0-9T:.-]+Z  job\\.created  " + event + "  \\{\"id\":\".+\"\\}"));
    EXPECT_EQ(listener->stop(SIGTERM), 0);
}

TEST_P(WebhookCommands, ForwardingIsANotificationThatTheKeyVerifies) {
    const Receiver plain{test::Certificate::none};
    const auto listener = follow(
        {"listen", "--forward-to", plain.url("/hook"), "--public-url", "https://recruiting.example"}, {});
    const auto event = trigger("job.created");

    const auto request = plain.wait_for("/hook", 1).front();

    const std::string line = wait_for_lines(*listener, 2)[1];
    ASSERT_THAT(line, MatchesRegex("Signing with secret key [A-Za-z0-9]{21}"));
    const std::array keys{Secret{line.substr(line.rfind(' ') + 1)}};
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.header("event-id"), event);
    EXPECT_EQ(request.header("event-name"), "job.created");
    EXPECT_THAT(request.header("Link"), MatchesRegex("<https://recruiting.example/jobs/.+>; rel=self"));
    EXPECT_TRUE(webhooks::verifies(request.header("smartrecruiters-signature"), keys,
                                   {.timestamp = request.header("smartrecruiters-timestamp"),
                                    .body = request.body,
                                    .event_id = request.header("event-id"),
                                    .event_name = request.header("event-name"),
                                    .event_version = request.header("event-version"),
                                    .link = request.header("Link")}));
    EXPECT_THAT(wait_for_lines(*listener, 4)[3], MatchesRegex(" +202 in [0-9]+ ms"));
}

TEST_P(WebhookCommands, ForwardingPrintsTheResponse) {
    Receiver plain{test::Certificate::none};
    plain.plan("/hook", {{.status = 500}, {.status = 202}, {.mode = test::ReplyMode::closes}});
    const auto listener = follow({"listen", "--forward-to", plain.url("/hook")});
    for (const std::size_t count : {1U, 2U, 3U}) {
        trigger("job.created");
        plain.wait_for("/hook", count);
    }

    const auto printed = wait_for_lines(*listener, 4);

    EXPECT_EQ(json::parse(printed[1]).at("response_status"), 500);
    EXPECT_TRUE(json::parse(printed[1]).as_object().contains("failure"));
    EXPECT_EQ(json::parse(printed[2]).at("response_status"), 202);
    EXPECT_FALSE(json::parse(printed[2]).as_object().contains("failure"));
    EXPECT_FALSE(json::parse(printed[3]).as_object().contains("response_status"));
    EXPECT_THAT(text(json::parse(printed[3]), "failure"), Not(IsEmpty()));
}

TEST_P(WebhookCommands, WrongWaysToListen) {
    test::expect_failure(webhook({"listen"}, "nowhere"), 1, "nowhere");
    test::expect_failure(webhook({"listen", "--events", "job.created,job.conjured"}), 1, "job.conjured");
    test::expect_failure(webhook({"listen", "--forward-to", "localhost:3000"}), 2, "--forward-to");
    test::expect_failure(test::command_at(where(), {"webhook", "listen"}), 2, "--company");
    test::expect_failure(test::command_at(where(), {"webhook"}), 2, "--help");
}

// --- trigger

TEST_P(WebhookCommands, TriggeringNotifiesEverySubscriber) {
    start();
    given_active("/one");
    given_active("/two");
    given_active("/other", "job.updated");
    given_subscription("/inactive");

    const auto triggered = webhook({"trigger", "job.created"});

    ASSERT_EQ(triggered.code, 0) << triggered.err;
    EXPECT_EQ(triggered.json().at("subscriptions"), 2);
    for (const std::string path : {"/one", "/two"})
        EXPECT_EQ(receiver.wait_for(path, 1).front().header("event-id"), triggered.text("event_id"));
    EXPECT_THAT(receiver.deliveries("/other"), IsEmpty());
    EXPECT_THAT(receiver.deliveries("/inactive"), IsEmpty());
}

TEST_P(WebhookCommands, AnUnknownEventIsAnsweredWithThoseThatAreNear) {
    test::expect_failure(webhook({"trigger", "job.create"}), 1, "job.created");
    test::expect_failure(webhook({"trigger", "candidat.updated"}), 1, "candidate.updated");
    test::expect_failure(webhook({"trigger", "job.created"}, "nowhere"), 1, "nowhere");
    test::expect_failure(test::command_at(where(), {"webhook", "trigger", "--company", "acme"}), 2,
                         "EVENT is required");
}

// --- redeliver

TEST_P(WebhookCommands, ACallIsSentAgain) {
    start();
    const auto subscription = given_active("/hook");
    const auto event = trigger("job.created");
    const auto call = logged_call(subscription, 1);

    const auto queued = webhook({"redeliver", call});

    ASSERT_EQ(queued.code, 0) << queued.err;
    EXPECT_EQ(queued.text("event_id"), event);
    EXPECT_EQ(queued.text("subscription_id"), subscription);
    EXPECT_EQ(receiver.wait_for("/hook", 2).back().header("event-id"), event);
    EXPECT_THAT(
        rows().select("SELECT event_name, author_type, entity_id FROM audit_record "
                      "WHERE event_name IN ('WEBHOOK_EVENT_TRIGGERED', 'WEBHOOK_CALLBACK_REDELIVERED') "
                      "ORDER BY id"),
        ElementsAre("WEBHOOK_EVENT_TRIGGERED SYSTEM " + rows().select("SELECT id FROM company").at(0),
                    "WEBHOOK_CALLBACK_REDELIVERED SYSTEM " + subscription));
}

TEST_P(WebhookCommands, WhatCannotBeSentAgain) {
    test::add_tenant(where(), "rival");
    start();
    const auto subscription = given_active("/hook");
    trigger("job.created");
    const auto call = logged_call(subscription, 1);
    const std::string waiting = "SELECT event_id FROM delivery";
    ASSERT_THAT(rows().select(waiting), IsEmpty());

    test::expect_failure(webhook({"redeliver", kUnknownId}), 1, kUnknownId);
    test::expect_failure(webhook({"redeliver", "nonsense"}), 1, "nonsense");
    test::expect_failure(webhook({"redeliver", call}, "rival"), 1, call);
    ASSERT_EQ(caller->del(kSubscriptions + "/" + subscription + "/activation").status, 204);
    test::expect_failure(webhook({"redeliver", call}), 1, "not active");
    EXPECT_THAT(rows().select(waiting), IsEmpty());
    EXPECT_EQ(receiver.deliveries("/hook").size(), 1U);
}

// --- tail

TEST_P(WebhookCommands, TheLogIsFollowedAsItGrows) {
    start();
    const auto before = given_active("/before");
    trigger("job.created");
    logged_call(before, 1);
    const auto all = follow({"tail"});
    const auto failures = follow({"tail", "--failed"});
    receiver.plan("/before", {{.status = 500}});
    const auto meanwhile = given_active("/meanwhile", "offer.created");
    const auto of_one = follow({"tail", "--subscription", meanwhile});

    const auto job = trigger("job.created");
    logged_call(before, 2);
    const auto offer = trigger("offer.created");

    const auto printed = wait_for_lines(*all, 3);
    const auto failed = json::parse(printed[1]);
    EXPECT_EQ(text(failed, "event_id"), job);
    EXPECT_EQ(text(failed, "event_name"), "job.created");
    EXPECT_EQ(text(failed, "subscription_id"), before);
    EXPECT_EQ(text(failed, "status"), "failed");
    EXPECT_EQ(failed.at("response_status"), 500);
    EXPECT_GE(failed.at("took_ms").as_int64(), 0);
    EXPECT_TRUE(parse_iso(text(failed, "sent")));
    const auto succeeded = json::parse(printed[2]);
    EXPECT_EQ(text(succeeded, "event_id"), offer);
    EXPECT_EQ(text(succeeded, "status"), "successful");
    EXPECT_EQ(text(json::parse(wait_for_lines(*failures, 2)[1]), "event_id"), job);
    EXPECT_EQ(text(json::parse(wait_for_lines(*of_one, 2)[1]), "event_id"), offer);
    for (const auto& [command, count] :
         {std::pair{all.get(), 3U}, {failures.get(), 2U}, {of_one.get(), 2U}}) {
        EXPECT_EQ(command->stop(SIGINT), 0);
        EXPECT_THAT(lines(*command), SizeIs(count));
    }
}

TEST_P(WebhookCommands, TheLogIsFollowedInLinesForPeople) {
    start();
    const auto subscription = given_active("/hook");
    const auto tail = follow({"tail"}, {});
    trigger("job.created");
    const auto call = logged_call(subscription, 1);

    EXPECT_THAT(wait_for_lines(*tail, 2)[1],
                AllOf(HasSubstr(subscription + "  job.created  successful  202  "), HasSubstr(call)));
}

TEST_P(WebhookCommands, WrongWaysToFollowTheLog) {
    test::expect_failure(webhook({"tail"}, "nowhere"), 1, "nowhere");
    test::expect_failure(webhook({"tail", "--subscription", kUnknownId}), 1, kUnknownId);
    test::expect_failure(webhook({"tail", "--subscription", "nonsense"}), 1, "nonsense");
}

// --- list

TEST_P(WebhookCommands, SubscriptionsAreListedWithHowTheyFare) {
    EXPECT_THAT(webhook({"list"}).json().at("items").as_array(), IsEmpty());
    start();
    receiver.plan("/bad", {{.status = 500}});
    const auto bad = given_active("/bad");
    const auto idle = given_subscription("/idle", "offer.created");
    trigger("job.created");
    const auto listed = [&](const std::string& id) {
        for (const auto& item : webhook({"list"}).json().at("items").as_array())
            if (text(item, "subscription_id") == id) return item;
        return json::value{};
    };

    ASSERT_TRUE(test::eventually([&] { return listed(bad).at("failures_in_a_row") == 1; }));
    const auto failing = listed(bad);
    EXPECT_EQ(text(failing, "status"), "active");
    EXPECT_EQ(text(failing, "callback_url"), receiver.url("/bad"));
    EXPECT_EQ(failing.at("events"), json::array{"job.created"});
    EXPECT_EQ(failing.at("waiting"), 1);
    EXPECT_EQ(text(listed(idle), "status"), "inactive");
    EXPECT_EQ(listed(idle).at("waiting"), 0);
    EXPECT_EQ(listed(idle).at("failures_in_a_row"), 0);
    ASSERT_EQ(caller->del(kSubscriptions + "/" + idle).status, 204);
    EXPECT_TRUE(listed(idle).is_null());
}

RUN_ON_EACH_DATABASE(WebhookCommands);

}  // namespace
}  // namespace callboard
