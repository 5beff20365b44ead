// Access to subscriptions: scopes, roles, companies, limits, audit records and secrets.
#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::activate;
using test::Answer;
using test::array_of;
using test::at_the_same_time;
using test::basic_auth;
using test::Client;
using test::deactivate;
using test::header_auth;
using test::id_of;
using test::kClosedPortUrl;
using test::kNoSubscription;
using test::kSubscriptions;
using test::kWebhooks;
using test::merge;
using test::oauth_auth;
using test::Refusal;
using test::refusal;
using test::subscribe;
using test::subscription_input;
using test::text;
using test::with_auth;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

constexpr int kMostSubscriptions = 20;
constexpr std::size_t kMostKeys = 16;

class SubscriptionRights : public test::WebhookServer {
  protected:
    std::vector<std::string> listed(Client& caller) {
        std::vector<std::string> ids;
        for (const auto& each : array_of(caller.get(kSubscriptions + "?limit=100")))
            ids.push_back(text(each.at("id")));
        return ids;
    }
    std::vector<std::string> listed() { return listed(administrator_); }

    // Every operation on a subscription.
    static std::vector<std::function<Answer(Client&, const std::string&)>> operations() {
        return {[](Client& by, const std::string& at) { return by.get(at); },
                [](Client& by, const std::string& at) { return by.get(at + "/secret-key"); },
                [](Client& by, const std::string& at) { return by.get(at + "/callbacks-log"); },
                [](Client& by, const std::string& at) { return merge(by, at, json::object{}); },
                [](Client& by, const std::string& at) { return activate(by, at); },
                [](Client& by, const std::string& at) { return deactivate(by, at); },
                [](Client& by, const std::string& at) { return by.post(at + "/secret-key", "{}"); },
                [](Client& by, const std::string& at) { return by.post(at + "/test", "{}"); },
                [](Client& by, const std::string& at) {
                    return by.post(at + "/callbacks/01890000-0000-7000-8000-000000000000/redelivery", "{}");
                },
                [](Client& by, const std::string& at) {
                    return by.post(at + "/recovery", R"({"since":"2020-01-01T00:00:00.000Z"})");
                },
                [](Client& by, const std::string& at) { return by.del(at); }};
    }
};

// --- companies, roles, scopes

TEST_P(SubscriptionRights, AreUnknownToOthersAndWhenThereAreNone) {
    const std::string path = given_subscription();
    const std::string deleted = given_subscription();
    ASSERT_EQ(administrator_.del(deleted).status, 204);
    auto stranger = rival();

    const auto calls = operations();
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto& call = calls.at(i);
        const auto unknown = call(administrator_, kNoSubscription);
        EXPECT_EQ(refusal(unknown), (Refusal{404, "SUBSCRIPTION_NOT_FOUND"})) << i << unknown.body;
        for (const std::string& other : {deleted, kSubscriptions + "/nonsense", path + "0"})
            EXPECT_EQ(call(administrator_, other).body, unknown.body) << i << other;
        const auto foreign = call(stranger, path);
        EXPECT_EQ(foreign.status, 404) << i;
        EXPECT_EQ(foreign.body, unknown.body) << i;
    }
    EXPECT_THAT(listed(stranger), IsEmpty());
    EXPECT_THAT(listed(), ElementsAre(id_in(path)));
    EXPECT_EQ(status_of(path), "inactive");
}

TEST_P(SubscriptionRights, BelongToAdministratorsOnly) {
    using enum accounts::Role;
    const std::string path = given_subscription();
    const Refusal forbidden{403, "NO_PERMISSION_TO_MANAGE_WEBHOOKS"};

    for (const auto role : {extended, standard, restricted, employee}) {
        auto caller = colleague(role);
        EXPECT_EQ(refusal(subscribe(caller, subscription_input())), forbidden);
        EXPECT_EQ(refusal(caller.get(kSubscriptions)), forbidden);
        for (const auto& call : operations()) EXPECT_EQ(refusal(call(caller, path)), forbidden);
        EXPECT_EQ(caller.get(kWebhooks + "/events").status, 200) << "the catalogue is for everybody";
    }
    auto robot = program("webhooks_manage", extended);
    EXPECT_EQ(refusal(subscribe(robot, subscription_input())), forbidden);
    EXPECT_THAT(listed(), ElementsAre(id_in(path)));
}

