#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/recorded_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::at_the_same_time;
using test::Client;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::ids;
using test::job_of_groups;
using test::keys;
using test::of_errors;
using test::post;
using test::put;
using test::RecordedCompany;
using test::repeated;
using test::text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
constexpr auto kUnknown = "00000000-0000-7000-8000-000000000000";
constexpr auto kSent = "PENDING_ACCEPTANCE";

// The statuses between CREATED and the given one.
const std::map<std::string, std::vector<std::string>> kWays{
    {"CREATED", {}},
    {"PENDING_APPROVAL", {"PENDING_APPROVAL"}},
    {"APPROVED", {"PENDING_APPROVAL", "APPROVED"}},
    {"NOT_APPROVED", {"PENDING_APPROVAL", "NOT_APPROVED"}},
    {"PENDING_ACCEPTANCE", {"PENDING_ACCEPTANCE"}},
    {"ACCEPTED", {"PENDING_ACCEPTANCE", "ACCEPTED"}},
    {"NOT_ACCEPTED", {"PENDING_ACCEPTANCE", "NOT_ACCEPTED"}},
    {"ABANDONED", {"ABANDONED"}}};

std::string last_part(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

json::object terms(const json::object& properties) {
    return {{"properties", properties}};
}

Answer change(Client& caller, const std::string& offer, const json::value& body) {
    return caller.request("PATCH", offer, json::serialize(body), {{"Content-Type", "application/json"}});
}

class ApiOffers : public RecordedCompany {
  protected:
    // The path of an application.
    std::string applied(const std::string& job, const std::string& last_name = "Lovelace") {
        const auto made = post(administrator_, job + "/candidates",
                               {{"firstName", "Ada"}, {"lastName", last_name}, {"email", "ada@example.com"}});
        EXPECT_EQ(made.status, 201) << made.body;
        return "/candidates/" + id_of(made) + job;
    }

    // The path of a new offer.
    std::string given_offer(const std::string& application, const json::object& properties = {}) {
        const auto made = post(administrator_, application + "/offers", terms(properties));
        EXPECT_EQ(made.status, 201) << made.body;
        return application + "/offers/" + id_of(made);
    }
    std::string given_offer(const json::object& properties = {}) {
        return given_offer(application_, properties);
    }
    // An offer in this status.
    std::string given(const std::string& status) {
        const std::string offer = given_offer();
        for (const auto& step : kWays.at(status)) EXPECT_EQ(move(offer, step).status, 200) << step;
        return offer;
    }
    Answer move(const std::string& offer, const std::string& status) {
        return change(administrator_, offer, {{"status", status}});
    }

    static std::string documents_of(const std::string& offer) {
        return "/offers/" + last_part(offer) + "/documents";
    }
    std::string only_document_of(const std::string& offer) {
        const auto listed = administrator_.get(documents_of(offer)).json();
        return documents_of(offer) + "/" + text(listed.at("documents").at(0).at("id"));
    }

    std::string status_of(const std::string& path) {
        return text(administrator_.get(path).json().at("status"));
    }
    json::value named(const std::string& offer) const {
        const std::string id = last_part(offer);
        return {
            {"id", id}, {"job_id", id_in(job_)}, {"candidate_id", last_part(candidate_)}, {"offer_id", id}};
    }
    std::string path_in(const json::value& action) const {
        EXPECT_EQ(action.at("method"), "GET");
        const std::string url = text(action.at("url"));
        EXPECT_TRUE(url.starts_with(public_url() + "/")) << url;
        return url.substr(public_url().size());
    }

    // Client credentials with these scopes and full permissions.
    Client program(const std::string& scopes) {
        const auto made =
            command({"credential", "create", "--company", acme_.identifier, "--kind", "client-credentials",
                     "--name", "Robot", "--role", "ADMINISTRATOR", "--scope", scopes});
        const auto token =
            administrator_.request("POST", "/identity/oauth/token",
                                   "grant_type=client_credentials&client_id=" + made.text("client_id") +
                                       "&client_secret=" + made.text("client_secret"),
                                   {{"Content-Type", "application/x-www-form-urlencoded"}});
        EXPECT_EQ(token.status, 200) << token.body;
        return Client{here().server.port(),
                      {{"Authorization", "Bearer " + text(token.json().at("access_token"))}}};
    }

    const std::string job_ = given_job(administrator_);
    const std::string application_ = applied(job_);
    const std::string candidate_ = application_.substr(0, application_.find("/jobs/"));
    const std::string path_ = application_ + "/offers";
};

// --- creating

TEST_P(ApiOffers, AreNoneAtFirst) {
    EXPECT_EQ(administrator_.get(path_).json(),
              (json::value{{"limit", 100}, {"offset", 0}, {"totalFound", 0}, {"content", json::array{}}}));
    EXPECT_EQ(administrator_.get("/offers").json(),
              (json::value{{"limit", 10}, {"offset", 0}, {"totalFound", 0}, {"content", json::array{}}}));
}

TEST_P(ApiOffers, AreMade) {
    const auto made = post(administrator_, path_, terms({{"salary", "52000 USD"}}));

    ASSERT_EQ(made.status, 201) << made.body;
    const auto offer = made.json();
    EXPECT_THAT(keys(offer),
                UnorderedElementsAre("id", "status", "createdOn", "updatedOn", "properties", "actions"));
    EXPECT_THAT(id_of(made), MatchesRegex(kUuid));
    EXPECT_EQ(offer.at("status"), "CREATED");
    EXPECT_EQ(offer.at("createdOn"), offer.at("updatedOn"));
    EXPECT_EQ(offer.at("properties"), (json::value{{"salary", "52000 USD"}}));
    EXPECT_EQ(made.header("location"), public_url() + path_ + "/" + id_of(made));
    EXPECT_EQ(administrator_.get(path_ + "/" + id_of(made)).body, made.body);
    for (const std::string& list : {path_, std::string{"/offers"}}) {
        auto line = administrator_.get(list).json().at("content").at(0).as_object();
        line.erase("candidate");
        line.erase("job");
        EXPECT_EQ(json::value(line), offer);
    }
}

TEST_P(ApiOffers, AreListedWithTheNamesOfCandidateAndJob) {
    const std::string second_job = given_job(administrator_);
    const std::string other = applied(second_job, "Byron");
    given_offer();
    given_offer(other);
    given_offer();

    const auto lines = administrator_.get("/offers").json().at("content").as_array();

    ASSERT_EQ(lines.size(), 3U);
    const auto check = [&](const json::value& line, const std::string& application, const char* last_name) {
        const auto job = administrator_.get(application.substr(application.find("/jobs/"))).json();
        EXPECT_EQ(line.at("candidate"),
                  (json::value{{"id", last_part(application.substr(0, application.find("/jobs/")))},
                               {"firstName", "Ada"},
                               {"lastName", last_name}}));
        EXPECT_EQ(line.at("job"), (json::value{{"id", job.at("id")}, {"title", job.at("title")}}));
    };
    check(lines.at(0), application_, "Lovelace");
    check(lines.at(1), other, "Byron");
    check(lines.at(2), application_, "Lovelace");
    EXPECT_EQ(administrator_.get(other + "/offers").json().at("content").at(0), lines.at(1));
}

TEST_P(ApiOffers, LeadToWhatTheyAreAbout) {
    const std::string offer = given_offer();

    const auto actions = administrator_.get(offer).json().at("actions");

    EXPECT_THAT(keys(actions), UnorderedElementsAre("candidate", "job", "details"));
    EXPECT_EQ(path_in(actions.at("candidate")), candidate_);
    EXPECT_EQ(path_in(actions.at("job")), job_);
    EXPECT_EQ(path_in(actions.at("details")), offer);
    for (const auto& action : actions.as_object())
        EXPECT_EQ(administrator_.get(path_in(action.value())).status, 200) << action.key();
}

TEST_P(ApiOffers, NeedNoProperties) {
    for (const std::string body : {"", "{}", R"({"properties":null})", R"({"properties":{}})",
                                   R"({"properties":{"salary":null},"status":"ACCEPTED","planet":"Mars"})"}) {
        const auto made = administrator_.post(path_, body);
        ASSERT_EQ(made.status, 201) << body << made.body;
        EXPECT_EQ(made.json().at("properties"), json::object{}) << body;
        EXPECT_EQ(made.json().at("status"), "CREATED") << body;
    }
}

TEST_P(ApiOffers, KeepPropertiesOfAnyScript) {
    for (const std::string each :
         {"Zażółć gęślą jaźń", "主厨 🍳", "\"\\</b>", "'; DROP TABLE offer; --", " "}) {
        const json::object properties{{"remarks", each + "\n\t" + each}, {"contractType", ""}};

        const std::string offer = given_offer(properties);

        EXPECT_EQ(administrator_.get(offer).json().at("properties"), properties);
        EXPECT_EQ(change(administrator_, offer, terms({{"remarks", nullptr}})).status, 200);
        EXPECT_EQ(administrator_.get(offer).json().at("properties"), (json::value{{"contractType", ""}}));
    }
}

TEST_P(ApiOffers, IgnorePropertiesThatTheCompanyHasNotConfigured) {
    const json::object asked{{"salary", "52000"}, {"sallary", "1"}, {"par/king", "yes"}};

    const auto made = post(administrator_, path_, terms(asked));

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("properties"), (json::value{{"salary", "52000"}}));
    EXPECT_EQ(made.header("x-ignored"), "/properties/par~1king, /properties/sallary");
    const std::string offer = path_ + "/" + id_of(made);
    const auto changed = change(administrator_, offer, terms({{"bonus", "5"}, {"parking", "yes"}}));
    EXPECT_EQ(changed.json().at("properties"), (json::value{{"salary", "52000"}, {"bonus", "5"}}));
    EXPECT_EQ(changed.header("x-ignored"), "/properties/parking");
    // Of a property that was archived, the offer keeps what it has.
    EXPECT_EQ(administrator_.del("/configuration/offer-properties/bonus").status, 204);
    EXPECT_EQ(change(administrator_, offer, terms({{"bonus", "5"}})).header("x-ignored"), "");
    const auto kept = change(administrator_, offer, terms({{"bonus", "6"}}));
    EXPECT_EQ(kept.header("x-ignored"), "/properties/bonus");
    EXPECT_EQ(kept.body, changed.body);
}

