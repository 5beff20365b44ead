// Activation: the handshake proves that the receiver accepts notifications at the callback URL.
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::activate;
using test::Answer;
using test::as_base64;
using test::basic_auth;
using test::Certificate;
using test::deactivate;
using test::header_auth;
using test::Hook;
using test::merge;
using test::oauth_auth;
using test::Receiver;
using test::Refusal;
using test::refusal;
using test::Reply;
using test::ReplyMode;
using test::subscription_input;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

const Refusal kFailed{424, "HANDSHAKE_FAILED"};

class WebhookActivation : public test::WebhookCompany {
  protected:
    // The response to an activation whose handshake gets this reply.
    Answer activate_with(const Hook& hook, const Reply& reply) {
        receiver.plan_handshakes(hook.path, {reply});
        return activate(administrator_, hook.at);
    }
    // Activates in another thread.
    std::jthread activating(const std::string& subscription, Answer& answer) {
        return std::jthread{[this, subscription, &answer, key = given::api_key(*server.db, company_, user_)] {
            auto caller = server.client_with_key(key);
            answer = activate(caller, subscription);
        }};
    }
};

TEST_P(WebhookActivation, SendsASecretThatMustComeBack) {
    const Hook hook = given_inactive();

    const auto activated = activate(administrator_, hook.at);

    EXPECT_EQ(activated.status, 204) << activated.body;
    EXPECT_EQ(activated.body, "");
    EXPECT_EQ(status_of(hook.at), "active");
    const auto handshakes = receiver.handshakes(hook.path);
    ASSERT_EQ(handshakes.size(), 1U);
    const auto& handshake = handshakes.front();
    EXPECT_EQ(handshake.method, "POST");
    EXPECT_EQ(handshake.target, hook.path);
    EXPECT_EQ(handshake.body, "{}");
    EXPECT_THAT(handshake.header("X-Hook-Secret"), MatchesRegex("[A-Za-z0-9_-]{13,}"));
    EXPECT_EQ(handshake.header("Accept"), "application/json");
    EXPECT_EQ(handshake.header("Content-Type"), "application/json");
    EXPECT_EQ(handshake.header("Authorization"), "");
    EXPECT_THAT(audit_of(hook.at),
                ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED", "WEBHOOK_SUBSCRIPTION_ACTIVATED"));
}

TEST_P(WebhookActivation, TakesAnEmptyObjectToo) {
    const Hook hook = given_inactive();

    EXPECT_EQ(test::put(administrator_, hook.at + "/activation", "{}").status, 204);
    EXPECT_EQ(status_of(hook.at), "active");
}

TEST_P(WebhookActivation, KeepsTheQueryOfTheUrl) {
    const std::string subscription =
        given_subscription(subscription_input(receiver.url("/hook?tenant=4711&a=b%20c")));

    EXPECT_EQ(activate(administrator_, subscription).status, 204);
    EXPECT_EQ(receiver.handshakes("/hook").at(0).target, "/hook?tenant=4711&a=b%20c");
}

TEST_P(WebhookActivation, HasAFreshSecretEveryTime) {
    const Hook hook = given_inactive();
    const Hook other = given_inactive();
    for (const auto& each : {hook, hook, other}) EXPECT_EQ(activate_with(each, {.status = 200}).status, 424);

    std::set<std::string> secrets;
    for (const auto& each : {hook, other})
        for (const auto& handshake : receiver.handshakes(each.path))
            secrets.insert(handshake.header("X-Hook-Secret"));
    EXPECT_EQ(secrets.size(), 3U);
}

TEST_P(WebhookActivation, OfAnActiveOneIsAConflict) {
    const Hook hook = given_active();

    EXPECT_EQ(refusal(activate(administrator_, hook.at)), (Refusal{409, "SUBSCRIPTION_ALREADY_ACTIVE"}));
    EXPECT_EQ(receiver.handshakes(hook.path).size(), 1U) << "nobody was asked again";
    EXPECT_EQ(status_of(hook.at), "active");
}

TEST_P(WebhookActivation, IsNeededAgainAfterDeactivation) {
    const Hook hook = given_active();

    EXPECT_EQ(deactivate(administrator_, hook.at).status, 204);
    EXPECT_EQ(status_of(hook.at), "inactive");
    EXPECT_EQ(activate(administrator_, hook.at).status, 204);

    EXPECT_EQ(receiver.handshakes(hook.path).size(), 2U);
    EXPECT_THAT(audit_of(hook.at),
                ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED", "WEBHOOK_SUBSCRIPTION_ACTIVATED",
                            "WEBHOOK_SUBSCRIPTION_DEACTIVATED", "WEBHOOK_SUBSCRIPTION_ACTIVATED"));
}

// --- failed handshakes