TEST_P(SubscriptionRights, NeedTheScopeOfTheOperation) {
    const auto calls = operations();
    // In addition to webhooks_manage, which all of them require; in the order of operations().
    const std::array<std::string, 11> needed{"webhooks_read",  "webhooks_read",  "webhooks_read",
                                             "webhooks_write", "webhooks_write", "webhooks_write",
                                             "webhooks_write", "webhooks_write", "webhooks_write",
                                             "webhooks_write", "webhooks_delete"};
    ASSERT_EQ(calls.size(), needed.size());
    const Refusal unscoped{403, "INSUFFICIENT_SCOPE"};
    const Refusal gone{404, "SUBSCRIPTION_NOT_FOUND"};

    for (const std::string scope :
         {"webhooks_read", "webhooks_write", "jobs_read", "webhooks_delete", "webhooks_manage"}) {
        auto caller = program(scope);
        const std::string path = given_subscription();
        const auto may = [&](const std::string& one) { return scope == "webhooks_manage" || scope == one; };
        EXPECT_EQ(subscribe(caller, subscription_input()).status, may("webhooks_write") ? 201 : 403) << scope;
        EXPECT_EQ(caller.get(kSubscriptions).status, may("webhooks_read") ? 200 : 403) << scope;
        EXPECT_EQ(caller.get(kWebhooks + "/events").status, may("webhooks_read") ? 200 : 403) << scope;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const auto answer = calls.at(i)(caller, path);
            EXPECT_EQ(refusal(answer) != unscoped, may(needed.at(i))) << scope << " " << i << answer.body;
            EXPECT_LT(answer.status, 500) << scope << " " << i << answer.body;
            EXPECT_NE(refusal(answer), gone) << scope << " " << i;
        }
    }
    auto nobody = server.client();
    EXPECT_EQ(nobody.get(kSubscriptions).status, 401);
    EXPECT_EQ(subscribe(nobody, subscription_input()).status, 401);
}

// --- limits

TEST_P(SubscriptionRights, AreTwentyForEachOwner) {
    auto second_key = server.client_with_key(given::api_key(*server.db, company_, user_));
    auto application = application_for(user_);
    auto other_application = application_for(user_, "Another robot");
    auto colleague = this->colleague(accounts::Role::administrator);
    std::string last;
    for (int i = 0; i < kMostSubscriptions; ++i) last = given_subscription();
    const Refusal full{403, "SUBSCRIPTIONS_LIMIT_EXCEEDED"};

    EXPECT_EQ(refusal(subscribe(administrator_, subscription_input())), full);
    EXPECT_EQ(refusal(subscribe(second_key, subscription_input())), full) << "another key of the same user";
    for (int i = 0; i < kMostSubscriptions; ++i)
        EXPECT_EQ(subscribe(application, subscription_input()).status, 201) << i;
    EXPECT_EQ(refusal(subscribe(application, subscription_input())), full);
    EXPECT_EQ(subscribe(other_application, subscription_input()).status, 201);
    EXPECT_EQ(subscribe(colleague, subscription_input()).status, 201);

    ASSERT_EQ(administrator_.del(last).status, 204);
    EXPECT_EQ(subscribe(administrator_, subscription_input()).status, 201) << "a place became free";
    EXPECT_EQ(refusal(subscribe(administrator_, subscription_input())), full);
}

TEST_P(SubscriptionRights, AreTwentyEvenWhenAllComeAtOnce) {
    for (int i = 0; i < kMostSubscriptions - 2; ++i) given_subscription();
    const std::string key = given::api_key(*server.db, company_, user_);

    const auto statuses = at_the_same_time<6>([&](std::size_t) {
        auto caller = server.client_with_key(key);
        return subscribe(caller, subscription_input()).status;
    });

    EXPECT_EQ(std::ranges::count(statuses, 201), 2);
    EXPECT_EQ(std::ranges::count(statuses, 403), 4);
    EXPECT_EQ(listed().size(), static_cast<std::size_t>(kMostSubscriptions));
}

// --- secret keys

TEST_P(SubscriptionRights, AKeyIsMadeAndReadBack) {
    const std::string path = given_subscription();
    const std::string other = given_subscription();
    EXPECT_EQ(refusal(administrator_.get(path + "/secret-key")), (Refusal{404, "SECRET_KEY_NOT_FOUND"}));

    const std::string first = new_key(path);
    EXPECT_THAT(first, MatchesRegex("[A-Za-z0-9]{21}"));
    EXPECT_EQ(administrator_.get(path + "/secret-key").json(), (json::value{{"secretKey", first}}));

    const std::string second = new_key(path);
    EXPECT_NE(second, first);
    EXPECT_EQ(administrator_.get(path + "/secret-key").json(), (json::value{{"secretKey", second}}));
    EXPECT_EQ(administrator_.get(other + "/secret-key").status, 404);
    pass(std::chrono::days{400});
    EXPECT_EQ(administrator_.get(path + "/secret-key").json(), (json::value{{"secretKey", second}}));
}

TEST_P(SubscriptionRights, KeysAreSixteenAtATime) {
    const std::string path = given_subscription();
    std::set<std::string> keys;
    for (std::size_t i = 0; i < kMostKeys; ++i) keys.insert(new_key(path));
    EXPECT_EQ(keys.size(), kMostKeys);
    const Refusal full{403, "SECRET_KEYS_LIMIT_EXCEEDED"};

    EXPECT_EQ(refusal(administrator_.post(path + "/secret-key", "{}")), full);
    pass(24h - 1s);
    EXPECT_EQ(refusal(administrator_.post(path + "/secret-key", "{}")), full);
    pass(2s);
    EXPECT_EQ(administrator_.post(path + "/secret-key", "{}").status, 201)
        << "all but the newest have expired";
    EXPECT_EQ(new_key(given_subscription()).size(), 21U) << "another subscription has its own";
}