TEST_P(ApiOffers, RefuseUnknownPropertiesInStrictRequests) {
    const std::string offer = given_offer();
    const test::Headers strict{{"Prefer", "handling=strict"}, {"Content-Type", "application/json"}};
    const std::string body = R"({"properties":{"sallary":"1"}})";

    expect_nothing_written([&] {
        for (const auto& refused : {administrator_.request("POST", path_, body, strict),
                                    administrator_.request("PATCH", offer, body, strict)}) {
            EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"}));
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/properties/sallary"));
            EXPECT_THAT(refused.body, HasSubstr("did you mean salary?"));
        }
    });
    EXPECT_EQ(administrator_.request("POST", path_, R"({"properties":{"salary":"1"}})", strict).status, 201);
}

TEST_P(ApiOffers, TakeAsMuchAsTheyMayAndNoMore) {
    const json::object longest{{"remarks", repeated("ö", 4000)}};

    EXPECT_EQ(administrator_.get(given_offer(longest)).json().at("properties"), longest);
    json::object many;
    for (int i = 0; i < 101; ++i) many["key" + std::to_string(i)] = "text";
    const auto refused = post(administrator_, path_, terms(many));
    EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"}));
    EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/properties"));
}

TEST_P(ApiOffers, ReportEveryFaultAtOnce) {
    const std::string offer = given_offer();
    const std::string long_key = repeated("k", 101);
    const std::vector<std::pair<json::object, std::vector<std::string>>> of_both{
        {{{"properties", "salary"}}, {"/properties"}},
        {{{"properties", json::array{}}}, {"/properties"}},
        {terms({{"a", 1}, {"b/c", json::object{}}, {"d", "good"}, {"e", repeated("x", 4001)}}),
         {"/properties/a", "/properties/b~1c", "/properties/e"}},
        {terms({{"", "x"}, {long_key, "x"}, {"a\nb", "x"}}),
         {"/properties/", "/properties/" + long_key, "/properties/a\nb"}}};
    expect_nothing_written([&] {
        for (const auto& [body, places] : of_both) {
            for (const auto& refused :
                 {post(administrator_, path_, body), change(administrator_, offer, body)}) {
                EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << body;
                EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
            }
        }
        const auto refused =
            change(administrator_, offer, {{"status", "SENT"}, {"properties", {{"salary", true}}}});
        EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"}));
        EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAre("/status", "/properties/salary"));
        EXPECT_EQ(refusal(administrator_.post(path_, "{")), (Refusal{400, "INVALID_JSON"}));
        EXPECT_EQ(refusal(administrator_.post(path_, "[]")), (Refusal{400, "VALIDATION_ERROR"}));
    });
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 1);
}

