// Valid and invalid input of subscriptions.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::basic_auth;
using test::header_auth;
using test::kClosedPortUrl;
using test::kSubscriptions;
using test::oauth_auth;
using test::of_errors;
using test::Refusal;
using test::refusal;
using test::repeated;
using test::subscribe;
using test::subscription_input;
using test::with_auth;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

json::object replaced(json::object input, const std::string& key, const json::value& value) {
    input[key] = value;
    return input;
}

class SubscriptionInput : public test::WebhookServer {};

TEST_P(SubscriptionInput, RefuseABodyThatBreaksItsSchema) {
    const json::object good = subscription_input();
    const auto without = [&](const std::string& key) {
        json::object input = good;
        input.erase(key);
        return input;
    };
    const auto authenticated = [&](const json::value& auth) { return with_auth(good, auth); };
    for (const auto& [input, places] : std::vector<std::pair<json::object, std::vector<std::string>>>{
             {{}, {"/callbackUrl", "/events"}},
             {without("callbackUrl"), {"/callbackUrl"}},
             {without("events"), {"/events"}},
             {replaced(good, "callbackUrl", 5), {"/callbackUrl"}},
             {replaced(good, "callbackUrl", nullptr), {"/callbackUrl"}},
             {replaced(good, "callbackUrl", json::string{"https://example.com/" + repeated("x", 2000)}),
              {"/callbackUrl"}},
             {replaced(good, "events", "job.created"), {"/events"}},
             {replaced(good, "events", json::array{}), {"/events"}},
             {replaced(good, "events", {5}), {"/events/0"}},
             {replaced(good, "events", {{{"version", "v1"}}}), {"/events/0/name"}},
             {replaced(good, "alertingEmailAddress", "nobody"), {"/alertingEmailAddress"}},
             {replaced(good, "alertingEmailAddress", 5), {"/alertingEmailAddress"}},
             {authenticated("basic"), {"/callbackAuthentication"}},
             {authenticated(json::object{}), {"/callbackAuthentication/type"}},
             {authenticated({{"type", "magic"}}), {"/callbackAuthentication/type"}},
             {authenticated({{"type", "basic"}}),
              {"/callbackAuthentication/username", "/callbackAuthentication/password"}},
             {authenticated({{"type", "header"}, {"headerName", "X-Key"}}),
              {"/callbackAuthentication/headerValue"}},
             {authenticated({{"type", "oauth2"}, {"clientId", "a"}}),
              {"/callbackAuthentication/clientSecret", "/callbackAuthentication/tokenServiceUrl"}},
             {authenticated(basic_auth("")), {"/callbackAuthentication/password"}},
             {authenticated(basic_auth(repeated("x", 4097))), {"/callbackAuthentication/password"}},
             {authenticated(basic_auth("a\nb")), {"/callbackAuthentication/password"}}}) {
        const auto refused = subscribe(administrator_, input);
        const std::string shown = json::serialize(input).substr(0, 200);
        ASSERT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << shown << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << shown;
    }
    EXPECT_EQ(refusal(administrator_.post(kSubscriptions, "{")), (Refusal{400, "INVALID_JSON"}));
    EXPECT_THAT(administrator_.get(kSubscriptions).json().as_array(), IsEmpty());
}

TEST_P(SubscriptionInput, RefuseAnEventThatIsThereTwice) {
    for (const json::array& twice :
         {json::array{"job.created", "job.created"}, json::array{"job.created", {{"name", "job.created"}}}}) {
        const auto refused = subscribe(administrator_, subscription_input(kClosedPortUrl, twice));
        EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << json::serialize(twice);
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(testing::StartsWith("/events")));
    }
}

TEST_P(SubscriptionInput, RefuseUnknownEventsAndSayWhichOnes) {
    const auto refused = subscribe(
        administrator_,
        subscription_input(kClosedPortUrl, {"no.such", "job.created", "job", {{"name", "JOB.CREATED"}}}));

    EXPECT_EQ(refusal(refused), (Refusal{422, "EVENT_NOT_FOUND"}));
    EXPECT_THAT(of_errors(refused, "code"), testing::Each("EVENT_NOT_FOUND"));
    EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAre("/events/0", "/events/2", "/events/3"));
}

