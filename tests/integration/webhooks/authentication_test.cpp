// Authentication of callbacks: a configured header, or a token of the receiver's own token endpoint.
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"
#include "wire/form.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::as_base64;
using test::basic_auth;
using test::event_of;
using test::header_auth;
using test::Hook;
using test::merge;
using test::oauth_auth;
using test::ReceivedRequest;
using test::Reply;
using test::ReplyMode;
using test::text;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kToken = "/token";

Reply token(const std::string& value, int seconds = 1000) {
    return {.status = 200,
            .headers = {{"Content-Type", "application/json"}},
            .body = json::serialize(
                json::object{{"access_token", value}, {"token_type", "bearer"}, {"expires_in", seconds}})};
}

std::vector<std::string> credentials_in(const std::vector<ReceivedRequest>& requests) {
    std::vector<std::string> all;
    for (const auto& request : requests) all.push_back(request.header("Authorization"));
    return all;
}

class WebhookAuthentication : public test::WebhookCompany {
  protected:
    Hook given_oauth(std::vector<Reply> tokens) {
        receiver.plan(kToken, std::move(tokens));
        return given_active({"job.created"}, oauth_auth(receiver.url(kToken)));
    }
    // Creates an event for the subscription and waits until its callback is logged.
    void notify(const Hook& hook) {
        const auto before = log_of(hook).size();
        new_job();
        wait_until_logged(hook, before + 1);
    }
    std::size_t tokens_asked_for() const { return receiver.deliveries(kToken).size(); }
};

TEST_P(WebhookAuthentication, SendsUserAndPassword) {
    const Hook hook = given_active({"job.created"}, basic_auth("pä:ss wörd"));

    new_job();

    EXPECT_EQ(wait_for(hook, 1).front().header("Authorization"), "Basic " + as_base64("robin:pä:ss wörd"));
}

TEST_P(WebhookAuthentication, SendsTheHeaderOnceAndAsItIsWritten) {
    for (const auto& [name, value] :
         {std::pair{"callback-Token", "s3cret value~"}, std::pair{"Authorization", "Token abc"},
          std::pair{"X-Key", "a: b, \"c\""}}) {
        const Hook hook = given_active({"job.created"}, header_auth(name, value));
        new_job();

        const auto request = wait_for(hook, 1).front();

        std::vector<std::string> values;
        for (const auto& [header, each] : request.headers)
            if (header == name) values.push_back(each);
        EXPECT_THAT(values, ElementsAre(value)) << name;
    }
}

TEST_P(WebhookAuthentication, IsGoneWhenItIsTakenAway) {
    const Hook hook = given_active({"job.created"}, basic_auth());
    ASSERT_EQ(merge(administrator_, hook.at, {{"callbackAuthentication", nullptr}}).status, 200);
    ASSERT_EQ(status_of(hook.at), "inactive");
    must_activate(hook);

    new_job();

    EXPECT_EQ(wait_for(hook, 1).front().header("Authorization"), "");
    EXPECT_EQ(receiver.handshakes(hook.path).at(1).header("Authorization"), "");
}

TEST_P(WebhookAuthentication, StaysWhenSomethingElseChanges) {
    const Hook hook = given_active({"job.created"}, header_auth("X-Key", "value"));
    ASSERT_EQ(merge(administrator_, hook.at, {{"events", {"job.created", "job.updated"}}}).status, 200);

    new_job();

    EXPECT_EQ(wait_for(hook, 1).front().header("X-Key"), "value");
}

TEST_P(WebhookAuthentication, IsMaskedInTheLog) {
    for (const auto& auth : {basic_auth("Hidden-1"), header_auth("X-Key", "Hidden-2")}) {
        const Hook hook = given_active({"job.created"}, auth);
        notify(hook);
        const auto tested = administrator_.post(hook.at + "/test", "{}");

        const std::string shown = json::serialize(log_of(hook)) + tested.body;

        EXPECT_THAT(shown, Not(HasSubstr("Hidden")));
        EXPECT_THAT(shown, Not(HasSubstr(as_base64("robin:Hidden-1"))));
        const json::array log = log_of(hook);
        const json::object& headers = log.at(0).at("requestDetails").at("headers").as_object();
        EXPECT_TRUE(headers.contains(text(auth.at("type")) == "basic" ? "Authorization" : "X-Key"))
            << "its presence is logged";
    }
}