TEST_P(ApiOffers, AreMadeOnceWithAnIdempotencyKey) {
    const test::Headers key{{"Idempotency-Key", "offer-1"}};
    std::vector<std::string> bodies;

    const auto written = during([&] {
        for (int i = 0; i < 3; ++i) bodies.push_back(administrator_.post(path_, "{}", key).body);
    });

    EXPECT_THAT(bodies, ElementsAre(bodies[0], bodies[0], bodies[0]));
    EXPECT_THAT(written.event_names(), ElementsAre("offer.created"));
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 1);
}

// --- changing

TEST_P(ApiOffers, LiveAsTheReferenceSays) {
    const std::map<std::string, std::vector<std::string>> life{
        {"CREATED", {"PENDING_APPROVAL", "PENDING_ACCEPTANCE", "ABANDONED"}},
        {"PENDING_APPROVAL", {"APPROVED", "NOT_APPROVED", "ABANDONED"}},
        {"APPROVED", {"PENDING_ACCEPTANCE", "ABANDONED"}},
        {"NOT_APPROVED", {}},
        {"PENDING_ACCEPTANCE", {"ACCEPTED", "NOT_ACCEPTED", "ABANDONED"}},
        {"ACCEPTED", {}},
        {"NOT_ACCEPTED", {}},
        {"ABANDONED", {}}};
    for (const auto& [from, next] : life) {
        for (const auto& [to, way] : kWays) {
            SCOPED_TRACE(from + " to " + to);
            const std::string offer = given(from);
            const std::string before = administrator_.get(offer).body;
            const auto answer = move(offer, to);
            if (from == to) {
                EXPECT_EQ(answer.status, 200);
                EXPECT_EQ(answer.body, before);
            } else if (std::ranges::find(next, to) != next.end()) {
                EXPECT_EQ(answer.status, 200) << answer.body;
                EXPECT_EQ(text(answer.json().at("status")), to);
                EXPECT_EQ(administrator_.get(offer).body, answer.body);
            } else {
                EXPECT_EQ(refusal(answer), (Refusal{409, "OFFER_STATUS_CONFLICT"}));
                EXPECT_EQ(administrator_.get(offer).body, before);
            }
        }
    }
}

