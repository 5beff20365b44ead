// Administration of subscriptions over the API, without callbacks.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::array_of;
using test::basic_auth;
using test::Client;
using test::deactivate;
using test::header_auth;
using test::id_of;
using test::kClosedPortUrl;
using test::keys;
using test::kSubscriptions;
using test::kWebhooks;
using test::merge;
using test::next_page;
using test::of_errors;
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
using testing::UnorderedElementsAre;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

json::array named(const std::vector<std::string>& names) {
    json::array events;
    for (const auto& name : names) events.push_back({{"name", name}, {"version", "v1"}});
    return events;
}

json::object replaced(json::object input, const std::string& key, const json::value& value) {
    input[key] = value;
    return input;
}

std::vector<std::string> ids_in(const Answer& list) {
    std::vector<std::string> ids;
    for (const auto& each : array_of(list)) ids.push_back(text(each.at("id")));
    return ids;
}

class ApiSubscriptions : public test::WebhookServer {
  protected:
    std::vector<std::string> listed(Client& caller) {
        return ids_in(caller.get(kSubscriptions + "?limit=100"));
    }
    std::vector<std::string> listed() { return listed(administrator_); }

    // An active subscription without a handshake: there is no receiver.
    std::string given_active() {
        const std::string path = given_subscription();
        constexpr db::Sql kActivate{
            "test_activate",
            "UPDATE webhook_subscription SET status = 'active', activated_at = 0 WHERE "
            "company_id = $1 AND id = $2"};
        server.db->write(company_, [&](db::Tx& tx) { tx.execute(kActivate, {id_in(path)}); });
        return path;
    }
};

TEST_P(ApiSubscriptions, StartInactiveAndShowWhatIsPublic) {
    const auto made = subscribe(administrator_, {{"callbackUrl", kClosedPortUrl},
                                                 {"events", {"job.created", "candidate.deleted"}},
                                                 {"alertingEmailAddress", "ops@example.test"},
                                                 {"callbackAuthentication", basic_auth()},
                                                 {"unknown", {{"member", true}}}});

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_THAT(keys(made.json()),
                UnorderedElementsAre("id", "callbackUrl", "events", "status", "createdOn"));
    EXPECT_THAT(id_of(made), MatchesRegex(kUuid));
    EXPECT_EQ(text(made.json().at("callbackUrl")), kClosedPortUrl);
    EXPECT_EQ(made.json().at("events"), named({"job.created", "candidate.deleted"}));
    EXPECT_EQ(made.json().at("status"), "inactive");
    EXPECT_EQ(text(made.json().at("createdOn")), now());
    EXPECT_EQ(administrator_.get(kSubscriptions + "/" + id_of(made)).json(), made.json());
    EXPECT_EQ(administrator_.get(kSubscriptions).json(), json::array{made.json()});
}

TEST_P(ApiSubscriptions, TakeEventsAsObjectsToo) {
    const auto made = subscribe(
        administrator_, subscription_input(kClosedPortUrl, {{{"name", "job.created"}, {"version", "v1"}},
                                                            {{"name", "offer.approval.step.rejected"}},
                                                            "interview.canceled"}));

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("events"),
              named({"job.created", "offer.approval.step.rejected", "interview.canceled"}));
}

TEST_P(ApiSubscriptions, TakeEveryEventOfTheCatalogueAtOnce) {
    json::array all;
    for (const auto& kind : array_of(administrator_.get(kWebhooks + "/events")))
        all.push_back(kind.at("name"));
    ASSERT_EQ(all.size(), 50U);

    const auto made = subscribe(administrator_, subscription_input(kClosedPortUrl, all));

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("events").as_array().size(), 50U);
}

// --- reading

