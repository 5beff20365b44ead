// The trace of a request (header traceparent): in the log, and in every notification that the request causes.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/eventually.h"
#include "support/program.h"
#include "support/receiver.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::ReplyMode;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

const std::string kSubscriptions = "/webhooks-api/v201907/subscriptions";
const std::string kId = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kTraceParent = "00-" + kId + "-00f067aa0ba902b7-01";
constexpr const char* kJob =
    R"({"title":"Cook","industry":{"id":"restaurants"},"function":{"id":"production"},)"
    R"("experienceLevel":{"id":"entry_level"},"location":{"countryCode":"us","city":"A"}})";

class WebhookTraces : public testing::TestWithParam<test::Engine> {
  protected:
    WebhookTraces() { start(); }

    void start() {
        Arguments flags{"--webhook-allow-private", "--webhook-ca-file", receiver.ca_file()};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        server = std::make_unique<test::ServerProcess>(data_dir, flags);
        caller.emplace(server->port(), test::Headers{{"X-SmartToken", tenant.api_key}});
    }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return flags;
    }
    std::string given_active(const std::string& path) {
        const json::object input{{"callbackUrl", receiver.url(path)}, {"events", {"job.created"}}};
        const auto made = caller->post(kSubscriptions, json::serialize(input));
        EXPECT_EQ(made.status, 201) << made.body;
        const std::string id{made.json().at("id").as_string()};
        EXPECT_EQ(caller->request("PUT", kSubscriptions + "/" + id + "/activation").status, 204);
        return id;
    }
    void create_job(const test::Headers& headers) {
        EXPECT_EQ(caller->post("/jobs", kJob, headers).status, 201);
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
    test::Receiver receiver;
    std::unique_ptr<test::ServerProcess> server;
    std::optional<test::Client> caller;
};

TEST_P(WebhookTraces, AreInTheLogAndInEveryNotification) {
    const std::string subscription = given_active("/hook");

    create_job({{"traceparent", kTraceParent}, {"X-Request-Id", "traced"}});
    receiver.wait_for("/hook", 1);
    create_job({{"X-Request-Id", "untraced"}});

    const auto notifications = receiver.wait_for("/hook", 2);
    const auto traced = notifications[0].header("traceparent");
    EXPECT_THAT(traced, MatchesRegex("00-" + kId + "-[0-9a-f]{16}-01"));
    EXPECT_THAT(traced, Not(HasSubstr("00f067aa0ba902b7"))) << "the span is that of the notification";
    EXPECT_EQ(notifications[1].header("traceparent"), "");
    const auto line_of = [&](const std::string& request) {
        std::string found;
        EXPECT_TRUE(test::eventually([&] {
            const std::string log = server->output();
            const auto at = log.find("request=" + request + " ");
            const auto end = at == std::string::npos ? at : log.find('\n', at);
            if (end != std::string::npos) found = log.substr(at, end - at);
            return !found.empty();
        }));
        return found;
    };
    EXPECT_THAT(line_of("traced"), HasSubstr(" trace_id=" + kId));
    EXPECT_THAT(line_of("untraced"), Not(HasSubstr("trace_id")));
    // The log of callbacks shows the header as it was sent.
    json::array log;
    ASSERT_TRUE(test::eventually([&] {
        log = caller->get(kSubscriptions + "/" + subscription + "/callbacks-log").json().as_array();
        return log.size() == 2;
    }));
    EXPECT_THAT(json::serialize(log), HasSubstr(traced));
}

TEST_P(WebhookTraces, OutliveAKilledServerAndARedelivery) {
    const std::string subscription = given_active("/hook");
    receiver.plan("/hook", {{.mode = ReplyMode::never_answers}, {.status = 202}});
    create_job({{"traceparent", kTraceParent}});
    receiver.wait_for("/hook", 1);

    server->kill();
    start();
    receiver.wait_for("/hook", 2);
    std::string callback;
    ASSERT_TRUE(test::eventually([&] {
        const auto log =
            caller->get(kSubscriptions + "/" + subscription + "/callbacks-log").json().as_array();
        if (!log.empty()) callback = log.front().at("id").as_string();
        return !log.empty();
    }));
    Arguments redeliver{"webhook", "redeliver", callback, "--company", "acme"};
    for (const std::string& flag : where()) redeliver.push_back(flag);
    ASSERT_EQ(test::run(redeliver).code, 0);

    std::vector<std::string> sent;
    for (const auto& request : receiver.wait_for("/hook", 3)) sent.push_back(request.header("traceparent"));
    for (const std::string& each : sent) EXPECT_THAT(each, MatchesRegex("00-" + kId + "-[0-9a-f]{16}-01"));
    EXPECT_NE(sent[0], sent[1]) << "each attempt has its own span";
    EXPECT_NE(sent[1], sent[2]);
}

TEST_P(WebhookTraces, AreSentWithSampleEvents) {
    const std::string subscription = given_active("/hook");

    const auto sent =
        caller->post(kSubscriptions + "/" + subscription + "/test", "{}", {{"traceparent", kTraceParent}});

    ASSERT_EQ(sent.status, 200) << sent.body;
    EXPECT_THAT(receiver.wait_for("/hook", 1).front().header("traceparent"), HasSubstr(kId));
}

TEST_P(WebhookTraces, AreIgnoredIfInvalid) {
    given_active("/hook");
    const std::vector<test::Headers> wrong{
        {{"traceparent", "00-" + kId + "-00f067aa0ba902b7"}},
        {{"traceparent", "00-" + std::string(32, '0') + "-00f067aa0ba902b7-01"}},
        {{"traceparent", kTraceParent + ", " + kTraceParent}},
        {{"traceparent", kTraceParent}, {"traceparent", kTraceParent}},
        {{"traceparent", kTraceParent},
         {"TraceParent", "00-" + std::string(32, 'a') + "-00f067aa0ba902b7-01"}},
        {{"traceparent", std::string(7000, 'a')}},
        {{"traceparent", "%0d%0aX-Forged: 1"}},
        {{"traceparent", "\xff\xfe"}},
    };

    for (const auto& headers : wrong) create_job(headers);

    for (const auto& request : receiver.wait_for("/hook", wrong.size()))
        EXPECT_EQ(request.header("traceparent"), "");
    EXPECT_THAT(server->output(), Not(HasSubstr("trace_id")));
}

RUN_ON_EACH_DATABASE(WebhookTraces);

}  // namespace
}  // namespace callboard