TEST_P(ApiOffers, MergeTheirPropertiesWhileCreated) {
    const std::string offer = given_offer({{"salary", "52000"}, {"bonus", "5"}});

    const auto changed =
        change(administrator_, offer, terms({{"salary", "53000"}, {"bonus", nullptr}, {"remote", "true"}}));

    EXPECT_EQ(changed.status, 200);
    EXPECT_EQ(changed.json().at("properties"), (json::value{{"salary", "53000"}, {"remote", "true"}}));
    EXPECT_EQ(administrator_.get(offer).body, changed.body);
    EXPECT_EQ(move(offer, "PENDING_APPROVAL").status, 200);
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(change(administrator_, offer, terms({{"salary", "1"}}))),
                  (Refusal{409, "OFFER_STATUS_CONFLICT"}));
        // Repeating a successful request changes nothing.
        EXPECT_EQ(change(administrator_, offer, terms({{"salary", "53000"}, {"bonus", nullptr}})).status,
                  200);
    });
}

TEST_P(ApiOffers, AreChangedAsAWholeOrNotAtAll) {
    const std::string offer = given_offer({{"salary", "52000"}});
    const std::string before = administrator_.get(offer).body;

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(change(administrator_, offer,
                                 {{"status", "ACCEPTED"}, {"properties", {{"salary", "53000"}}}})),
                  (Refusal{409, "OFFER_STATUS_CONFLICT"}));
    });
    EXPECT_EQ(administrator_.get(offer).body, before);

    const auto sent =
        change(administrator_, offer, {{"status", kSent}, {"properties", {{"salary", "53000"}}}});
    EXPECT_EQ(sent.json().at("status"), kSent);
    EXPECT_THAT(administrator_.get(only_document_of(offer)).body, HasSubstr("53000"));
}

TEST_P(ApiOffers, ThatAreToChangeNothingDoNot) {
    const std::string offer = given_offer({{"salary", "52000"}});
    const std::string before = administrator_.get(offer).body;

    expect_nothing_written([&] {
        for (const std::string body :
             {"", "{}", R"({"status":null,"properties":null})", R"({"properties":{}})",
              R"({"status":"CREATED","properties":{"salary":"52000","x":null}})"}) {
            const auto same =
                administrator_.request("PATCH", offer, body, {{"Content-Type", "application/json"}});
            EXPECT_EQ(same.status, 200) << body;
            EXPECT_EQ(same.body, before) << body;
        }
    });
}

TEST_P(ApiOffers, ThatAreSentTakeTheApplicationAndTheJobAlong) {
    const std::string offer = given_offer();
    EXPECT_EQ(status_of(application_), "NEW");

    EXPECT_EQ(move(offer, kSent).status, 200);

    EXPECT_EQ(status_of(application_), "OFFERED");
    EXPECT_EQ(status_of(job_), "OFFER");
    EXPECT_EQ(move(offer, "ACCEPTED").status, 200);
    EXPECT_EQ(status_of(application_), "OFFERED");
    EXPECT_EQ(put(administrator_, application_ + "/status", json::object{{"status", "HIRED"}}).status, 204);
    given(kSent);
    EXPECT_EQ(status_of(application_), "HIRED");
}

TEST_P(ApiOffers, AreDecidedOnce) {
    for (int round = 0; round < 5; ++round) {
        const std::string offer = given(kSent);
        const auto written = during([&] {
            const auto statuses = at_the_same_time<6>([&](std::size_t i) {
                auto caller = client(acme_.api_key);
                return change(caller, offer, {{"status", i % 2 == 0 ? "ACCEPTED" : "NOT_ACCEPTED"}}).status;
            });
            // Three repeat the first decision, and three make the opposite one.
            EXPECT_EQ(std::ranges::count(statuses, 200), 3);
            EXPECT_EQ(std::ranges::count(statuses, 409), 3);
            EXPECT_EQ(status_of(offer), statuses[0] == 200 ? "ACCEPTED" : "NOT_ACCEPTED");
        });
        EXPECT_THAT(written.event_names(), ElementsAre("offer.updated"));
        EXPECT_EQ(written.audit.size(), 1U);
    }
}

TEST_P(ApiOffers, AreSentOnceHoweverManyTry) {
    const std::string offer = given_offer();

    const auto written = during([&] {
        const auto statuses = at_the_same_time<6>([&](std::size_t) {
            auto caller = client(acme_.api_key);
            return change(caller, offer, {{"status", kSent}}).status;
        });
        EXPECT_EQ(std::ranges::count(statuses, 200), 6);
    });

    EXPECT_THAT(written.event_names(),
                UnorderedElementsAre("offer.updated", "application.status.updated", "job.status.updated"));
    EXPECT_EQ(administrator_.get(documents_of(offer)).json().at("documents").as_array().size(), 1U);
}

TEST_P(ApiOffers, LoseNoPropertyOfThoseThatAreSetAtTheSameTime) {
    const std::string offer = given_offer();
    const std::array<std::string, 6> properties{"salary", "signingBonus", "bonus",
                                                "shares", "contractType", "remarks"};

    at_the_same_time<6>([&](std::size_t i) {
        auto caller = client(acme_.api_key);
        return change(caller, offer, terms({{properties.at(i), "5"}})).status;
    });

    EXPECT_EQ(administrator_.get(offer).json().at("properties").as_object().size(), 6U);
}

// --- events and audit records