TEST_P(ApiSubscriptions, AreListedByIdInPages) {
    std::vector<std::string> made;
    for (int i = 0; i < 12; ++i) made.push_back(id_in(given_subscription()));
    std::ranges::sort(made);

    EXPECT_EQ(ids_in(administrator_.get(kSubscriptions)), std::vector(made.begin(), made.begin() + 10));
    EXPECT_EQ(listed(), made);
    EXPECT_EQ(administrator_.get(kSubscriptions + "?limit=12").header("link"), "");
    for (const std::size_t limit : {1U, 5U, 11U}) {
        std::vector<std::string> seen;
        std::string page = kSubscriptions + "?limit=" + std::to_string(limit);
        while (!page.empty()) {
            const auto answer = administrator_.get(page);
            ASSERT_EQ(answer.status, 200) << page;
            ASSERT_LE(ids_in(answer).size(), limit);
            for (const auto& id : ids_in(answer)) seen.push_back(id);
            page = next_page(answer, public_url());
            if (seen.size() < made.size()) EXPECT_THAT(page, HasSubstr("page_id="));
        }
        EXPECT_EQ(seen, made) << limit;
    }
}

TEST_P(ApiSubscriptions, RefuseWrongPages) {
    for (int i = 0; i < 2; ++i) given_subscription();
    auto stranger = rival();
    const std::string second = next_page(administrator_.get(kSubscriptions + "?limit=1"), public_url());

    for (const std::string limit : {"0", "101", "-1", "x"})
        EXPECT_EQ(refusal(administrator_.get(kSubscriptions + "?limit=" + limit)),
                  (Refusal{400, "INVALID_PARAMETER"}))
            << limit;
    EXPECT_EQ(refusal(administrator_.get(kSubscriptions + "?page_id=nonsense")),
              (Refusal{400, "INVALID_PAGE_ID"}));
    EXPECT_EQ(refusal(stranger.get(second)), (Refusal{400, "INVALID_PAGE_ID"}));
    EXPECT_EQ(administrator_.get(second).status, 200);
}

TEST_P(ApiSubscriptions, AreSharedByTheAdministratorsOfTheCompany) {
    const std::string mine = given_subscription();
    auto other = colleague(accounts::Role::administrator);

    EXPECT_EQ(other.get(mine).status, 200);
    EXPECT_THAT(listed(other), ElementsAre(id_in(mine)));
    EXPECT_EQ(merge(other, mine, {{"events", {"job.updated"}}}).status, 200);
    EXPECT_EQ(other.del(mine).status, 204);
    EXPECT_THAT(listed(), IsEmpty());
}

// --- changing and deleting

TEST_P(ApiSubscriptions, ChangeOnlyWhatIsSaid) {
    const std::string path =
        given_subscription(subscription_input(kClosedPortUrl, {"job.created", "job.updated"}));
    const auto before = administrator_.get(path).json();

    EXPECT_EQ(merge(administrator_, path, json::object{}).json(), before);
    const auto changed = merge(administrator_, path, {{"events", {"candidate.created"}}, {"unknown", 1}});

    ASSERT_EQ(changed.status, 200) << changed.body;
    json::object expected = before.as_object();
    expected["events"] = named({"candidate.created"});
    EXPECT_EQ(changed.json(), expected);
    EXPECT_EQ(administrator_.get(path).json(), expected);

    const auto moved = merge(administrator_, path, {{"callbackUrl", "https://example.com/other"}});
    expected["callbackUrl"] = "https://example.com/other";
    EXPECT_EQ(moved.json(), expected);
}