TEST_P(WebhookAuthentication, IsMaskedWhereAReceiverRepeatsIt) {
    for (const auto& auth : {basic_auth("Hidden-1"), header_auth("X-Key", "Hidden-2")}) {
        const Hook hook = given_active({"job.created"}, auth);
        const std::string key = new_key(hook.at);
        receiver.plan(hook.path, [key](const ReceivedRequest& request) {
            const std::string all = request.header("Authorization") + " " + request.header("X-Key") + " " +
                                    key + " of robin with Hidden-1";
            return Reply{.status = 202, .headers = {{"X-Echo", all}}, .body = all};
        });
        notify(hook);
        const auto tested = administrator_.post(hook.at + "/test", "{}");

        const json::array log = log_of(hook);
        const std::string shown = json::serialize(log) + tested.body;

        EXPECT_THAT(shown, Not(HasSubstr(key)));
        EXPECT_THAT(shown, Not(HasSubstr(as_base64("robin:Hidden-1"))));
        EXPECT_THAT(shown, Not(HasSubstr("Hidden-2")));
        if (text(auth.at("type")) == "basic") EXPECT_THAT(shown, Not(HasSubstr("Hidden-1")));
        EXPECT_THAT(text(log.at(0).at("responseBody")), HasSubstr("*** of robin"));
        EXPECT_THAT(text(log.at(0).at("responseHeaders").at("X-echo")), HasSubstr("*** of robin"));
    }
}

TEST_P(WebhookAuthentication, IsMaskedWhereJsonEscapesIt) {
    const Hook hook = given_active({"job.created"}, header_auth("X-Key", R"(Hid/den"2)"));
    receiver.plan(hook.path, [](const ReceivedRequest&) {
        return Reply{.status = 202, .headers = {}, .body = R"(["Hid/den\"2", "Hid\/den\"2"])"};
    });
    notify(hook);

    EXPECT_EQ(text(log_of(hook).at(0).at("responseBody")), R"(["***", "***"])");
}

// --- tokens of the receiver's token endpoint

TEST_P(WebhookAuthentication, FetchesATokenOnceForMany) {
    const Hook hook = given_oauth({token("token-1"), token("token-2")});

    new_jobs(5);

    EXPECT_THAT(credentials_in(wait_for(hook, 5)), Each("Bearer token-1"));
    EXPECT_EQ(receiver.handshakes(hook.path).at(0).header("Authorization"), "Bearer token-1");
    const auto asked = receiver.deliveries(kToken);
    ASSERT_EQ(asked.size(), 1U);
    EXPECT_EQ(asked.front().method, "POST");
    EXPECT_EQ(asked.front().header("Content-Type"), "application/x-www-form-urlencoded");
    EXPECT_EQ(asked.front().body,
              "client_id=sub-client&client_secret=sub-secret&grant_type=client_credentials");
    EXPECT_EQ(asked.front().header("Authorization"), "");
}

TEST_P(WebhookAuthentication, EncodesWhatItAsksWith) {
    const std::string secret = "s&c=r+t %ü/?";
    receiver.plan(kToken, {token("token-1")});
    given_active({"job.created"}, oauth_auth(receiver.url(kToken), secret));

    const auto form = wire::Form::parse(receiver.deliveries(kToken).at(0).body);

    ASSERT_TRUE(form);
    EXPECT_EQ(form->get("client_secret"), secret);
    EXPECT_EQ(form->get("grant_type"), "client_credentials");
}

TEST_P(WebhookAuthentication, RenewsATokenWhenATenthOfItsLifeIsLeft) {
    const Hook hook = given_oauth({token("token-1", 1000), token("token-2", 1000), token("token-3", 1000)});
    const auto sent_after = [&](std::chrono::milliseconds time) {
        pass(time);
        notify(hook);
        return received(hook).back().header("Authorization");
    };

    EXPECT_EQ(sent_after(0s), "Bearer token-1");
    EXPECT_EQ(sent_after(899s), "Bearer token-1");
    EXPECT_EQ(sent_after(2s), "Bearer token-2");
    EXPECT_EQ(sent_after(898s), "Bearer token-2");
    EXPECT_EQ(sent_after(3s), "Bearer token-3");
    EXPECT_EQ(tokens_asked_for(), 3U);
}

TEST_P(WebhookAuthentication, AsksOnceForThoseThatWaitTogether) {
    const Hook hook = given_oauth({token("token-1", 10)});
    pass(10s);
    Reply held = token("token-2");
    held.mode = ReplyMode::answers_when_released;
    receiver.plan(kToken, {held});

    new_jobs(4);
    receiver.wait_for(kToken, 2);
    expect_no_more_than({"", kToken}, 2);
    EXPECT_THAT(received(hook), IsEmpty()) << "nothing goes without it";
    receiver.release(kToken);

    EXPECT_THAT(credentials_in(wait_for(hook, 4)), Each("Bearer token-2"));
    EXPECT_EQ(tokens_asked_for(), 2U);
}