TEST_P(ApiOffers, AreRecordedWhenTheyAreMade) {
    std::string offer;
    const auto written = during([&] { offer = given_offer({{"salary", "52000"}}); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"offer.created", named(offer)}));
    EXPECT_THAT(written.audit_names(), ElementsAre("OFFER_CREATED"));
    const auto& record = written.record("OFFER_CREATED");
    EXPECT_EQ(record.author_id, administrator_id_);
    EXPECT_EQ(record.entity_type, "OFFER");
    EXPECT_EQ(record.entity_id, last_part(offer));
    EXPECT_EQ(record.context, (json::object{{"candidateId", last_part(candidate_)}, {"jobId", id_in(job_)}}));
}

TEST_P(ApiOffers, AreRecordedWhenTheyChange) {
    const std::string offer = given_offer();

    const auto step = during([&] { move(offer, "PENDING_APPROVAL"); });

    EXPECT_THAT(step.events, ElementsAre(EventRow{"offer.updated", named(offer)}));
    EXPECT_THAT(step.audit_names(), ElementsAre("OFFER_UPDATED"));
    EXPECT_EQ(step.record("OFFER_UPDATED").context,
              (json::object{{"previousStatus", "CREATED"}, {"currentStatus", "PENDING_APPROVAL"}}));
}

TEST_P(ApiOffers, AreRecordedWhenTheyAreDecided) {
    const std::string taken = given(kSent);
    const std::string declined = given(kSent);

    const auto yes = during([&] { move(taken, "ACCEPTED"); });
    const auto no = during([&] { move(declined, "NOT_ACCEPTED"); });

    EXPECT_THAT(yes.events, ElementsAre(EventRow{"offer.updated", named(taken)}));
    EXPECT_THAT(yes.audit_names(), ElementsAre("OFFER_ACCEPTED"));
    EXPECT_EQ(yes.record("OFFER_ACCEPTED").context, (json::object{{"viaIntegration", "false"}}));
    EXPECT_THAT(no.audit_names(), ElementsAre("OFFER_DECLINED"));
    EXPECT_EQ(no.record("OFFER_DECLINED").entity_id, last_part(declined));
}

// --- listing

TEST_P(ApiOffers, AreListedNewestFirst) {
    std::vector<std::string> made;
    for (int i = 0; i < 12; ++i) made.insert(made.begin(), last_part(given_offer()));

    const auto first = administrator_.get("/offers");
    const auto second = administrator_.get("/offers?limit=5&offset=10");
    const auto of_application = administrator_.get(path_ + "?limit=3&offset=1");

    EXPECT_EQ(ids(first), std::vector<std::string>(made.begin(), made.begin() + 10));
    EXPECT_EQ(ids(second), std::vector<std::string>(made.begin() + 10, made.end()));
    EXPECT_EQ(second.json().at("limit"), 5);
    EXPECT_EQ(second.json().at("offset"), 10);
    EXPECT_EQ(ids(administrator_.get(path_)), made);
    EXPECT_EQ(ids(of_application), std::vector<std::string>(made.begin() + 1, made.begin() + 4));
    for (const auto& page : {first, second, of_application}) EXPECT_EQ(page.json().at("totalFound"), 12);
    EXPECT_THAT(ids(administrator_.get("/offers?offset=12")), IsEmpty());
}

TEST_P(ApiOffers, AreListedByStatus) {
    const std::string draft = last_part(given("CREATED"));
    const std::string sent = last_part(given(kSent));
    const std::string taken = last_part(given("ACCEPTED"));

    const auto listed = [&](const std::string& query) { return ids(administrator_.get("/offers?" + query)); };
    EXPECT_THAT(listed("status=CREATED"), ElementsAre(draft));
    EXPECT_THAT(listed("status=ACCEPTED&status=PENDING_ACCEPTANCE"), ElementsAre(taken, sent));
    EXPECT_THAT(listed("status=ACCEPTED,CREATED"), ElementsAre(taken, draft));
    EXPECT_THAT(listed("status=ABANDONED"), IsEmpty());
    EXPECT_THAT(listed("status="), ElementsAre(taken, sent, draft));
    EXPECT_EQ(administrator_.get("/offers?status=CREATED").json().at("totalFound"), 1);
}

TEST_P(ApiOffers, AreListedByTime) {
    const auto made_on = [&](const std::string& offer) {
        return text(administrator_.get(offer).json().at("createdOn"));
    };
    const std::string old = given_offer();
    later_than(made_on(old));
    const std::string young = given_offer();
    const auto listed = [&](const std::string& query) { return ids(administrator_.get("/offers?" + query)); };

    EXPECT_THAT(listed("createdAfter=" + made_on(old)), ElementsAre(last_part(young)));
    EXPECT_THAT(listed("createdBefore=" + made_on(young)), ElementsAre(last_part(old)));
    EXPECT_THAT(listed("createdAfter=" + made_on(old) + "&createdBefore=" + made_on(young)), IsEmpty());
    EXPECT_THAT(listed("createdAfter=1960-01-01T00:00:00Z"), ElementsAre(last_part(young), last_part(old)));
    EXPECT_THAT(listed("createdBefore=1960-01-01T00:00:00Z"), IsEmpty());
    for (const std::string age : {"90+minutes", "7+hours", "10+days", "1+week", "2+months", "1+year"})
        EXPECT_EQ(listed("age=" + age).size(), 2U) << age;
    EXPECT_EQ(listed("age=1+hour&createdAfter=" + made_on(young) + "&createdBefore=" + made_on(old)).size(),
              2U);
}