TEST_P(WebhookActivation, FailsUnlessTheAnswerIsAsItMustBe) {
    const Hook elsewhere = given_inactive();
    const test::Headers wrong{{"X-Hook-Secret", "wrong"}};
    const test::Headers to_elsewhere{{"Location", receiver.url(elsewhere.path)}};
    for (const auto& [why, reply] : std::vector<std::pair<std::string, Reply>>{
             {"no echo", {.status = 200}},
             {"wrong echo", {.status = 200, .headers = wrong}},
             {"empty echo", {.status = 200, .headers = {{"X-Hook-Secret", ""}}}},
             {"reset", {.mode = ReplyMode::resets}},
             {"closed", {.mode = ReplyMode::closes}},
             {"cut short",
              {.status = 200, .headers = wrong, .body = "half", .mode = ReplyMode::resets_mid_body}},
             {"no HTTP", {.raw = "SSH-2.0-OpenSSH_9.2\r\n"}},
             {"301", {.status = 301, .headers = to_elsewhere}},
             {"302", {.status = 302, .headers = to_elsewhere}},
             {"307", {.status = 307, .headers = to_elsewhere}},
             {"308", {.status = 308, .headers = to_elsewhere}}}) {
        const Hook hook = given_inactive();
        const auto refused = activate_with(hook, reply);
        EXPECT_EQ(refusal(refused), kFailed) << why << refused.body;
        EXPECT_EQ(status_of(hook.at), "inactive") << why;
        EXPECT_THAT(receiver.handshakes(hook.path), Not(IsEmpty())) << why;
        EXPECT_THAT(audit_of(hook.at), ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED")) << why;
    }
    EXPECT_THAT(receiver.handshakes(elsewhere.path), IsEmpty()) << "a redirect was followed";
    EXPECT_THAT(received(elsewhere), IsEmpty());
}

TEST_P(WebhookActivation, SaysWhatTheAnswerWas) {
    for (const int status : {201, 202, 204, 400, 401, 500}) {
        const Hook hook = given_inactive();

        const auto refused = activate_with(hook, {.status = status});

        EXPECT_EQ(refusal(refused), kFailed) << status;
        EXPECT_THAT(refused.body, HasSubstr(std::to_string(status)));
        EXPECT_EQ(status_of(hook.at), "inactive") << status;
    }
}

TEST_P(WebhookActivation, SucceedsAfterAFailure) {
    const Hook hook = given_inactive();
    ASSERT_EQ(activate_with(hook, {.status = 500}).status, 424);

    receiver.plan_handshakes(hook.path, {});

    EXPECT_EQ(activate(administrator_, hook.at).status, 204);
    EXPECT_EQ(status_of(hook.at), "active");
}

TEST_P(WebhookActivation, FailsWhenTheServerGoesAway) {
    auto other = std::make_unique<Receiver>();
    other->plan_handshakes("/hook", {{.mode = ReplyMode::answers_when_released}});
    const std::string subscription = given_subscription(subscription_input(other->url("/hook")));
    Answer refused;
    {
        const auto call = activating(subscription, refused);
        other->wait_for_handshakes("/hook", 1);
        other.reset();
    }
    EXPECT_EQ(refusal(refused), kFailed) << refused.body;
    EXPECT_EQ(refusal(activate(administrator_, subscription)), kFailed) << "nobody listens any more";
    EXPECT_EQ(status_of(subscription), "inactive");
}

TEST_P(WebhookActivation, FailsWhenTheCertificateIsBad) {
    for (const auto bad : {Certificate::expired, Certificate::not_yet_valid, Certificate::wrong_name,
                           Certificate::self_signed, Certificate::unknown_authority, Certificate::none}) {
        const Receiver other{bad};
        const std::string url = "https://127.0.0.1:" + std::to_string(other.port()) + "/hook";
        const std::string subscription = given_subscription(subscription_input(url));

        const auto refused = activate(administrator_, subscription);

        EXPECT_EQ(refusal(refused), kFailed) << static_cast<int>(bad) << refused.body;
        EXPECT_THAT(other.handshakes("/hook"), IsEmpty())
            << "a request was sent to " << static_cast<int>(bad);
        EXPECT_EQ(status_of(subscription), "inactive");
    }
}

// --- authentication

TEST_P(WebhookActivation, ProvesOurselvesToo) {
    receiver.plan("/token", {{.status = 200, .body = R"({"access_token":"a-token","expires_in":3600})"}});
    for (const auto& [auth, header, value] : std::vector<std::tuple<json::object, std::string, std::string>>{
             {basic_auth("pä:ss"), "Authorization", "Basic " + as_base64("robin:pä:ss")},
             {header_auth("callback-token", "s3cret value~"), "callback-token", "s3cret value~"},
             {header_auth("Authorization", "Token abc"), "Authorization", "Token abc"},
             {oauth_auth(receiver.url("/token")), "Authorization", "Bearer a-token"}}) {
        const Hook hook = given_active({"job.created"}, auth);

        EXPECT_EQ(receiver.handshakes(hook.path).at(0).header(header), value);
    }
}

TEST_P(WebhookActivation, FailsWithoutAToken) {
    const Hook hook = given_inactive({"job.created"}, oauth_auth(receiver.url("/token")));
    receiver.plan("/token", {{.status = 500}});

    EXPECT_EQ(refusal(activate(administrator_, hook.at)), kFailed);
    EXPECT_THAT(receiver.handshakes(hook.path), IsEmpty()) << "nothing is sent without it";

    receiver.plan("/token", {{.status = 200, .body = R"({"access_token":"a-token","expires_in":3600})"}});
    EXPECT_EQ(activate(administrator_, hook.at).status, 204);
}

// --- concurrency

// The token endpoint delays the handshake, so that the test can act meanwhile.
TEST_P(WebhookActivation, OfWhatWasChangedMeanwhileIsRefused) {
    const Reply held{.status = 200,
                     .body = R"({"access_token":"a-token","expires_in":3600})",
                     .mode = ReplyMode::answers_when_released};
    const std::vector<std::pair<std::string, json::object>> changes{
        {"nothing", {}},
        {"url", {{"callbackUrl", receiver.url("/other")}}},
        {"authentication", {{"callbackAuthentication", basic_auth()}}},
        {"deleted", {}}};
    for (const auto& [how, change] : changes) {
        const std::string token = "/token/" + how;
        receiver.plan(token, {held});
        const Hook hook = given_inactive({"job.created"}, oauth_auth(receiver.url(token)));
        Answer answer;
        {
            const auto call = activating(hook.at, answer);
            receiver.wait_for(token, 1);
            EXPECT_EQ(status_of(hook.at), "inactive") << "not before the secret is back";
            if (!change.empty()) EXPECT_EQ(merge(administrator_, hook.at, change).status, 200);
            if (how == "deleted") EXPECT_EQ(administrator_.del(hook.at).status, 204);
            receiver.release(token);
        }
        EXPECT_EQ(answer.status, how == "nothing" ? 204 : how == "deleted" ? 404 : 409) << how << answer.body;
        if (how != "deleted") EXPECT_EQ(status_of(hook.at), how == "nothing" ? "active" : "inactive") << how;
    }
}

TEST_P(WebhookActivation, TwiceAtTheSameTimeSucceedsOnce) {
    const Hook hook = given_inactive();
    const std::string key = given::api_key(*server.db, company_, user_);

    const auto statuses = test::at_the_same_time<4>([&](std::size_t) {
        auto caller = server.client_with_key(key);
        return activate(caller, hook.at).status;
    });

    EXPECT_EQ(std::ranges::count(statuses, 204), 1);
    EXPECT_EQ(std::ranges::count(statuses, 409), 3);
    EXPECT_EQ(status_of(hook.at), "active");
    EXPECT_THAT(audit_of(hook.at),
                ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED", "WEBHOOK_SUBSCRIPTION_ACTIVATED"));
}

RUN_ON_EACH_DATABASE(WebhookActivation);

// --- private addresses

class GuardedActivation : public test::WebhookServer {
  protected:
    GuardedActivation()
        : WebhookServer({.webhook_ca_file = test::ca_file(), .webhooks_allow_private = false}) {}
};

TEST_P(GuardedActivation, CallsNobodyOnThisMachine) {
    const Receiver receiver;
    for (const std::string host :
         {"127.0.0.1", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1",
          "192.168.1.1", "169.254.169.254", "[fe80::1]", "[64:ff9b::7f00:1]", "0.0.0.0", "localhost"}) {
        const auto refused = subscribe(administrator_, subscription_input(receiver.url("/hook", host)));
        EXPECT_EQ(refusal(refused), (Refusal{422, "INVALID_CALLBACK_URL"})) << host << refused.body;
        const auto token =
            subscribe(administrator_, test::with_auth(subscription_input("https://example.com/"),
                                                      oauth_auth(receiver.url("/token", host))));
        EXPECT_EQ(refusal(token), (Refusal{422, "INVALID_CALLBACK_URL"})) << host << token.body;
    }
    EXPECT_EQ(receiver.connections(), 0U);
}

// A host name may resolve to another address than at creation: the address is checked again when connecting.
TEST_P(GuardedActivation, JudgesAnAddressWhenItIsDialled) {
    const Receiver receiver;
    for (const std::string host : {"127.0.0.1", "localhost"}) {
        const std::string subscription = given_subscription(subscription_input("https://example.com/"));
        constexpr db::Sql kMove{
            "test_move_subscription",
            "UPDATE webhook_subscription SET callback_url = $3 WHERE company_id = $1 AND id = $2"};
        server.db->write(company_, [&](db::Tx& tx) {
            tx.execute(kMove, {id_in(subscription), receiver.url("/hook", host)});
        });

        EXPECT_EQ(refusal(activate(administrator_, subscription)), kFailed) << host;
        EXPECT_EQ(administrator_.post(subscription + "/test", "{}").json().at("status"), "failed") << host;
    }
    EXPECT_EQ(receiver.connections(), 0U);
}

RUN_ON_EACH_DATABASE(GuardedActivation);

}  // namespace
}  // namespace callboard
