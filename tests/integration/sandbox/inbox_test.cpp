// The built-in webhook inbox of a sandbox.
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/secret.h"
#include "integration/sandbox/sandbox_server.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "webhooks/outgoing/signature.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Arguments;
using test::member;
using testing::IsEmpty;

const std::string kInbox = "/sandbox/inbox/mine";
const std::string kSubscriptions = "/webhooks-api/v201907/subscriptions";

// A notification as the courier sends it, signed or not.
struct Message {
    std::string body = R"({"id":"1"})";
    std::string timestamp = "1700000000";
    std::string event_id = "0192f0c1-0000-7000-8000-000000000001";
    std::string link = "<https://x.test/jobs/1>; rel=self";

    test::Headers headers() const {
        return {{"Content-Type", "application/json"},
                {"event-name", "job.created"},
                {"event-version", "v1"},
                {"event-id", event_id},
                {"Link", link},
                {"smartrecruiters-timestamp", timestamp}};
    }
    test::Headers signed_with(const std::string& key) const {
        const std::array keys{Secret{key}};
        auto all = headers();
        all.emplace_back("smartrecruiters-signature", webhooks::signature(keys, {.timestamp = timestamp,
                                                                                 .body = body,
                                                                                 .event_id = event_id,
                                                                                 .event_name = "job.created",
                                                                                 .event_version = "v1",
                                                                                 .link = link}));
        return all;
    }
};

class SandboxInbox : public test::SandboxServer {
  protected:
    void start(const Arguments& flags = {"--sandbox"}) {
        start_server(flags);
        courier.emplace(server->port());
    }

    Answer send(const Message& message, const test::Headers& headers, const std::string& inbox = kInbox) {
        return courier->request("POST", inbox, message.body, headers);
    }
    json::array messages(const std::string& inbox = kInbox) {
        const Answer answer = caller->get(inbox);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json().at("messages").as_array();
    }
    json::value verified(const Message& message, const test::Headers& headers) {
        EXPECT_EQ(send(message, headers).status, 202);
        return messages().at(0).at("verified");
    }

    // The path of a subscription whose callback URL is the inbox.
    std::string given_subscription(const std::string& inbox = kInbox) {
        const json::object input{
            {"callbackUrl", "http://127.0.0.1:" + std::to_string(server->port()) + inbox},
            {"events", {"job.created"}}};
        const Answer made = caller->post(kSubscriptions, json::serialize(input));
        EXPECT_EQ(made.status, 201) << made.body;
        return kSubscriptions + "/" + member(made, "id");
    }
    std::string new_key(const std::string& subscription) {
        const Answer made = caller->post(subscription + "/secret-key", "{}");
        EXPECT_EQ(made.status, 201) << made.body;
        return member(made, "secretKey");
    }

    std::optional<test::Client> courier;  // without a credential
};

TEST_P(SandboxInbox, AnswersTheHandshakeAndKeepsNothingOfIt) {
    start();

    test::Connection connection{server->port()};  // not a Client: the handshake is not documented
    connection.send(test::request_text("POST", kInbox, {{"X-Hook-Secret", "s3cret"}}, "{}"));
    const auto answer = connection.receive();

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("x-hook-secret"), "s3cret");
    EXPECT_THAT(messages(), IsEmpty());
}

TEST_P(SandboxInbox, KeepsWhatArrivesNewestFirst) {
    start();
    const Message first;
    const Message second{.body = "not even JSON \u2713"};

    const auto answer = send(first, first.headers());
    send(second, second.headers());

    EXPECT_EQ(answer.status, 202);
    EXPECT_THAT(answer.body, IsEmpty());
    const auto kept = messages();
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept.at(0).at("body").as_string(), second.body);
    EXPECT_EQ(kept.at(1).at("body").as_string(), first.body);
    EXPECT_EQ(kept.at(1).at("headers").at("event-name"), "job.created");
    EXPECT_EQ(kept.at(1).at("headers").at("Link").as_string(), first.link);
    EXPECT_NE(kept.at(0).at("id"), kept.at(1).at("id"));
    EXPECT_TRUE(parse_iso(std::string{kept.at(0).at("receivedOn").as_string()}));
}

TEST_P(SandboxInbox, ANotificationWithAHookSecretIsNoHandshake) {
    start();
    const Message message;
    auto headers = message.headers();
    headers.emplace_back("X-Hook-Secret", "s3cret");

    const auto answer = send(message, headers);

    EXPECT_EQ(answer.status, 202);
    EXPECT_EQ(messages().size(), 1U);
}

TEST_P(SandboxInbox, EachNameIsAnInboxOfItsOwn) {
    start();
    const Message message;
    const std::string longest = "/sandbox/inbox/" + std::string(64, 'n');

    send(message, message.headers());
    send(message, message.headers(), longest);

    EXPECT_EQ(messages().size(), 1U);
    EXPECT_EQ(messages(longest).size(), 1U);
    EXPECT_THAT(messages("/sandbox/inbox/A-z_0.9~"), IsEmpty());
}

TEST_P(SandboxInbox, WhatIsNoNameIsNotThere) {
    start();
    for (const std::string& bad : {std::string(65, 'n'), std::string{"a+b"}, std::string{"a%20b"},
                                   std::string{"a%2Fb"}, std::string{"%C3%A4"}}) {
        EXPECT_EQ(courier->post("/sandbox/inbox/" + bad, "{}").status, 404) << bad;
        EXPECT_EQ(caller->get("/sandbox/inbox/" + bad).status, 404) << bad;
    }
}