TEST_P(ApiOffers, RefuseParametersOutOfTheirBounds) {
    for (const std::string wrong :
         {"limit=0", "limit=101", "limit=ten", "offset=-1", "offset=10000001", "status=SENT",
          "status=CREATED,created", "createdAfter=yesterday", "createdBefore=2030-02-30T00:00:00Z", "age=old",
          "age=10", "age=0+days", "age=10+fortnights", "age=-1+day", "age=%00"}) {
        const auto refused = administrator_.get("/offers?" + wrong);
        EXPECT_EQ(refusal(refused), (Refusal{400, "INVALID_PARAMETER"})) << wrong;
        EXPECT_THAT(of_errors(refused, "message"), ElementsAre(HasSubstr(wrong.substr(0, wrong.find('=')))));
    }
    for (const std::string wrong : {"limit=0", "limit=101", "offset=-1"})
        EXPECT_EQ(refusal(administrator_.get(path_ + "?" + wrong)), (Refusal{400, "INVALID_PARAMETER"}))
            << wrong;
}

// --- documents

TEST_P(ApiOffers, HaveNoDocumentsBeforeTheyAreSent) {
    for (const std::string status :
         {"CREATED", "PENDING_APPROVAL", "APPROVED", "NOT_APPROVED", "ABANDONED"}) {
        const std::string offer = given(status);
        EXPECT_EQ(refusal(administrator_.get(documents_of(offer))), (Refusal{409, "OFFER_NOT_SENT"}))
            << status;
        EXPECT_EQ(refusal(administrator_.get(documents_of(offer) + "/" + kUnknown)),
                  (Refusal{409, "OFFER_NOT_SENT"}))
            << status;
    }
}

TEST_P(ApiOffers, HaveALetterWhenTheyWereSent) {
    const std::string offer = given_offer({{"salary", "52000 USD"}, {"shares", "12"}});
    EXPECT_EQ(move(offer, kSent).status, 200);

    const auto listed = administrator_.get(documents_of(offer));
    const auto file = administrator_.get(only_document_of(offer));

    EXPECT_EQ(listed.status, 200);
    const auto list = listed.json();
    EXPECT_THAT(keys(list), UnorderedElementsAre("documents", "isCurrentlySyncing", "provider"));
    EXPECT_EQ(list.at("isCurrentlySyncing"), false);
    EXPECT_EQ(list.at("provider"), "DOCUSIGN");
    ASSERT_EQ(list.at("documents").as_array().size(), 1U);
    const auto& document = list.at("documents").at(0);
    EXPECT_THAT(keys(document), UnorderedElementsAre("id", "name", "createdDate"));
    EXPECT_EQ(document.at("name"), "Offer.txt");
    EXPECT_EQ(document.at("createdDate"), administrator_.get(offer).json().at("updatedOn"));
    EXPECT_EQ(file.status, 200);
    EXPECT_EQ(file.header("content-type"), "application/octet-stream");
    EXPECT_EQ(file.header("content-disposition"), "attachment; filename=\"Offer.txt\"");
    for (const auto* expected : {"Dear Ada Lovelace,", "Cook", "Salary: 52000 USD", "Shares: 12"})
        EXPECT_THAT(file.body, HasSubstr(expected));
    EXPECT_EQ(move(offer, "NOT_ACCEPTED").status, 200);
    EXPECT_EQ(administrator_.get(documents_of(offer)).body, listed.body);
}

TEST_P(ApiOffers, HaveNoDocumentsButTheirOwn) {
    const std::string one = given(kSent);
    const std::string other = given(kSent);
    const std::string foreign = last_part(only_document_of(other));
    auto rival = client(company().api_key);

    for (const std::string& id : {foreign, std::string{kUnknown}, std::string{"nonsense"}})
        EXPECT_EQ(refusal(administrator_.get(documents_of(one) + "/" + id)),
                  (Refusal{404, "DOCUMENT_NOT_FOUND"}))
            << id;
    for (const std::string& offer : {"/offers/" + std::string{kUnknown}, "/offers/" + last_part(candidate_)})
        for (const std::string tail : {"/documents", "/documents/00000000-0000-7000-8000-000000000000"})
            EXPECT_EQ(refusal(administrator_.get(offer + tail)), (Refusal{404, "OFFER_NOT_FOUND"}));
    for (const std::string tail : {"/documents", "/documents/00000000-0000-7000-8000-000000000000"})
        EXPECT_EQ(refusal(administrator_.get("/offers/nonsense" + tail)), (Refusal{404, "OFFER_NOT_FOUND"}));
    EXPECT_EQ(refusal(rival.get(documents_of(one))), (Refusal{404, "OFFER_NOT_FOUND"}));
    EXPECT_EQ(refusal(rival.get(only_document_of(one))), (Refusal{404, "OFFER_NOT_FOUND"}));
}

// --- approvals