// --- secrets

TEST_P(SubscriptionRights, SecretsAreNeitherReturnedNorStoredInClear) {
    const std::vector<std::string> paths{
        given_subscription(with_auth(subscription_input(), basic_auth("Hidden-password-4711"))),
        given_subscription(with_auth(subscription_input(), header_auth("X-Key", "Hidden-value-4711"))),
        given_subscription(
            with_auth(subscription_input(), oauth_auth(kClosedPortUrl, "Hidden-secret-4711")))};
    const auto keyed =
        administrator_.post(paths.at(0) + "/secret-key", "{}", {{"Idempotency-Key", "keep-this"}});
    ASSERT_EQ(keyed.status, 201) << keyed.body;
    const std::string key = text(keyed.json().at("secretKey"));
    std::string bodies;
    for (const auto& path : paths) {
        bodies += administrator_.get(path).body;
        bodies += merge(administrator_, path, {{"events", {"job.updated"}}}).body;
        bodies += administrator_.post(path + "/test", "{}").body;
        bodies += administrator_.get(path + "/callbacks-log").body;
        bodies += json::serialize(records_of(path));
    }
    bodies += administrator_.get(kSubscriptions).body;

    const std::string kept = everything_kept();
    EXPECT_THAT(kept, HasSubstr(kClosedPortUrl)) << "what is not secret is found";
    for (const std::string& secret :
         {std::string{"Hidden-"}, key,
          std::string{"cm9iaW46SGlkZGVuLXBhc3N3b3Jk"}}) {  // base64 of robin:Hidden-…
        EXPECT_THAT(bodies, Not(HasSubstr(secret)));
        EXPECT_EQ(kept.find(secret), std::string::npos) << secret;
    }
    for (const auto& path : paths) ASSERT_EQ(administrator_.del(path).status, 204);
    EXPECT_THAT(rows().select("SELECT sealed_auth FROM webhook_subscription WHERE sealed_auth IS NOT NULL"),
                IsEmpty())
        << "what is deleted keeps nothing secret";
    EXPECT_THAT(rows().select("SELECT id FROM webhook_key"), IsEmpty());
}

// --- audit records and idempotency

TEST_P(SubscriptionRights, EveryChangeIsRecorded) {
    const std::string path =
        given_subscription(with_auth(subscription_input(), basic_auth("Hidden-password-4711")));
    merge(administrator_, path, {{"events", {"job.updated"}}});
    new_key(path);
    administrator_.post(path + "/test", "{}");
    administrator_.get(path);
    administrator_.del(path);

    const auto records = records_of(path);
    EXPECT_THAT(audit_of(path), ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED", "WEBHOOK_SUBSCRIPTION_CHANGED",
                                            "WEBHOOK_SUBSCRIPTION_CHANGED", "WEBHOOK_SUBSCRIPTION_DELETED"));
    for (const auto& record : records) {
        EXPECT_EQ(record.at("entityType"), "WEBHOOK_SUBSCRIPTION");
        EXPECT_EQ(record.at("authorType"), "USER");
        EXPECT_EQ(text(record.at("authorId")), user_.id().text());
    }
    EXPECT_EQ(records.at(2).at("context").at("change"), "SECRET_KEY");
}

TEST_P(SubscriptionRights, ARefusedCallIsNotRecorded) {
    const std::string path = given_subscription();
    const auto before = given::audit_names(*server.db, company_);

    subscribe(administrator_, subscription_input("http://example.com/"));
    merge(administrator_, path, {{"events", {"no.such"}}});
    activate(administrator_, path);
    deactivate(administrator_, path);

    EXPECT_EQ(given::audit_names(*server.db, company_), before);
}

TEST_P(SubscriptionRights, TheSameCallTwiceMakesOne) {
    const auto first = subscribe(administrator_, subscription_input(), {{"Idempotency-Key", "once"}});
    const auto again = subscribe(administrator_, subscription_input(), {{"Idempotency-Key", "once"}});
    const auto other =
        subscribe(administrator_, subscription_input("https://example.com/"), {{"Idempotency-Key", "once"}});

    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(refusal(other), (Refusal{422, "IDEMPOTENCY_KEY_REUSED"}));
    EXPECT_THAT(listed(), ElementsAre(id_of(first)));
    EXPECT_THAT(audit_of(kSubscriptions + "/" + id_of(first)), ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED"));
}

RUN_ON_EACH_DATABASE(SubscriptionRights);

}  // namespace
}  // namespace callboard