TEST_P(ApiSubscriptions, RefuseWrongChangesAndStayAsTheyWere) {
    const std::string path = given_subscription();
    const std::string before = administrator_.get(path).body;

    for (const auto& [changes, expected, place] : std::vector<std::tuple<json::object, Refusal, std::string>>{
             {{{"callbackUrl", "http://example.com/"}}, {422, "INVALID_CALLBACK_URL"}, "/callbackUrl"},
             {{{"callbackUrl", nullptr}}, {422, "VALIDATION_ERROR"}, "/callbackUrl"},
             {{{"events", {"no.such"}}}, {422, "EVENT_NOT_FOUND"}, "/events/0"},
             {{{"events", json::array{}}}, {422, "VALIDATION_ERROR"}, "/events"},
             {{{"events", nullptr}}, {422, "VALIDATION_ERROR"}, "/events"},
             {{{"alertingEmailAddress", "nobody"}}, {422, "VALIDATION_ERROR"}, "/alertingEmailAddress"},
             {{{"callbackAuthentication", {{"type", "magic"}}}},
              {422, "VALIDATION_ERROR"},
              "/callbackAuthentication/type"},
             {{{"callbackAuthentication", header_auth("Host", "x")}},
              {422, "INVALID_CALLBACK_AUTHENTICATION"},
              "/callbackAuthentication/headerName"}}) {
        const auto refused = merge(administrator_, path, changes);
        ASSERT_EQ(refusal(refused), expected) << json::serialize(changes) << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre(place)) << json::serialize(changes);
    }
    EXPECT_EQ(administrator_.get(path).body, before);
    EXPECT_THAT(audit_of(path), ElementsAre("WEBHOOK_SUBSCRIPTION_CREATED"));
}

TEST_P(ApiSubscriptions, ForgetTheAlertingAddressWhenToldSo) {
    const std::string path =
        given_subscription(replaced(subscription_input(), "alertingEmailAddress", "ops@example.test"));
    const std::string sql = "SELECT alerting_email FROM webhook_subscription";
    ASSERT_THAT(rows().select(sql), ElementsAre("ops@example.test"));

    ASSERT_EQ(merge(administrator_, path, json::object{}).status, 200);
    EXPECT_THAT(rows().select(sql), ElementsAre("ops@example.test"));
    ASSERT_EQ(merge(administrator_, path, {{"alertingEmailAddress", nullptr}}).status, 200);
    EXPECT_THAT(rows().select(sql), ElementsAre(""));
}

TEST_P(ApiSubscriptions, OfAnActiveOneAnotherUrlOrAuthenticationMustProveItself) {
    for (const json::object& changes : {json::object{{"callbackUrl", "https://example.com/other"}},
                                        json::object{{"callbackAuthentication", basic_auth()}}}) {
        const std::string path = given_active();
        ASSERT_EQ(status_of(path), "active");

        EXPECT_EQ(merge(administrator_, path, changes).json().at("status"), "inactive")
            << json::serialize(changes);
        EXPECT_EQ(status_of(path), "inactive");
    }
    const std::string path = given_active();
    for (const json::object& changes : {json::object{{"events", {"job.updated"}}},
                                        json::object{{"alertingEmailAddress", "ops@example.test"}}})
        EXPECT_EQ(merge(administrator_, path, changes).json().at("status"), "active")
            << json::serialize(changes);
}

TEST_P(ApiSubscriptions, AreDeletedOnce) {
    const std::string path = given_subscription(with_auth(subscription_input(), basic_auth()));
    const std::string other = given_subscription();

    EXPECT_EQ(administrator_.del(path).status, 204);

    EXPECT_EQ(refusal(administrator_.get(path)), (Refusal{404, "SUBSCRIPTION_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.del(path)), (Refusal{404, "SUBSCRIPTION_NOT_FOUND"}));
    EXPECT_THAT(listed(), ElementsAre(id_in(other)));
}

TEST_P(ApiSubscriptions, AreDeactivatedWhenActiveOnly) {
    const std::string path = given_active();

    EXPECT_EQ(deactivate(administrator_, path).status, 204);
    EXPECT_EQ(status_of(path), "inactive");
    EXPECT_EQ(refusal(deactivate(administrator_, path)), (Refusal{409, "SUBSCRIPTION_NOT_ACTIVE"}));
    EXPECT_EQ(refusal(administrator_.post(path + "/recovery", R"({"since":"2020-01-01T00:00:00.000Z"})")),
              (Refusal{409, "SUBSCRIPTION_NOT_ACTIVE"}));
    EXPECT_EQ(refusal(administrator_.post(path + "/callbacks/01890000-0000-7000-8000-000000000000/redelivery",
                                          "{}")),
              (Refusal{409, "SUBSCRIPTION_NOT_ACTIVE"}));
}

RUN_ON_EACH_DATABASE(ApiSubscriptions);

}  // namespace
}  // namespace callboard