TEST_P(ApiOffers, AreApprovedByNobodyYet) {
    for (const std::string status : {"CREATED", "PENDING_APPROVAL", "APPROVED"})
        EXPECT_EQ(refusal(administrator_.get(given(status) + "/approvals/latest")),
                  (Refusal{404, "APPROVALS_NOT_FOUND"}))
            << status;
    for (const std::string id : {kUnknown, "nonsense"})
        EXPECT_EQ(refusal(administrator_.get(path_ + "/" + id + "/approvals/latest")),
                  (Refusal{404, "OFFERS_NOT_FOUND"}))
            << id;
}

// --- unknown ids, other companies and permissions

TEST_P(ApiOffers, AreKnownByTheirApplicationOnly) {
    const std::string id = last_part(given_offer());
    const std::string other_job = given_job(administrator_);
    const std::string other_candidate = applied(job_, "Byron");
    const std::string second_application = applied(other_job);
    auto rival = client(company().api_key);

    expect_nothing_written([&] {
        for (const std::string& offer :
             {path_ + "/" + kUnknown, path_ + "/nonsense", path_ + "/%ff", other_candidate + "/offers/" + id,
              second_application + "/offers/" + id}) {
            EXPECT_EQ(refusal(administrator_.get(offer)), (Refusal{404, "OFFER_NOT_FOUND"})) << offer;
            EXPECT_EQ(refusal(move(offer, kSent)), (Refusal{404, "OFFER_NOT_FOUND"})) << offer;
        }
        const std::string unassigned =
            other_candidate.substr(0, other_candidate.find("/jobs/")) + other_job + "/offers";
        for (const std::string& offers :
             {unassigned, candidate_ + test::kNoJob + "/offers", candidate_ + "/jobs/nonsense/offers"}) {
            EXPECT_EQ(refusal(administrator_.get(offers)), (Refusal{404, "APPLICATION_NOT_FOUND"}));
            EXPECT_EQ(refusal(administrator_.post(offers, "{}")), (Refusal{404, "APPLICATION_NOT_FOUND"}));
            EXPECT_EQ(refusal(administrator_.get(offers + "/" + id)),
                      (Refusal{404, "APPLICATION_NOT_FOUND"}));
        }
        for (const std::string& candidate :
             {"/candidates/" + std::string{kUnknown}, std::string{"/candidates/x"}}) {
            EXPECT_EQ(refusal(administrator_.get(candidate + job_ + "/offers")),
                      (Refusal{404, "CANDIDATE_NOT_FOUND"}));
            EXPECT_EQ(refusal(administrator_.post(candidate + job_ + "/offers", "{}")),
                      (Refusal{404, "CANDIDATE_NOT_FOUND"}));
        }
        for (const auto& refused : {rival.get(path_), rival.post(path_, "{}"), rival.get(path_ + "/" + id),
                                    change(rival, path_ + "/" + id, {{"status", kSent}}),
                                    rival.get(path_ + "/" + id + "/approvals/latest")})
            EXPECT_EQ(refusal(refused), (Refusal{404, "CANDIDATE_NOT_FOUND"}));
    });
    EXPECT_EQ(rival.get("/offers").json().at("totalFound"), 0);
}