TEST_P(SandboxInbox, ShowsTheNewestHundred) {
    start();
    for (int i = 0; i < 101; ++i) courier->post(kInbox, R"({"number":)" + std::to_string(i) + "}");

    const auto kept = messages();

    ASSERT_EQ(kept.size(), 100U);
    EXPECT_EQ(kept.front().at("body"), R"({"number":100})");
    EXPECT_EQ(kept.back().at("body"), R"({"number":1})");
}

TEST_P(SandboxInbox, VerifiesSignaturesByTheKeysOfItsSubscriptions) {
    start();
    const Message message;
    const std::string stranger = new_key(given_subscription("/sandbox/inbox/another"));
    const std::string key = new_key(given_subscription());
    const std::string second_key = new_key(given_subscription());

    EXPECT_EQ(verified(message, message.headers()), json::value(nullptr));
    EXPECT_EQ(verified(message, message.signed_with(key)), true);
    EXPECT_EQ(verified(message, message.signed_with(second_key)), true);
    EXPECT_EQ(verified(message, message.signed_with(stranger)), false);
    EXPECT_EQ(verified(Message{.body = R"({"id":"2"})"}, message.signed_with(key)), false);
    auto nonsense = message.headers();
    nonsense.emplace_back("smartrecruiters-signature", "v1=");
    EXPECT_EQ(verified(message, nonsense), false);
}

TEST_P(SandboxInbox, AKeyCountsUntilItExpires) {
    start();
    const Message message;
    const auto subscription = given_subscription();
    const std::string old_key = new_key(subscription);
    const std::string key = new_key(subscription);

    EXPECT_EQ(verified(message, message.signed_with(old_key)), true);
    ASSERT_EQ(caller->post("/sandbox/clock", R"({"advance":"24h"})").status, 200);
    EXPECT_EQ(verified(message, message.signed_with(old_key)), false);
    EXPECT_EQ(verified(message, message.signed_with(key)), true);
    ASSERT_EQ(caller->del(subscription).status, 204);
    EXPECT_EQ(verified(message, message.signed_with(key)), false);
}

TEST_P(SandboxInbox, KeepsBytesThatAreNoText) {
    start();
    using namespace std::string_literals;
    const auto send_bytes = [&](const std::string& body) {
        EXPECT_EQ(courier->request("POST", kInbox, body, {{"X-Odd", "caf\xe9"}}).status, 202);
        return messages().at(0);
    };

    EXPECT_EQ(send_bytes("a\0b"s).at("body"), "a\ufffdb");
    EXPECT_EQ(send_bytes("caf\xe9!").at("body"), "caf\ufffd!");
    EXPECT_EQ(send_bytes("").at("body"), "");
    EXPECT_EQ(send_bytes("").at("headers").at("X-Odd"), "caf\ufffd");
}

TEST_P(SandboxInbox, ShowsNobodyTheSecretsOfWhoeverTriesItOut) {
    start();
    caller->post(kInbox, "{}", {{"Cookie", "session=abc"}, {"X-Other", "shown"}});

    const auto headers = messages().at(0).at("headers").as_object();

    EXPECT_FALSE(headers.contains("X-SmartToken"));
    EXPECT_FALSE(headers.contains("Cookie"));
    EXPECT_EQ(headers.at("X-Other"), "shown");
}

TEST_P(SandboxInbox, ShowsOfAnAuthorizationOnlyItsScheme) {
    start();
    const auto shown = [&](const std::string& authorization) {
        courier->post(kInbox, "{}", {{"Authorization", authorization}});
        return messages().at(0).at("headers").at("Authorization");
    };

    EXPECT_EQ(shown("Bearer an.access.token"), "Bearer ***");
    EXPECT_EQ(shown("Basic cm9iaW46c2VjcmV0"), "Basic ***");
    EXPECT_EQ(shown("token-without-a-scheme"), "***");
}

TEST_P(SandboxInbox, ABodyHasTheLimitOfWhatAnybodyMayCall) {
    start();

    EXPECT_EQ(courier->request("POST", kInbox, std::string(16 * 1024, 'x')).status, 202);
    EXPECT_EQ(courier->request("POST", kInbox, std::string(16 * 1024 + 1, 'x')).status, 413);
    EXPECT_EQ(messages().size(), 1U);
}

TEST_P(SandboxInbox, IsReadWithACredentialOnly) {
    start();
    test::Client stranger{server->port(), {{"X-SmartToken", "DCRA1-unknown"}}};

    EXPECT_EQ(courier->get(kInbox).status, 401);
    EXPECT_EQ(stranger.get(kInbox).status, 401);
}

TEST_P(SandboxInbox, IsNotThereOutsideASandbox) {
    start({});

    EXPECT_EQ(courier->post(kInbox, "{}").status, 404);
    EXPECT_EQ(caller->get(kInbox).status, 404);
}

TEST_P(SandboxInbox, ASubscriptionToItIsActivatedAndNotified) {
    start();
    const std::string inbox = "/sandbox/inbox/A-b_c.d~9";
    const auto subscription = given_subscription(inbox);
    new_key(subscription);

    const auto activated = caller->request("PUT", subscription + "/activation");
    ASSERT_EQ(activated.status, 204) << activated.body;
    ASSERT_EQ(test::command_at(where(), {"webhook", "trigger", "job.created", "--company", "acme"}).code, 0);

    ASSERT_TRUE(test::eventually([&] { return !messages(inbox).empty(); }));
    const auto received = messages(inbox);
    EXPECT_EQ(received.size(), 1U);
    EXPECT_EQ(received.at(0).at("verified"), true);
    EXPECT_EQ(received.at(0).at("headers").at("event-name"), "job.created");
}

RUN_ON_EACH_DATABASE(SandboxInbox);

}  // namespace
}  // namespace callboard