TEST_P(WebhookAuthentication, EachSubscriptionHasItsOwnToken) {
    receiver.plan(kToken, {token("token-1"), token("token-2")});
    const Hook first = given_active({"job.created"}, oauth_auth(receiver.url(kToken)));
    const Hook second = given_active({"job.created"}, oauth_auth(receiver.url(kToken), "other-secret"));

    new_job();

    EXPECT_THAT(credentials_in(wait_for(first, 1)), ElementsAre("Bearer token-1"));
    EXPECT_THAT(credentials_in(wait_for(second, 1)), ElementsAre("Bearer token-2"));
}

TEST_P(WebhookAuthentication, FetchesAnotherTokenOnceAfterA401) {
    const Hook hook = given_oauth({token("token-1"), token("token-2")});
    receiver.plan(hook.path, {{.status = 401}, {.status = 202}});

    notify(hook);

    const auto requests = wait_for(hook, 2);
    EXPECT_THAT(credentials_in(requests), ElementsAre("Bearer token-1", "Bearer token-2"));
    EXPECT_EQ(event_of(requests.at(0)), event_of(requests.at(1)));
    EXPECT_EQ(requests.at(0).body, requests.at(1).body);
    EXPECT_EQ(wait_until_logged(hook, 1, "&callbackStatus=successful").size(), 1U);
    notify(hook);
    EXPECT_EQ(received(hook).back().header("Authorization"), "Bearer token-2") << "it is kept";
    EXPECT_EQ(tokens_asked_for(), 2U);
}

TEST_P(WebhookAuthentication, GivesUpTheAttemptAfterASecond401) {
    const Hook hook = given_oauth({token("token-1"), token("token-2"), token("token-3")});
    receiver.plan(hook.path, {{.status = 401}});

    notify(hook);

    EXPECT_THAT(credentials_in(wait_for(hook, 2)), ElementsAre("Bearer token-1", "Bearer token-2"));
    expect_no_more_than(hook, 2);
    EXPECT_EQ(tokens_asked_for(), 2U);
    const auto entries = wait_until_logged(hook, 1, "&callbackStatus=failed");
    EXPECT_EQ(entries.at(0).at("responseStatus"), 401);
}

TEST_P(WebhookAuthentication, FailsWithoutAToken) {
    for (const Reply& bad :
         {Reply{.status = 500}, Reply{.status = 401, .body = R"({"error":"invalid_client"})"},
          Reply{.mode = ReplyMode::resets}, Reply{.status = 200, .body = "no JSON"},
          Reply{.status = 200, .body = "{}"}, Reply{.status = 200, .body = R"({"access_token":5})"},
          Reply{.status = 200, .body = R"({"access_token":"a\r\nb","expires_in":60})"},
          Reply{.status = 302, .headers = {{"Location", receiver.url("/elsewhere")}}}}) {
        const Hook hook = given_oauth({token("token-1", 10)});
        pass(10s);
        receiver.plan(kToken, {bad});

        notify(hook);

        const auto entry = log_of(hook).at(0);
        EXPECT_EQ(entry.at("status"), "failed") << bad.status << bad.body;
        EXPECT_FALSE(text(entry.at("failureReason")).empty()) << bad.status << bad.body;
        EXPECT_THAT(json::serialize(entry), Not(HasSubstr("sub-secret")));
        EXPECT_THAT(received(hook), IsEmpty())
            << "nothing is sent without a token: " << bad.status << bad.body;

        receiver.plan(kToken, {token("token-2")});
        pass(67s);
        EXPECT_THAT(credentials_in(wait_for(hook, 1)), ElementsAre("Bearer token-2")) << "it is tried again";
        ASSERT_EQ(administrator_.del(hook.at).status, 204);
    }
    EXPECT_THAT(receiver.deliveries("/elsewhere"), IsEmpty());
}

TEST_P(WebhookAuthentication, AsksWithTheNewSecretOnceItIsChanged) {
    const Hook hook = given_oauth({token("token-1"), token("token-2")});
    ASSERT_EQ(merge(administrator_, hook.at,
                    {{"callbackAuthentication", oauth_auth(receiver.url(kToken), "new-secret")}})
                  .status,
              200);
    must_activate(hook);

    notify(hook);

    EXPECT_EQ(received(hook).back().header("Authorization"), "Bearer token-2");
    EXPECT_THAT(receiver.deliveries(kToken).back().body, HasSubstr("client_secret=new-secret"));
}

RUN_ON_EACH_DATABASE(WebhookAuthentication);

}  // namespace
}  // namespace callboard