TEST_P(ApiOffers, GoWithTheCandidate) {
    const std::string offer = given(kSent);
    const std::string file = only_document_of(offer);

    EXPECT_EQ(administrator_.del(candidate_).status, 204);

    EXPECT_EQ(administrator_.get("/offers").json().at("totalFound"), 0);
    EXPECT_EQ(refusal(administrator_.get(offer)), (Refusal{404, "CANDIDATE_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(documents_of(offer))), (Refusal{404, "OFFER_NOT_FOUND"}));
    EXPECT_EQ(refusal(administrator_.get(file)), (Refusal{404, "OFFER_NOT_FOUND"}));
}

TEST_P(ApiOffers, AreOpenToTheirScopesOnly) {
    const std::string offer = given(kSent);
    const std::string file = only_document_of(offer);
    auto reader = program("candidates_offers_read");
    auto writer = program("candidates_offers_manage");
    auto other = program("candidates_read candidates_manage jobs_read");
    const Refusal unscoped{403, "INSUFFICIENT_SCOPE"};

    for (const std::string& path :
         {std::string{"/offers"}, path_, offer, offer + "/approvals/latest", documents_of(offer), file}) {
        EXPECT_EQ(reader.get(path).status, path.ends_with("latest") ? 404 : 200) << path;
        EXPECT_EQ(refusal(writer.get(path)), unscoped) << path;
        EXPECT_EQ(refusal(other.get(path)), unscoped) << path;
    }
    expect_nothing_written([&] {
        for (Client* const caller : {&reader, &other}) {
            EXPECT_EQ(refusal(caller->post(path_, "{}")), unscoped);
            EXPECT_EQ(refusal(change(*caller, offer, {{"status", "ACCEPTED"}})), unscoped);
        }
    });
    EXPECT_EQ(writer.post(path_, "{}").status, 201);
    EXPECT_EQ(change(writer, offer, {{"status", "ACCEPTED"}}).status, 200);
}

class OfferRights : public ApiOffers {
  protected:
    void expect_hidden(Client& caller) {
        const Refusal no_access{401, "NO_ACCESS_TO_CANDIDATE"};
        const Refusal absent{404, "OFFER_NOT_FOUND"};
        expect_nothing_written([&] {
            for (const auto& refused :
                 {caller.get(of_group_ + "/offers"), caller.get(offer_),
                  caller.get(of_group_ + "/offers/" + kUnknown), caller.get(offer_ + "/approvals/latest"),
                  caller.post(of_group_ + "/offers", "{}"), change(caller, offer_, {{"status", "ACCEPTED"}})})
                EXPECT_EQ(refusal(refused), no_access);
            EXPECT_EQ(refusal(caller.get(documents_of(offer_))), absent);
            EXPECT_EQ(refusal(caller.get(file_)), absent);
        });
    }
    void expect_shown(Client& caller) {
        for (const std::string& path :
             {of_group_ + "/offers", offer_, documents_of(offer_), file_, std::string{"/offers"}})
            EXPECT_EQ(caller.get(path).body, administrator_.get(path).body) << path;
        EXPECT_EQ(refusal(caller.get(offer_ + "/approvals/latest")), (Refusal{404, "APPROVALS_NOT_FOUND"}));
    }
    std::string given_sent(const std::string& application) {
        const std::string offer = given_offer(application);
        EXPECT_EQ(move(offer, kSent).status, 200);
        return offer;
    }
    static void expect_changed_by(Client& caller, const std::string& application) {
        const auto made = caller.post(application + "/offers", "{}");
        EXPECT_EQ(made.status, 201) << made.body;
        const auto sent = change(caller, application + "/offers/" + id_of(made), {{"status", kSent}});
        EXPECT_EQ(sent.status, 200) << sent.body;
    }

    const std::string group_ = given_group("Kitchens");
    const std::string hidden_job_ = given_job(administrator_, job_of_groups({group_}));
    const std::string of_group_ = applied(hidden_job_, "Byron");
    const std::string offer_ = given_sent(of_group_);
    const std::string file_ = only_document_of(offer_);
};

TEST_P(OfferRights, OfExtendedUsersFollowTheAccessGroups) {
    const auto inside = colleague("EXTENDED");
    const auto outside = colleague("EXTENDED");
    join_group(group_, inside.id);
    join_team(given_job(administrator_), outside.id);  // of another job
    auto insider = client(inside.key);
    auto outsider = client(outside.key);

    expect_shown(insider);
    expect_changed_by(insider, of_group_);
    expect_hidden(outsider);
    EXPECT_THAT(ids(outsider.get("/offers")), IsEmpty());

    const std::string open = given_offer();  // of a job without a group
    EXPECT_THAT(ids(outsider.get("/offers")), ElementsAre(last_part(open)));
    EXPECT_EQ(outsider.get("/offers").json().at("totalFound"), 1);
    EXPECT_EQ(insider.get("/offers").json().at("totalFound"), 3);
}

TEST_P(OfferRights, OfStandardUsersFollowTheHiringTeam) {
    const auto member = colleague("STANDARD");
    auto standard = client(member.key);

    expect_hidden(standard);
    EXPECT_THAT(ids(standard.get("/offers")), IsEmpty());

    join_team(hidden_job_, member.id);
    expect_shown(standard);
    expect_changed_by(standard, of_group_);
    EXPECT_EQ(refusal(standard.get(path_)), (Refusal{401, "NO_ACCESS_TO_CANDIDATE"}));

    leave_team(hidden_job_, member.id);
    expect_hidden(standard);
}

TEST_P(OfferRights, OfRestrictedUsersAreToSeeAndNotToChange) {
    auto outsider = client(colleague("RESTRICTED").key);
    expect_hidden(outsider);
    EXPECT_THAT(ids(outsider.get("/offers")), IsEmpty());

    auto restricted = restricted_member(hidden_job_);
    expect_shown(restricted);
    expect_nothing_written([&] {
        for (const auto& refused : {restricted.post(of_group_ + "/offers", "{}"),
                                    change(restricted, offer_, {{"status", "ACCEPTED"}})})
            EXPECT_EQ(refusal(refused), (Refusal{403, "PERMISSION_DENIED"}));
    });
}

TEST_P(OfferRights, OfEmployeesAreNone) {
    const auto someone = colleague("EMPLOYEE");
    join_team(hidden_job_, someone.id);
    auto employee = client(someone.key);

    expect_hidden(employee);
    EXPECT_EQ(refusal(employee.get("/offers")), (Refusal{403, "NO_ACCESS_TO_OFFERS"}));
}

// Access to the candidate through another application does not include the offers of this one.
TEST_P(OfferRights, EndWithTheApplication) {
    const auto member = colleague("STANDARD");
    const std::string own_job = given_job(administrator_);
    join_team(own_job, member.id);
    const std::string own = applied(own_job, "Byron");
    const std::string own_offer = given_offer(own);
    auto standard = client(member.key);

    expect_hidden(standard);
    EXPECT_EQ(standard.get(own_offer).status, 200);
    EXPECT_THAT(ids(standard.get("/offers")), ElementsAre(last_part(own_offer)));
}

RUN_ON_EACH_DATABASE(ApiOffers);
RUN_ON_EACH_DATABASE(OfferRights);

}  // namespace
}  // namespace callboard