TEST_P(SubscriptionInput, RefuseAUrlThatIsNotHttps) {
    for (const std::string url :
         {"http://example.com/x", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/",
          "example.com/x", "//example.com/x", "https://", "https:///x", "https:example.com",
          "javascript:alert(1)", "https://exa mple.com/", "https://example.com:99999/",
          "https://example.com:0/", "https://example.com\n/", "https://[::1/", "not a url"}) {
        for (const auto& [place, input] : {std::pair{"/callbackUrl", subscription_input(url)},
                                           std::pair{"/callbackAuthentication/tokenServiceUrl",
                                                     with_auth(subscription_input(), oauth_auth(url))}}) {
            const auto refused = subscribe(administrator_, input);
            ASSERT_EQ(refusal(refused), (Refusal{422, "INVALID_CALLBACK_URL"})) << url << refused.body;
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(place)) << url;
        }
    }
    EXPECT_THAT(administrator_.get(kSubscriptions).json().as_array(), IsEmpty());
}

TEST_P(SubscriptionInput, ReportEveryFaultAtOnce) {
    const auto refused = subscribe(
        administrator_,
        with_auth(subscription_input("http://example.com/", {"no.such"}), header_auth("Host", "x")));

    EXPECT_EQ(refused.status, 422) << refused.body;
    EXPECT_THAT(of_errors(refused, "dataPath"),
                UnorderedElementsAre("/callbackUrl", "/events/0", "/callbackAuthentication/headerName"));
}

TEST_P(SubscriptionInput, RefuseHeadersThatHttpOrWeNeed) {
    for (const std::string name : {"Host",
                                   "host",
                                   "Content-Length",
                                   "Content-Type",
                                   "content-type",
                                   "Content-Encoding",
                                   "Content-Anything",
                                   "Connection",
                                   "Keep-Alive",
                                   "Proxy-Authorization",
                                   "Proxy-Connection",
                                   "TE",
                                   "Trailer",
                                   "Transfer-Encoding",
                                   "Upgrade",
                                   "Accept",
                                   "ACCEPT",
                                   "Link",
                                   "Expect",
                                   "event-id",
                                   "Event-Name",
                                   "event-version",
                                   "smartrecruiters-timestamp",
                                   "SmartRecruiters-Signature",
                                   "smartrecruiters-else",
                                   "webhook-id",
                                   "webhook-timestamp",
                                   "Webhook-Signature",
                                   "webhook-else",
                                   "User-Agent",
                                   "user-agent",
                                   "X-Hook-Secret",
                                   "x-hook-secret"}) {
        const auto refused =
            subscribe(administrator_, with_auth(subscription_input(), header_auth(name, "value")));
        ASSERT_EQ(refusal(refused), (Refusal{422, "INVALID_CALLBACK_AUTHENTICATION"}))
            << name << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/callbackAuthentication/headerName"))
            << name;
    }
    EXPECT_THAT(administrator_.get(kSubscriptions).json().as_array(), IsEmpty());
}

TEST_P(SubscriptionInput, RefuseHeadersThatAreNone) {
    const std::string schema = "VALIDATION_ERROR";
    const std::string header = "INVALID_CALLBACK_AUTHENTICATION";
    for (const auto& [name, value, code, member] :
         std::vector<std::array<std::string, 4>>{{"", "value", schema, "headerName"},
                                                 {"X Y", "value", header, "headerName"},
                                                 {"X:Y", "value", header, "headerName"},
                                                 {"X(y)", "value", header, "headerName"},
                                                 {"Ü-Header", "value", header, "headerName"},
                                                 {"X\r\nEvil: 1", "value", schema, "headerName"},
                                                 {std::string{"X\0", 2}, "value", schema, "headerName"},
                                                 {"X-Key", "", schema, "headerValue"},
                                                 {"X-Key", " value", header, "headerValue"},
                                                 {"X-Key", "a\r\nEvil: 1", schema, "headerValue"},
                                                 {"X-Key", "a\nb", schema, "headerValue"},
                                                 {"X-Key", "a\rb", schema, "headerValue"},
                                                 {"X-Key", std::string{"a\0b", 3}, schema, "headerValue"},
                                                 {"X-Key", repeated("x", 4097), schema, "headerValue"}}) {
        const auto refused =
            subscribe(administrator_, with_auth(subscription_input(), header_auth(name, value)));
        ASSERT_EQ(refusal(refused), (Refusal{422, code})) << name << value << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/callbackAuthentication/" + member)) << name;
    }
    EXPECT_THAT(administrator_.get(kSubscriptions).json().as_array(), IsEmpty());
}

TEST_P(SubscriptionInput, TakeAnyOtherHeader) {
    for (const std::string name : {"callback-token", "Authorization", "X-My.Header!", "x_custom", "API-Key",
                                   "Cookie", "Accept-Language", "eventful", "X-Content-Type"}) {
        const auto made = subscribe(
            administrator_, with_auth(subscription_input(), header_auth(name, "a value: with, \"marks\"")));
        EXPECT_EQ(made.status, 201) << name << made.body;
    }
}

RUN_ON_EACH_DATABASE(SubscriptionInput);

}  // namespace
}  // namespace callboard
